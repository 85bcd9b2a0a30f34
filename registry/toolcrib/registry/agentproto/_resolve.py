"""Resolve what an agent lists to what runs it: each entry, in order, to the first tier that has it, with the reason.

Room: registry, middle. Pure: entries, what the host gives, and the daemon's list in, a `Resolution` out; never raises.
One outcome for each entry: nothing is dropped without a word. It grants nothing: whether an agent may call a tool is
the decision of its session, as for every tool.
Touch it when upstream gets another tier. Not here: running (`_executors`), remarks for people (`_review`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final, TypeAlias, final

from toolcrib.registry.agentproto._agent import AgentFile
from toolcrib.registry.agentproto._entries import Form, ToolEntry
from toolcrib.registry.agentproto._vocabulary import (
    AMBIENT_TOOLS,
    AMBIENT_WITH_MODES,
    EXEC_TOOLS,
    IMPORTED,
    NO_EXEC_VARIABLE,
    NO_MODES_VARIABLE,
    STRIPPED,
    SUBAGENT_TOOLS,
    WORKSPACE_TOOLS,
)


class Tier(StrEnum):
    """What an entry comes to, in the order in which it is looked for."""

    WORKSPACE = "workspace"
    SUBAGENT = "subagent"
    DAEMON = "daemon"
    STUB = "stub"  # keeps its name, and fails at once when it is called
    DROPPED = "dropped"  # no id can be read from it, so there is no name to keep


class Why(StrEnum):
    """The reason of an outcome: a stable code."""

    WORKSPACE_TOOL = "workspace-tool"
    SUBAGENT_TOOL = "subagent-tool"
    SUBAGENT_WITHOUT_DAEMON = "subagent-without-daemon"
    DAEMON_TOOL = "daemon-tool"
    UNKNOWN_ID = "unknown-id"
    DAEMON_UNREACHABLE = "daemon-unreachable"
    MODES_OFF = "modes-off"
    WITHHELD = "withheld"
    STRIPPED = "stripped"
    GLOB = "glob"
    FOREIGN_PREFIX = "foreign-prefix"
    UI_ONLY = "ui-only"
    URI = "uri"
    UNREAD_FORM = "unread-form"
    EMPTY_ID = "empty-id"
    NO_ID = "no-id"


WORDS: Final[Mapping[Why, str]] = MappingProxyType(
    {
        Why.WORKSPACE_TOOL: "a tool of the local workspace",
        Why.SUBAGENT_TOOL: "one of the curated tools for sub-agents",
        Why.SUBAGENT_WITHOUT_DAEMON: "one of the curated tools for sub-agents; no daemon answers, so its calls fail",
        Why.DAEMON_TOOL: "a tool that the daemon lists under exactly this name",
        Why.UNKNOWN_ID: "no workspace tool, no sub-agent tool and no tool of the daemon has this name",
        Why.DAEMON_UNREACHABLE: "no local tool, and the daemon could not be asked: {subject}",
        Why.MODES_OFF: "no workspace tool, and modes are off, so no daemon is asked",
        Why.WITHHELD: "a workspace tool that this host withholds; its namesake elsewhere is no way around it",
        Why.STRIPPED: "the daemon gives this tool to no agent",
        Why.GLOB: "ids are looked up letter by letter: a pattern is nobody's name",
        Why.FOREIGN_PREFIX: "the prefix is another client's; the daemon's tools have bare names here",
        Why.UI_ONLY: "this form is for `ui.tools`; an agent lists `mcp_imported_call`",
        Why.URI: "addresses are not followed here: only bare ids are looked up",
        Why.UNREAD_FORM: "tools are looked up by id, and a file or an inline tool has none that is read",
        Why.EMPTY_ID: "the id is empty",
        Why.NO_ID: "no id can be read from it",
    }
)


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class DaemonTool:
    """One tool of the daemon's list. `schema` is as it came, None where none did."""

    name: str
    description: str = ""
    schema: Mapping[str, Any] | None = None


@final
@dataclass(frozen=True, slots=True)
class DaemonTools:
    """The daemon answered: these are all of its tools, by name."""

    tools: Mapping[str, DaemonTool]

    @classmethod
    def of(cls, *names: str) -> DaemonTools:
        """Of names alone, where nothing else is known."""
        return cls(MappingProxyType({name: DaemonTool(name=name) for name in names}))


@final
@dataclass(frozen=True, slots=True)
class NoDaemon:
    """The daemon could not be asked, and why: that is not an empty list."""

    why: str


