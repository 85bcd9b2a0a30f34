"""Answers given in bulk: one pattern and one value settle the same question for many tools.

Room: checks, middle. In: what a person typed after a flag or at a prompt. Out: frozen answers, to ask about a tool.
Touch it when a question gains a kind, or a pattern a new way to name tools.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fnmatch import fnmatchcase

from toolcrib.manifest import ToolcribError, nearest, refuse_feature, refuse_name, refuse_reason


class AnswerError(ToolcribError):
    """An answer that cannot be understood, or that speaks of nothing."""

    code = "answer"


class AnswerProblems(ExceptionGroup[ToolcribError]):
    """Every answer that cannot be used, at once."""

    def derive(self, excs: Sequence[ToolcribError], /) -> AnswerProblems:  # type: ignore[override]  # narrower on purpose
        return AnswerProblems(self.message, list(excs))


class Question(StrEnum):
    """What a person may be asked; the value is the flag that answers it."""

    MUTATES = "--mutates"
    CAPABILITY = "--capability"
    AGENT = "--agent"
    DESCRIPTION = "--description"
    PIN_REASON = "--pin-reason"
    FEATURE = "--feature"
    EMPTY_SELECTION = "--empty-selection"


OF_A_TOOL = frozenset(
    {Question.MUTATES, Question.CAPABILITY, Question.AGENT, Question.DESCRIPTION, Question.PIN_REASON}
)
NOBODY = "nobody"  # the agents of a tool that none may hold, as a person says it; the manifest says []
UNGATED = "null"  # the feature of a capability that has none, spelled as in the manifest
_BOOLEANS = {"true": True, "false": False}
_SELECTIONS = ("defaults", "none")
_KINDS = ("name", "server", "file", "capability")


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """What a pattern can be held against: a tool with its server and files, or the bare name of something else."""

    name: str
    server: str = ""
    files: tuple[str, ...] = ()
    capability: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Pattern:
    """`delete_*`, `server:billing`, `file:app/tools/`, `capability:admin`; `*` and `?` as in a shell."""

    kind: str
    glob: str

    def matches(self, subject: Subject) -> bool:
        if subject.capability != (self.kind == "capability"):
            return False
        if self.kind == "server":
            return fnmatchcase(subject.server, self.glob)
        if self.kind == "file":
            return any(_path_matches(file, self.glob) for file in subject.files)
        return fnmatchcase(subject.name, self.glob)


def _path_matches(path: str, glob: str) -> bool:
    folder = glob.rstrip("/")
    return fnmatchcase(path, glob) or path == folder or path.startswith(folder + "/")


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """One answer; `spelled` is what the person typed, for messages."""

    question: Question
    pattern: Pattern
    value: str
    spelled: str


@dataclass(frozen=True, slots=True)
class Answers:
    """All answers, in the order given; the last one that matches counts."""

    given: tuple[Answer, ...] = ()

    def _value(self, question: Question, subject: Subject) -> str | None:
        for answer in reversed(self.given):
            if answer.question is question and answer.pattern.matches(subject):
                return answer.value
        return None

    def mutates(self, subject: Subject) -> bool | None:
        value = self._value(Question.MUTATES, subject)
        return None if value is None else _BOOLEANS[value]

    def capability(self, subject: Subject) -> str | None:
        return self._value(Question.CAPABILITY, subject)

    def description(self, subject: Subject) -> str | None:
        return self._value(Question.DESCRIPTION, subject)

    def agents(self, subject: Subject) -> tuple[str, ...] | None:
        value = self._value(Question.AGENT, subject)
        if value == NOBODY:
            return ()
        return None if value is None else tuple(dict.fromkeys(part.strip() for part in value.split(",")))

    def pin_reason(self, subject: Subject) -> str | None:
        return self._value(Question.PIN_REASON, subject)

    def feature(self, capability: str) -> str | None:
        """The feature, `UNGATED` for none, or None when nobody answered."""
        return self._value(Question.FEATURE, Subject(name=capability))

    def empty_selection(self, agent: str) -> str | None:
        return self._value(Question.EMPTY_SELECTION, Subject(name=agent))

    def plus(self, more: Iterable[Answer]) -> Answers:
        return Answers((*self.given, *more))


def parse_answer(question: Question, text: str) -> Answer:
    """`PATTERN=VALUE` as typed after the flag."""
    spelled = f"{question.value} {text!r}"
    left, equals, value = text.partition("=")
    left, value = left.strip(), value.strip()
    if not equals or not left:
        raise AnswerError(
            f"{spelled} has no PATTERN=VALUE in it",
            hint=f"write {question.value} 'PATTERN={_example(question)}'",
        )
    kind, colon, glob = left.partition(":")
    if not colon or kind not in _KINDS:
        kind, glob = "name", left
    return Answer(
        question=question,
        pattern=Pattern(kind=kind, glob=glob),
        value=_checked(question, value, spelled),
        spelled=spelled,
    )


def _example(question: Question) -> str:
    examples = {
        Question.MUTATES: "true",
        Question.CAPABILITY: "billing",
        Question.AGENT: "chat,reports",
        Question.DESCRIPTION: "What the tool does.",
        Question.PIN_REASON: "Why an agent may commit this write.",
        Question.FEATURE: "billing",
        Question.EMPTY_SELECTION: "none",
    }
    return examples[question]


def _checked(question: Question, value: str, spelled: str) -> str:
    if question is Question.MUTATES:
        folded = value.lower()
        if folded not in _BOOLEANS:
            raise AnswerError(f"{spelled} answers {value!r}", hint="answer true or false")
        return folded
    if question is Question.EMPTY_SELECTION and value not in _SELECTIONS:
        raise AnswerError(
            f"{spelled} answers {value!r}",
            hint="answer defaults (a published empty list means the defaults) or none (it means no tools)",
        )
    if question is Question.AGENT and any(not part.strip() for part in value.split(",")):
        hint = f"write --agent 'PATTERN=chat,reports', or 'PATTERN={NOBODY}' where none may hold it"
        raise AnswerError(f"{spelled} names an agent with no name", hint=hint)
    if not value:
        raise AnswerError(f"{spelled} answers nothing", hint=f"write {question.value} 'PATTERN={_example(question)}'")
    if why := _refused(question, value):
        raise AnswerError(f"{spelled} cannot stand in the manifest", hint=why)
    return value


def _refused(question: Question, value: str) -> str:
    """Why the manifest would refuse the answer, or "": better said now than by the next check."""
    match question:
        case Question.CAPABILITY:
            why = refuse_name(value)
            return f"the name {value!r} {why}" if why else ""
        case Question.AGENT:
            names = [part.strip() for part in value.split(",")]
            return next((f"the name {name!r} {why}" for name in names if (why := refuse_name(name))), "")
        case Question.FEATURE:
            why = "" if value == UNGATED else refuse_feature(value)
            return f"the key {value!r} {why}" if why else ""
        case Question.PIN_REASON:
            return refuse_reason(value)
        case _:
            return ""


def unused(answers: Answers, subjects: Sequence[Subject], others: Sequence[Subject] = ()) -> tuple[AnswerError, ...]:
    """One error for each answer that speaks of nothing: a typo there would leave its question open unseen.

    `subjects` are tools (and, for pin reasons, capabilities); `others` are the agents and capabilities by name.
    """
    errors: list[AnswerError] = []
    for answer in answers.given:
        pool = subjects if answer.question in OF_A_TOOL else others
        if any(answer.pattern.matches(subject) for subject in pool):
            continue
        known = sorted(_names(answer.pattern.kind, pool))
        close = nearest(answer.pattern.glob, known)
        what = "tool" if answer.question in OF_A_TOOL else _thing(answer.question)
        hint = f"nearest: {', '.join(close)}" if close else f"there are: {', '.join(known[:12]) or 'none'}"
        errors.append(AnswerError(f"{answer.spelled} matches no {what}", hint=hint))
    return tuple(errors)


def _thing(question: Question) -> str:
    return "capability" if question is Question.FEATURE else "agent"


def _names(kind: str, subjects: Sequence[Subject]) -> set[str]:
    if kind == "server":
        return {subject.server for subject in subjects if subject.server}
    if kind == "file":
        return {file for subject in subjects for file in subject.files}
    return {subject.name for subject in subjects if subject.capability == (kind == "capability")}
