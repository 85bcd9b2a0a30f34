"""What was listed, and how it differs from the source.

Room: checks, middle. Frozen values only. Touch it when a listing or a difference gains something that is compared.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from toolcrib.checks.surface import HintName
from toolcrib.manifest import Location, ToolcribError

MCP_HINTS = frozenset({HintName.READ_ONLY, HintName.DESTRUCTIVE, HintName.IDEMPOTENT, HintName.OPEN_WORLD})


class OracleError(ToolcribError):
    """What is really offered could not be found out: not started, too late, a bad handshake, half a listing."""

    code = "oracle"


class Holder(StrEnum):
    """What kind of thing was asked: it decides which part of the source its tools are looked for in."""

    SERVER = "server"
    AGENT = "agent"
    TOOLS = "tools"  # a list, a toolset, a toolkit: nothing in it says where it belongs


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveTool:
    """One tool as it is really offered; `hints` holds only what it states."""

    name: str
    description: str | None = None
    hints: tuple[tuple[HintName, bool], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """A whole listing, never a part of one.

    `target` is what was started, as a person would type it. `names` are what it is called: by itself, then by the
    code that holds it; `module` is where an import found it. `shows` are the hints that a listing of this kind can
    state at all: others are not compared. `remarks` are worth saying and change nothing.
    """

    tools: tuple[LiveTool, ...]
    target: str
    holder: Holder = Holder.SERVER
    names: tuple[str, ...] = ()
    module: str = ""
    shows: frozenset[HintName] = MCP_HINTS
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """Which part of the surface counts; nothing chosen: the server or agent that calls itself what was listed."""

    servers: tuple[str, ...] = ()
    agents: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()

    @property
    def is_made(self) -> bool:
        return bool(self.servers or self.agents or self.paths)


class Kind(StrEnum):
    """How the two sides differ."""

    ONLY_IN_SOURCE = "only-in-source"
    ONLY_LIVE = "only-live"
    DESCRIPTION = "description"
    HINT = "hint"
    LISTED_TWICE = "listed-twice"


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """What the static side had said itself, and where: a difference that it announced contradicts nothing."""

    text: str
    at: Location | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One difference. `source` and `live` are the two texts or values, None where a side has nothing to say."""

    kind: Kind
    tool: str
    message: str
    places: tuple[Location, ...] = ()
    source: str | None = None
    live: str | None = None
    explained: Explanation | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The comparison. `alike` are the tools of both sides that differ in nothing; `not_compared` says how many
    declarations belong to other servers or agents; `texts_unread` are tools whose text in code cannot be read.
    """

    listing: Listing
    differences: tuple[Difference, ...] = ()
    alike: tuple[str, ...] = ()
    wanted: int = 0
    compared: tuple[str, ...] = ()
    not_compared: tuple[tuple[str, int], ...] = ()
    texts_unread: tuple[str, ...] = ()

    @property
    def contradictions(self) -> tuple[Difference, ...]:
        return tuple(one for one in self.differences if one.explained is None)

    @property
    def announced(self) -> tuple[Difference, ...]:
        return tuple(one for one in self.differences if one.explained is not None)

    def exit_code(self, *, strict: bool = False) -> int:
        """1 where the two sides contradict each other; with `strict`, where they differ at all."""
        return 1 if (self.differences if strict else self.contradictions) else 0