Daemon: TypeAlias = DaemonTools | NoDaemon


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Host:
    """What the process that runs the agent gives. `extra_tools` count as workspace tools."""

    exec_allowed: bool = True
    modes: bool = True
    extra_tools: frozenset[str] = frozenset()

    @classmethod
    def from_environment(cls, environment: Mapping[str, str], *, extra_tools: frozenset[str] = frozenset()) -> Host:
        """As upstream reads it: any text but the empty one turns a thing off, "0" and "false" included."""
        return cls(
            exec_allowed=not environment.get(NO_EXEC_VARIABLE),
            modes=not environment.get(NO_MODES_VARIABLE),
            extra_tools=extra_tools,
        )

    @property
    def workspace_tools(self) -> frozenset[str]:
        return WORKSPACE_TOOLS | self.extra_tools | (EXEC_TOOLS if self.exec_allowed else frozenset())


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Resolved:
    """One entry and what it comes to. `upstream` is the tier that upstream takes, where it is another one."""

    entry: ToolEntry
    tier: Tier
    why: Why
    subject: str = ""
    upstream: Tier | None = None

    @property
    def name(self) -> str:
        return self.entry.id

    @property
    def words(self) -> str:
        return WORDS[self.why].replace("{subject}", self.subject)


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Resolution:
    """Every entry of one agent, in its order. `ambient` is what upstream's sessions have besides, and ours do not."""

    agent: str
    entries: tuple[Resolved, ...]
    daemon: Daemon
    ambient: tuple[str, ...] = field(default=())

    @property
    def names(self) -> tuple[str, ...]:
        """The ids that the model sees, each once, stubs included."""
        return tuple(dict.fromkeys(one.name for one in self.entries if one.tier is not Tier.DROPPED))

    def of(self, tier: Tier) -> tuple[Resolved, ...]:
        return tuple(one for one in self.entries if one.tier is tier)


def resolve_tools(agent: AgentFile, *, daemon: Daemon, host: Host = Host()) -> Resolution:
    """What each entry of the agent's `tools` comes to."""
    local = host.workspace_tools
    entries = tuple(_resolve(entry, local, host, daemon) for entry in agent.tools)
    declared = {one.name for one in entries}
    ambient = [*sorted(local), *AMBIENT_TOOLS]
    if host.modes:
        ambient += [*sorted(SUBAGENT_TOOLS), *AMBIENT_WITH_MODES]
    return Resolution(
        agent=agent.id,
        entries=entries,
        daemon=daemon,
        ambient=tuple(name for name in dict.fromkeys(ambient) if name not in declared),
    )


def _resolve(entry: ToolEntry, local: frozenset[str], host: Host, daemon: Daemon) -> Resolved:
    name = entry.id
    if not name:
        if entry.form in (Form.FILE, Form.INLINE):
            return Resolved(entry=entry, tier=Tier.DROPPED, why=Why.UNREAD_FORM)
        return Resolved(entry=entry, tier=Tier.DROPPED, why=Why.EMPTY_ID if entry.is_empty else Why.NO_ID)
    if name in local:
        return Resolved(entry=entry, tier=Tier.WORKSPACE, why=Why.WORKSPACE_TOOL)
    served = host.modes and isinstance(daemon, DaemonTools) and name in daemon.tools
    around = Tier.DAEMON if served else None
    if name in EXEC_TOOLS:
        return Resolved(entry=entry, tier=Tier.STUB, why=Why.WITHHELD, upstream=around)
    if host.modes and name in SUBAGENT_TOOLS:
        alone = isinstance(daemon, NoDaemon)
        found = Why.SUBAGENT_WITHOUT_DAEMON if alone else Why.SUBAGENT_TOOL
        return Resolved(entry=entry, tier=Tier.SUBAGENT, why=found)
    if name == STRIPPED:
        return Resolved(entry=entry, tier=Tier.STUB, why=Why.STRIPPED, upstream=around)
    if served:
        return Resolved(entry=entry, tier=Tier.DAEMON, why=Why.DAEMON_TOOL)
    if (why := _never(name)) is not None:
        return Resolved(entry=entry, tier=Tier.STUB, why=why)
    if not host.modes:
        return Resolved(entry=entry, tier=Tier.STUB, why=Why.MODES_OFF)
    if isinstance(daemon, NoDaemon):
        return Resolved(entry=entry, tier=Tier.STUB, why=Why.DAEMON_UNREACHABLE, subject=daemon.why)
    return Resolved(entry=entry, tier=Tier.STUB, why=Why.UNKNOWN_ID)


_URI: Final = re.compile(r"[a-z][a-z0-9+.-]*://|tool:")


def _never(name: str) -> Why | None:
    """Why an id of this form is nobody's name, whatever the daemon lists."""
    if name.startswith(IMPORTED):
        return Why.UI_ONLY
    if name.startswith(("mcp__", "mcp:")):
        return Why.FOREIGN_PREFIX
    if _URI.match(name):
        return Why.URI
    return Why.GLOB if set("*?!") & set(name) else None
