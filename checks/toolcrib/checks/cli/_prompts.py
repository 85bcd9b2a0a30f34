"""Ask a person the open questions, many at a time, and stop whenever they have had enough.

Room: checks, edge of the command line. Asks through the two functions it is given, so that a test can answer.
Touch it when a question should be asked in another way. Not here: which questions are open (`toolcrib.checks.init`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from toolcrib.checks.init import Answer, AnswerError, OpenQuestion, Question, grouped, parse_answer
from toolcrib.checks.reports._plain import plain

Ask = Callable[[str], str]
Say = Callable[[str], None]

INTRODUCTION = """\
{count}. Enter takes what stands in [brackets], `later` leaves one open, `stop` ends the asking;
what is left stays marked ??? in the manifest, and `toolcrib init` asks it again."""


class Stopped(Exception):  # noqa: N818  # no error: a person has had enough
    """The person wants to go on another time."""


def ask_all(questions: Callable[[Sequence[Answer]], Sequence[OpenQuestion]], ask: Ask, say: Say) -> tuple[Answer, ...]:
    """Answers until nothing is open or the person stops. `questions` says what is open once these are given."""
    given: list[Answer] = []
    postponed: set[tuple[Question, str]] = set()
    first = questions(given)
    if first:
        say(INTRODUCTION.format(count="1 open question" if len(first) == 1 else f"{len(first)} open questions"))
    headed: set[tuple[Question, bool]] = set()
    try:
        while group := _next(questions(given), postponed):
            before = len(given)
            _head(group[0], headed, say)
            for answer in _ask_group(group, given, ask, say):
                given.append(answer)
            answered = {answer.pattern for answer in given[before:]}
            postponed.update((one.question, one.name) for one in group if one.pattern not in answered)
    except (Stopped, EOFError, KeyboardInterrupt):
        say("")
    return tuple(given)


def _next(questions: Sequence[OpenQuestion], postponed: set[tuple[Question, str]]) -> tuple[OpenQuestion, ...]:
    open_ones = [one for one in questions if (one.question, one.name) not in postponed]
    groups = grouped(open_ones)
    return groups[0] if groups else ()


def _ask_group(group: Sequence[OpenQuestion], given: Sequence[Answer], ask: Ask, say: Say) -> Iterator[Answer]:
    question = group[0].question
    if question is Question.MUTATES:
        yield from _ask_mutates(group, ask, say)
        return
    default = group[0].default
    if question is Question.AGENT:
        default = next((answer.value for answer in reversed(given) if answer.question is question), "")
    kind = (question, group[0].capability)
    if len(group) > 1 and kind in _FOR_ALL:
        if question is Question.FEATURE:
            default = "each"  # what is suggested is a name each
        say(f"\n{_named_with(group)}")
        value = _valid(question, f"{_FOR_ALL[kind]} (each: one by one)", default, ask, say, also="each")
        if value != "each":
            yield from (one.answered(value) for one in group if value)
            return
    elif group[0].group:
        say(f"\n{_named_with(group)}")
    for one in group:
        of_capability = one.capability and question is Question.PIN_REASON
        words = _OF_A_CAPABILITY if of_capability else _WORDS[question]
        value = _valid(question, words.format(name=one.name), one.default or default, ask, say)
        if value:
            yield one.answered(value)


def _named_with(group: Sequence[OpenQuestion]) -> str:
    """The names that are asked about together, and the file that they stand in."""
    where = f"{group[0].group}: " if group[0].group else ""
    return plain(f"{where}{_names(group)}")


_YES_NO = {"y": "true", "yes": "true", "n": "false", "no": "false"}
_FOR_ALL = {
    (Question.CAPABILITY, False): "capability of all of them",
    (Question.AGENT, False): "agents that may hold all of them, or nobody",
    (Question.PIN_REASON, False): "one sentence for all of them: why may an agent commit these writes",
    (Question.PIN_REASON, True): "one sentence for all of them: why may every caller reach them",
    (Question.FEATURE, True): "feature that opens all of them, or null",
    (Question.EMPTY_SELECTION, False): "an empty list means, for all of them: defaults, none",
}
_WORDS = {
    Question.CAPABILITY: "capability of `{name}`",
    Question.AGENT: "agents that may hold `{name}`, or nobody",
    Question.DESCRIPTION: "what does `{name}` do",
    Question.PIN_REASON: "one sentence: why may an agent commit the writes of `{name}`",
    Question.FEATURE: "feature that opens `{name}` (null: every caller reaches it)",
    Question.EMPTY_SELECTION: "an empty list for `{name}` means: defaults, none",
}
_OF_A_CAPABILITY = "one sentence: why may every caller reach `{name}`"
_HEADS = {
    (
        Question.CAPABILITY,
        False,
    ): "A capability is an area of your application that one permission opens, or none:",
    (Question.AGENT, False): "No code that was read gives these tools to an agent. Who may hold them:",
    (Question.DESCRIPTION, False): "No description of these tools can be read in the code:",
    (Question.PIN_REASON, False): "Tools that commit changes are pinned, each with a reason for those who review it:",
    (Question.PIN_REASON, True): "Capabilities that no permission guards are pinned, each with a reason:",
    (Question.FEATURE, True): "Each capability is opened by a key of your own permission model, or by none:",
    (Question.EMPTY_SELECTION, False): (
        "An application may store which tools each agent is to have. A stored list that is empty can mean no tools,\n"
        "or the agent's defaults. Where nothing is stored, `none` is safe:"
    ),
}


def _head(one: OpenQuestion, headed: set[tuple[Question, bool]], say: Say) -> None:
    """Say once what the questions of a kind are about: answers to others may have raised them."""
    kind = (one.question, one.capability)
    if kind in _HEADS and kind not in headed:
        headed.add(kind)
        say(f"\n{_HEADS[kind]}")


def _ask_mutates(group: Sequence[OpenQuestion], ask: Ask, say: Say) -> Iterator[Answer]:
    """A file's tools at once: the names suggest, a person decides."""
    say(f"\n{group[0].group or 'tools'}: which of these commit a change themselves?")
    for value, words in (("true", "perhaps"), ("false", "perhaps not"), ("", "nothing suggests an answer")):
        named = [one for one in group if one.default == value]
        if named:
            say(f"  {words}: {_names(named)}")
    for one in group:
        if one.said:
            say(plain(f"  `{one.name}`: {one.said}"))
    known = [one for one in group if one.default]
    enter = "as suggested" if known else "one by one"
    while True:
        choice = _word(ask, f"  Enter: {enter}; all (commit), none, each, later, stop > ")
        if choice in ("", "all", "none", "each", "later"):
            break
        say(f"  `{choice}` is none of these: press Enter ({enter}), or type all, none, each (one by one) or later")
    if choice in ("all", "none"):
        yield from (one.answered("true" if choice == "all" else "false") for one in group)
        return
    if choice == "":
        yield from (one.answered(one.default) for one in known)
    elif choice != "each":
        return
    for one in group if choice == "each" else [one for one in group if not one.default]:
        value = _valid(Question.MUTATES, f"does `{one.name}` commit a change (true, false)", one.default, ask, say)
        if value:
            yield one.answered(value)


def _valid(question: Question, words: str, default: str, ask: Ask, say: Say, *, also: str = "") -> str:
    """A value that the question accepts, "" for later, or the word that is accepted `also`."""
    while True:
        typed = _word(ask, f"  {words}{f' [{default}]' if default else ''} > ") or default
        if typed in ("", "later"):
            return ""
        if also and typed == also:
            return also
        if typed.lower() in _YES_NO:
            if question is Question.MUTATES:
                return _YES_NO[typed.lower()]
            enter = f"press Enter for `{default}`, or " if default else ""
            say(f"  this is no question of yes and no: {enter}type an answer")
            continue
        try:
            return parse_answer(question, f"x={typed}").value
        except AnswerError as error:
            say(f"  {error.hint}")


def _word(ask: Ask, prompt: str) -> str:
    typed = ask(prompt).strip()
    if typed in ("stop", "quit", "exit"):
        raise Stopped
    return typed


def _names(group: Sequence[OpenQuestion]) -> str:
    return ", ".join(one.name for one in group)
