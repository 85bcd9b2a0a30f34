"""Say that the work could not be done, where, and what to do next.

Room: manifest. Every error that toolcrib raises on purpose descends from `ToolcribError`; the other rooms add theirs.
A group (`ManifestProblems`) carries everything that a person can fix in one go.
Not here: findings, which are returned and never raised (`toolcrib.checks`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from toolcrib.manifest._location import Location

_LONGEST_KEY = 80
MAX_PROBLEMS = 100  # more than a person reads; what is left out is counted, never silent


class ProblemCode(StrEnum):
    """What kind of problem it is, for programs; the message is for people."""

    UNREADABLE = "unreadable"  # no such file, not a file, no permission, wrong kind of file
    ENCODING = "encoding"  # not UTF-8, or it starts with a byte order mark
    TOO_LARGE = "too-large"  # too many bytes, too deep, too many values
    HIDDEN_CHARACTER = "hidden-character"  # control, invisible or direction-changing characters
    SYNTAX = "syntax"  # not YAML, not Python
    REFUSED_SYNTAX = "refused-syntax"  # YAML that a manifest does without: anchors, tags, merge keys, several documents
    NOT_STATIC = "not-static"  # Python that cannot be read without running it
    DUPLICATE = "duplicate"  # one name twice
    AMBIGUOUS = "ambiguous-value"  # yes, on, 010, an empty value: read differently by different readers
    MISSING_KEY = "missing-key"
    UNKNOWN_KEY = "unknown-key"
    WRONG_TYPE = "wrong-type"
    BAD_VALUE = "bad-value"
    BAD_NAME = "bad-name"
    UNKNOWN_NAME = "unknown-name"
    OPEN_QUESTION = "open-question"  # `???` is still where a person has to decide
    BAD_REASON = "bad-reason"  # a pin's reason is a placeholder
    EDIT_REFUSED = "edit-refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One thing that is wrong, as a value: what the pure steps return and the groups are made of."""

    code: ProblemCode
    message: str
    path: tuple[str | int, ...] = ()  # keys from the top; an int is a place in a list
    hint: str = ""
    at: Location | None = None
    at_key: bool = False  # it speaks of the key, not of the value


def key_path(path: Iterable[str | int]) -> str:
    """`tools.list_schedules.agents[1]`: the keys from the top of the file, as people write them."""
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part}]"
        else:
            cut = part if len(part) <= _LONGEST_KEY else part[: _LONGEST_KEY - 1] + "…"
            name = (
                cut
                if cut.replace("-", "_").replace("_", "a").isalnum()
                else json.dumps(cut, ensure_ascii=not cut.isprintable())
            )
            text += f".{name}" if text else name
    return text


class ToolcribError(Exception):
    """Base of every error raised on purpose.

    * ManifestError   the manifest cannot be used
    * PinError        the pins file cannot be used
    * EditError       an edit cannot be made; nothing was written

    `code` names the kind, `at` the place, `path` the keys that lead there, `hint` the next step.
    """

    code: str = "error"

    def __init__(
        self,
        message: str,
        *,
        at: Location | None = None,
        hint: str = "",
        code: str = "",
        path: tuple[str | int, ...] = (),
    ) -> None:
        super().__init__(message)
        self.message, self.at, self.hint, self.path = message, at, hint, path
        if code:
            self.code = code

    def __str__(self) -> str:
        where = f"{self.at}: " if self.at else ""
        keys = f"  [{key_path(self.path)}]" if self.path else ""
        return f"{where}{self.message}{keys}" + (f"\n    {self.hint}" if self.hint else "")

    @classmethod
    def of(cls, problem: Problem) -> Self:
        return cls(
            problem.message,
            at=problem.at,
            hint=problem.hint,
            code=problem.code.value,
            path=problem.path,
        )


class ManifestError(ToolcribError):
    """The manifest cannot be used."""

    code = "manifest"


class PinError(ToolcribError):
    """The pins file cannot be used."""

    code = "pins"


class EditError(ToolcribError):
    """An edit cannot be made. Nothing was written."""

    code = ProblemCode.EDIT_REFUSED.value


class ManifestProblems(ExceptionGroup[ToolcribError]):
    """Everything that is wrong with a manifest and its pins, in the order of the files."""

    def derive(self, excs: Sequence[ToolcribError], /) -> ManifestProblems:  # type: ignore[override]  # narrower on purpose
        return ManifestProblems(self.message, list(excs))

    @property
    def errors(self) -> tuple[ToolcribError, ...]:
        """The errors, one by one; they are never groups themselves."""
        return tuple(error for error in self.exceptions if isinstance(error, ToolcribError))

    @classmethod
    def of(cls, what: str, problems: Iterable[Problem]) -> ManifestProblems:
        """The group for `problems`, the first `MAX_PROBLEMS` of them in full. `what` is named if they name no file."""
        listed = list(problems)
        where = sorted({problem.at.path for problem in listed if problem.at})
        what = " and ".join(where) if 1 <= len(where) <= 2 else what
        shown: list[ToolcribError] = [
            (PinError if p.path[:1] == ("pins",) else ManifestError).of(p) for p in listed[:MAX_PROBLEMS]
        ]
        if len(listed) > MAX_PROBLEMS:
            rest = f"{len(listed) - MAX_PROBLEMS} more problems are not shown"
            shown.append(ManifestError(rest, hint="Fix these first, then run it again.", code="more-problems"))
        count = "1 problem" if len(listed) == 1 else f"{len(listed)} problems"
        return cls(f"{count} in {what}", shown)
