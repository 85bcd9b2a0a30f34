"""A drafted manifest: rows whose open questions are values of their own.

Room: checks, middle. Frozen values only. A drafted row is no `ToolRow`: a row may not be open, a draft may.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from toolcrib.manifest import OPEN_QUESTION


class Open(Enum):
    """A question that only a person can answer; written as `???`, which `check` refuses."""

    QUESTION = OPEN_QUESTION


OPEN = Open.QUESTION
Text: TypeAlias = "str | Open"


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftRow:
    """One tool. `agents` is OPEN when nobody said who may hold it; `reason` is the pin's, for a writer."""

    name: str
    description: Text
    capability: Text
    mutates: bool | Open
    agents: tuple[str, ...] | Open
    reason: Text = OPEN
    hint: str = ""  # what the code suggests for an open `mutates`
    hinted: str = ""  # the hint in code that `mutates` was taken from, as it is spelled
    place: str = ""  # file:line, for the comments and prompts

    @property
    def questions(self) -> tuple[str, ...]:
        """The fields still open, in the order they are written; a pinned writer's reason is one of them."""
        named = (
            ("description", self.description),
            ("capability", self.capability),
            ("mutates", self.mutates),
            ("agents", self.agents),
        )
        fields = tuple(name for name, value in named if value is OPEN)
        return (*fields, "pin reason") if self.mutates is True and self.reason is OPEN else fields


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftAgent:
    """`bound` are its names in code, where the manifest has to spell it otherwise."""

    name: str
    empty_selection: Text
    bound: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftCapability:
    """`feature` is None for an ungated one, whose pin then needs `reason`."""

    name: str
    feature: str | Open | None
    reason: Text = OPEN

    @property
    def questions(self) -> tuple[str, ...]:
        if self.feature is OPEN:
            return ("feature",)
        return ("pin reason",) if self.feature is None and self.reason is OPEN else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftManifest:
    """One manifest with the source it covers (empty: everything that is read)."""

    name: str
    source: tuple[str, ...]
    agents: tuple[DraftAgent, ...]
    capabilities: tuple[DraftCapability, ...]
    rows: tuple[DraftRow, ...]

    @property
    def questions(self) -> int:
        agents = sum(agent.empty_selection is OPEN for agent in self.agents)
        capabilities = sum(len(one.questions) for one in self.capabilities)
        return agents + capabilities + sum(len(row.questions) for row in self.rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftAcknowledgement:
    """A registration that cannot be read: a person makes it readable, or says what it registers and why it may stay."""

    file: str
    anchor: str
    line: int
    reason: str
    settle: str
    dynamic: bool
    maybe_nothing: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """What `init` would write, as values."""

    manifests: tuple[DraftManifest, ...]
    acknowledgements: tuple[DraftAcknowledgement, ...]
    remarks: tuple[str, ...]

    @property
    def questions(self) -> int:
        return sum(manifest.questions for manifest in self.manifests)
