"""What a fix comes down to, as values.

Room: checks, middle. Frozen values only.
"""

from __future__ import annotations

from dataclasses import dataclass

from toolcrib.manifest import FileChange, Location


@dataclass(frozen=True, slots=True, order=True, kw_only=True)
class Undecided:
    """Something that only a person can settle: where, what, and the line or command that would."""

    at: Location
    what: str
    way_out: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FixPlan:
    """The files to change, what that does in words, what it leaves open, and how many questions it drafts."""

    changes: tuple[FileChange, ...] = ()
    done: tuple[str, ...] = ()
    undecided: tuple[Undecided, ...] = ()
    questions: int = 0
