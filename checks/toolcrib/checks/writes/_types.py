"""What looking for writes gives: pieces of evidence, each at a place and with the calls that lead to it.

Room: checks, middle. Frozen values only.
Touch it when a rule or `init` needs to know one thing more about a piece of evidence.
Not here: what counts as evidence (`_library_sinks`, `_vocabulary`), how it is found (`_search`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum, StrEnum

from toolcrib.manifest import Location


class Kind(StrEnum):
    """What is written to, in words that a finding can use."""

    SQL = "sql"
    ORM = "orm"
    STORE = "store"  # document and key-value stores, search indexes
    HTTP = "http"
    FILE = "file"
    PROCESS = "process"
    MESSAGE = "message"  # mail, chat
    QUEUE = "queue"
    CLOUD = "cloud"  # an operation of a service's own client library


class Weight(IntEnum):
    """How sure it is. Only `LIKELY` and more contradicts a row.

    CERTAIN: the operation's identity is known through imports, and its arguments say that it writes.
    LIKELY: its shape says so (a name that nothing else has, a verb of a service's client), or its receiver is unknown.
    POSSIBLE: it may as well be something else; shown to a person who is asked, and nowhere else.
    """

    POSSIBLE = 1
    LIKELY = 2
    CERTAIN = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One call on the way to the evidence: the function that is called, and the place of the call."""

    name: str
    at: Location


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """One place where a tool's code commits a write. `path` is the shortest chain of calls to it, empty in the tool
    itself; `text` is what happens there, in words ("`session.commit()` commits a database session").
    """

    kind: Kind
    at: Location
    weight: Weight
    text: str
    path: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """All evidence for one tool, the surest and nearest first. `stopped` is the bound that was hit, "" when none was:
    then nothing is said about what lies behind it. `body` is False where no code of the tool could be found.
    """

    evidence: tuple[Evidence, ...] = ()
    stopped: str = ""
    body: bool = True

    def sure(self) -> tuple[Evidence, ...]:
        """The evidence that contradicts a row which says that nothing is written."""
        return tuple(piece for piece in self.evidence if piece.weight >= Weight.LIKELY)


@dataclass(slots=True)
class Taken:
    """What answers were made of: the words by which files were looked for, and each file that was read, with how."""

    asked: set[str] = field(default_factory=set)
    read: set[tuple[str, str]] = field(default_factory=set)
