"""The open questions of a draft or of a half-answered manifest, and the edits that answers make in one.

Room: checks, middle. Pure. A question is asked the same way whether the manifest is being drafted or stands already.
Not here: asking a person (`toolcrib.checks.cli`), the answers' patterns (`_answers`).
"""

from __future__ import annotations

import glob
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from toolcrib.checks.init import _text
from toolcrib.checks.init._answers import UNGATED, Answer, Answers, Pattern, Question, Subject
from toolcrib.checks.init._evidence import AGAINST, SEEN
from toolcrib.checks.init._servers import slug
from toolcrib.checks.init._types import OPEN, Draft
from toolcrib.checks.init._verbs import suggested
from toolcrib.manifest import (
    OPEN_QUESTION,
    AddAgent,
    AddCapability,
    AddPin,
    Edit,
    EditedSection,
    PinKind,
    SetField,
    ToolcribError,
)

Plain: TypeAlias = "Mapping[str, Mapping[str, object]]"

FIELDS = {
    "description": Question.DESCRIPTION,
    "capability": Question.CAPABILITY,
    "mutates": Question.MUTATES,
    "agents": Question.AGENT,
    "pin reason": Question.PIN_REASON,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenQuestion:
    """One thing to ask about one name. `group` is what it is asked together with: the file, or nothing.

    `said` is what the code says about the answer, beyond the name.
    """

    question: Question
    name: str
    group: str = ""
    default: str = ""
    said: str = ""
    capability: bool = False

    @property
    def pattern(self) -> Pattern:
        """The pattern that matches this name alone."""
        kind = "capability" if self.capability and self.question is Question.PIN_REASON else "name"
        return Pattern(kind=kind, glob=glob.escape(self.name))

    def answered(self, value: str) -> Answer:
        spelled = f"{self.question.value} {self.name}"
        return Answer(question=self.question, pattern=self.pattern, value=value, spelled=spelled)


def questions_of(draft: Draft) -> tuple[OpenQuestion, ...]:
    """Everything that is open in a draft, tools first."""
    return tuple(_of_draft(draft))


def _of_draft(draft: Draft) -> Iterator[OpenQuestion]:
    for manifest in draft.manifests:
        for row in manifest.rows:
            group = row.place.rpartition(":")[0]
            for name in row.questions:
                yield _tool_question(FIELDS[name], row.name, group, hint=row.hint)
        for capability in manifest.capabilities:
            for name in capability.questions:
                yield _capability_question(name, capability.name)
        for agent in manifest.agents:
            if agent.empty_selection is OPEN:
                yield OpenQuestion(question=Question.EMPTY_SELECTION, name=agent.name, default="none")


def _tool_question(question: Question, name: str, group: str, *, hint: str = "") -> OpenQuestion:
    default = ""
    if question is Question.MUTATES:
        guess = True if hint.startswith(SEEN) else None if hint.startswith(AGAINST) else suggested(name)
        default = "" if guess is None else str(guess).lower()
    elif question is Question.CAPABILITY:
        default = _area(group)
    said = hint if question is Question.MUTATES and hint.startswith((SEEN, AGAINST)) else ""
    return OpenQuestion(question=question, name=name, group=group, default=default, said=said)


def _capability_question(what: str, name: str) -> OpenQuestion:
    question = Question.FEATURE if what == "feature" else Question.PIN_REASON
    default = name if question is Question.FEATURE else ""
    return OpenQuestion(question=question, name=name, default=default, capability=True)


def _area(file: str) -> str:
    """What a file's name says about the area of its tools; its folder's where the name says nothing."""
    parts = file.removesuffix(".py").split("/")
    telling = [part for part in parts if part not in ("tools", "tool", "server", "main", "app", "src", "__init__")]
    return slug(telling[-1]) if telling else ""


# -- a manifest that stands already --------------------------------------------------------------------------------


@dataclass(slots=True)
class Standing:
    """A manifest as plain values, and its pins: enough to see what is open in it."""

    manifest: Plain
    pins: Plain
    subjects: Mapping[str, Subject]
    hints: Mapping[str, str] = field(default_factory=dict)  # for an open `mutates`
    edits: list[Edit] = field(default_factory=list)

    def entries(self, section: str) -> Mapping[str, object]:
        found = (self.pins if section in ("mutating", "ungated") else self.manifest).get(section)
        return found if isinstance(found, Mapping) else {}

    def subject(self, name: str) -> Subject:
        return self.subjects.get(name) or Subject(name=name)


def questions_in(standing: Standing) -> tuple[OpenQuestion, ...]:
    """Everything that is open in a manifest that stands already."""
    return tuple(_of_standing(standing))


def _of_standing(standing: Standing) -> Iterator[OpenQuestion]:
    for name, row in standing.entries("tools").items():
        files = standing.subject(name).files
        for key in ("description", "capability", "mutates", "agents"):
            if isinstance(row, Mapping) and _is_open(row.get(key)):
                yield _tool_question(FIELDS[key], name, files[0] if files else "", hint=standing.hints.get(name, ""))
        if standing.entries("mutating").get(name) == OPEN_QUESTION:
            yield _tool_question(Question.PIN_REASON, name, files[0] if files else "")
    for name, one in standing.entries("capabilities").items():
        if isinstance(one, Mapping) and _is_open(one.get("feature")):
            yield _capability_question("feature", name)
        if standing.entries("ungated").get(name) == OPEN_QUESTION:
            yield _capability_question("pin reason", name)
    for name, one in standing.entries("agents").items():
        if isinstance(one, Mapping) and _is_open(one.get("empty_selection")):
            yield OpenQuestion(question=Question.EMPTY_SELECTION, name=name, default="none")


def _is_open(value: object) -> bool:
    return value == OPEN_QUESTION or (isinstance(value, list) and value == [OPEN_QUESTION])


def edits_for(standing: Standing, answers: Answers) -> tuple[Edit, ...]:
    """The edits that put the answers in the place of open questions; what a person has written is never touched."""
    edits: list[Edit] = []
    capabilities, agents = set(standing.entries("capabilities")), set(standing.entries("agents"))
    for one in questions_in(standing):
        value = _value(one, standing, answers)
        if value is not None:
            edits += _edits(one, value, standing, answers, capabilities, agents)
    return tuple(edits)


def _value(one: OpenQuestion, standing: Standing, answers: Answers) -> str | bool | tuple[str, ...] | None:
    tool = standing.subject(one.name)
    match one.question:
        case Question.MUTATES:
            return answers.mutates(tool)
        case Question.CAPABILITY:
            return answers.capability(tool)
        case Question.AGENT:
            return answers.agents(tool)
        case Question.DESCRIPTION:
            return answers.description(tool)
        case Question.PIN_REASON:
            return answers.pin_reason(Subject(name=one.name, capability=True) if one.capability else tool)
        case Question.FEATURE:
            return answers.feature(one.name)
        case Question.EMPTY_SELECTION:
            return answers.empty_selection(one.name)


def _edits(
    one: OpenQuestion,
    value: str | bool | tuple[str, ...],
    standing: Standing,
    answers: Answers,
    capabilities: set[str],
    agents: set[str],
) -> Iterator[Edit]:
    match one.question:
        case Question.PIN_REASON:
            yield AddPin(PinKind.UNGATED if one.capability else PinKind.MUTATING, one.name, str(value))
        case Question.FEATURE:
            feature = None if value == UNGATED else str(value)
            yield SetField(one.name, "feature", feature, EditedSection.CAPABILITIES)
            if feature is None and one.name not in standing.entries("ungated"):
                yield _ungated_pin(one.name, answers)
        case Question.EMPTY_SELECTION:
            yield SetField(one.name, "empty_selection", str(value), EditedSection.AGENTS)
        case Question.MUTATES:
            yield SetField(one.name, "mutates", value)
            if value is True and one.name not in standing.entries("mutating"):
                reason = answers.pin_reason(standing.subject(one.name)) or OPEN_QUESTION
                yield AddPin(PinKind.MUTATING, one.name, reason)
        case Question.AGENT:
            assert isinstance(value, tuple)
            for agent in value:
                if agent not in agents:
                    agents.add(agent)
                    empty = answers.empty_selection(agent) or "???"
                    yield AddAgent(agent, empty, note="" if empty != "???" else _text.ASK_EMPTY)  # type: ignore[arg-type]  # both values of EmptySelection are texts
            yield SetField(one.name, "agents", value)
        case Question.CAPABILITY:
            if value not in capabilities:
                capabilities.add(str(value))
                yield from _new_capability(str(value), answers)
            yield SetField(one.name, "capability", value)
        case Question.DESCRIPTION:
            yield SetField(one.name, "description", value)


def _new_capability(name: str, answers: Answers) -> Iterator[Edit]:
    feature = answers.feature(name)
    if feature is None:
        yield AddCapability(name, OPEN_QUESTION, note=_text.ASK_FEATURE)
    elif feature == UNGATED:
        yield AddCapability(name, None)
        yield _ungated_pin(name, answers)
    else:
        yield AddCapability(name, feature)


def _ungated_pin(name: str, answers: Answers) -> AddPin:
    reason = answers.pin_reason(Subject(name=name, capability=True)) or OPEN_QUESTION
    return AddPin(PinKind.UNGATED, name, reason)


_ASKS: Sequence[str] = (
    _text.ASK_MUTATES,
    _text.ASK_CAPABILITY,
    _text.ASK_AGENTS,
    _text.ASK_DESCRIPTION,
    _text.ASK_FEATURE,
    _text.ASK_EMPTY,
    _text.ASK_PIN,
    _text.ASK_UNGATED,
)
_ASK = "|".join(map(re.escape, _ASKS))
_ASKED = re.compile(rf"(?m)^((?!.*\?\?\?).*?\S) +# (?:{_ASK})(?: \([^\n]*\))?(\r?)$")


def without_answered_questions(text: str) -> str:
    """The text without the comments that asked what has been answered."""
    tidy = _ASKED.sub(r"\1\2", text)
    for section, example in _text.EXAMPLES.items():
        if f"{section}: {{}}" not in tidy:
            tidy = tidy.replace(example, "").replace(example.replace("\n", "\r\n"), "")
    return tidy if OPEN_QUESTION in tidy.replace(_text.QUESTIONS_HEAD, "") else tidy.replace(_text.QUESTIONS_HEAD, "")


def grouped(questions: Iterable[OpenQuestion]) -> tuple[tuple[OpenQuestion, ...], ...]:
    """Questions of one kind about one file together, in the order in which they come up."""
    groups: dict[tuple[Question, str], list[OpenQuestion]] = {}
    order = list(Question)
    for one in questions:
        groups.setdefault((one.question, one.group), []).append(one)
    keys = sorted(groups, key=lambda key: order.index(key[0]))
    return tuple(tuple(groups[key]) for key in keys)


def questions_behind(errors: Iterable[ToolcribError]) -> tuple[OpenQuestion, ...]:
    """The open questions that a manifest was refused for."""
    return tuple(one for error in errors if (one := _behind(error.path)) is not None)


def _behind(path: Sequence[str | int]) -> OpenQuestion | None:
    match tuple(path):
        case ("pins", ("mutating" | "ungated") as section, name, *_):
            return OpenQuestion(question=Question.PIN_REASON, name=str(name), capability=section == "ungated")
        case ("tools", name, str(field), *_) if field in FIELDS:
            return OpenQuestion(question=FIELDS[field], name=str(name))
        case ("capabilities", name, "feature", *_):
            return OpenQuestion(question=Question.FEATURE, name=str(name), capability=True)
        case ("agents", name, "empty_selection", *_):
            return OpenQuestion(question=Question.EMPTY_SELECTION, name=str(name))
        case _:
            return None


_LEFT = {
    Question.DESCRIPTION: "what does the tool do?",
    Question.CAPABILITY: "which area of the application does it belong to?",
    Question.MUTATES: "does the call itself commit a change, true or false?",
    Question.AGENT: "which agents may hold it?",
    Question.PIN_REASON: "it is pinned: one sentence, why is that right?",
    Question.FEATURE: "which feature opens the capability, or null for none?",
    Question.EMPTY_SELECTION: "what does a published empty list mean, defaults or none?",
}
_NAMED = 5


def left_open(questions: Iterable[OpenQuestion]) -> tuple[str, ...]:
    """A line for each kind of question that is open: the flag that answers it, the question, and about what it is."""
    groups: dict[tuple[Question, bool], list[str]] = {}
    for one in questions:
        kind = (one.question, one.question is Question.PIN_REASON and one.capability)
        if one.name not in groups.setdefault(kind, []):  # servers may share a tool's name, and the flag answers both
            groups[kind].append(one.name)
    order = list(Question)
    lines = []
    for (question, of_capability), names in sorted(
        groups.items(), key=lambda item: (order.index(item[0][0]), item[0][1])
    ):
        more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
        told = f" ({', '.join(names[:_NAMED])}{more})" if len(names) > 1 else ""
        pattern = f"{'capability:' if of_capability else ''}{names[0] if len(names) == 1 else 'PATTERN'}=…"
        quoted = f"'{pattern}'" if "'" not in pattern else pattern
        lines.append(f"  {question.value} {quoted}  {_LEFT[question]}{told}")
    return tuple(lines)
