"""What `show` shows of one manifest, as a value: the renderers only lay it out.

Room: checks, middle. Pure: what is declared and, where the source was read, what it shows, in; a frozen view out.
Touch it when a thing to look at is missing. Not here: how it looks (`_text`, `_json`, `_markdown`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from toolcrib.checks._documents import AgentFileView
from toolcrib.checks.settings import Acknowledgement
from toolcrib.checks.surface import Declaration, Surface, Unresolved
from toolcrib.manifest import Declared, EmptySelection, Location, ScopedArgument, ToolcribError, nearest


class UnknownFilterError(ToolcribError):
    """A filter names something that the manifest does not declare."""

    code = "unknown-filter"


class FilterProblems(ExceptionGroup[ToolcribError]):
    """Every filter that names nothing, at once."""

    def derive(self, excs: Sequence[ToolcribError], /) -> FilterProblems:  # type: ignore[override]  # narrower on purpose
        return FilterProblems(self.message, list(excs))


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """What to show; nothing set shows everything."""

    agents: tuple[str, ...] = ()
    capabilities: tuple[str, ...] = ()
    mutates: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentView:
    name: str
    empty_selection: EmptySelection
    runtime_source: str
    runtime_tools: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CapabilityView:
    """`feature` is None for an ungated one; `reason` is its pin's, None when nobody pinned it."""

    name: str
    feature: str | None
    reason: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolView:
    """One row; `reason` is its pin's. `declarations` are the places in code, empty when the source was not read."""

    name: str
    description: str
    capability: str
    feature: str | None
    mutates: bool
    reason: str | None
    agents: tuple[str, ...]
    scope: Mapping[str, ScopedArgument]
    whole_workspace: bool
    result_limit: int
    row: Location
    declarations: tuple[Declaration, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A manifest to look at. `undeclared` and `unresolved` stand in the source and have no row."""

    name: str
    path: str
    pins_path: str
    agents: tuple[AgentView, ...]
    capabilities: tuple[CapabilityView, ...]
    tools: tuple[ToolView, ...]
    source_read: bool
    undeclared: tuple[Declaration, ...]
    unresolved: tuple[Unresolved, ...]
    acknowledged: frozenset[str] = frozenset()
    agent_files: tuple[AgentFileView, ...] = ()

    @property
    def writers(self) -> tuple[ToolView, ...]:
        return tuple(tool for tool in self.tools if tool.mutates)

    @property
    def ungated(self) -> tuple[CapabilityView, ...]:
        return tuple(one for one in self.capabilities if one.feature is None)

    @property
    def phantoms(self) -> tuple[ToolView, ...]:
        """Rows that the source does not show, so far as it was read."""
        if not self.source_read:
            return ()
        return tuple(tool for tool in self.tools if not tool.declarations and tool.name not in self.acknowledged)


def view(
    declared: Declared,
    surface: Surface | None,
    filters: Filters,
    *,
    name: str = "",
    acknowledged: Sequence[Acknowledgement] = (),
    agent_files: Sequence[AgentFileView] = (),
) -> View:
    """`acknowledged` are registrations that cannot be read and that a person has settled.

    `agent_files` are the AGENT.md that the manifest answers for.
    """
    settled = {(word.file, word.anchor) for word in acknowledged}
    manifest = declared.manifest
    _refuse_unknown(filters, declared)
    by_name: dict[str, list[Declaration]] = {}
    for declaration in surface.tools if surface else ():
        by_name.setdefault(declaration.name, []).append(declaration)
    tools = tuple(
        ToolView(
            name=tool,
            description=row.description,
            capability=row.capability,
            feature=manifest.capabilities[row.capability].feature,
            mutates=row.mutates,
            reason=manifest.pins.mutating.get(tool),
            agents=tuple(agent for agent in manifest.agents if agent in row.agents),
            scope=row.scope,
            whole_workspace=row.whole_workspace,
            result_limit=row.result_limit or manifest.result_limit,
            row=declared.at("tools", tool),
            declarations=tuple(by_name.get(tool, ())),
        )
        for tool, row in sorted(manifest.tools.items())
        if _kept(row.agents, row.capability, row.mutates, filters)
    )
    shown = {tool.capability for tool in tools}
    runtime = {tool for agent in manifest.agents.values() if agent.runtime_tools for tool in agent.runtime_tools.tools}
    missing = tuple(d for n, found in sorted(by_name.items()) if n not in manifest.tools for d in found[:1])
    whole = filters == Filters()
    return View(
        name=name,
        path=declared.path,
        pins_path=declared.pins_path,
        agents=tuple(
            AgentView(
                name=agent,
                empty_selection=one.empty_selection,
                runtime_source=one.runtime_tools.source if one.runtime_tools else "",
                runtime_tools=one.runtime_tools.tools if one.runtime_tools else (),
            )
            for agent, one in manifest.agents.items()
            if not filters.agents or agent in filters.agents
        ),
        capabilities=tuple(
            CapabilityView(name=one, feature=capability.feature, reason=manifest.pins.ungated.get(one))
            for one, capability in manifest.capabilities.items()
            if whole or one in shown
        ),
        tools=tools,
        source_read=surface is not None,
        undeclared=tuple(d for d in missing if d.name not in runtime) if whole else (),
        unresolved=tuple(u for u in surface.unresolved if (u.at.path, u.anchor) not in settled)
        if surface is not None and whole
        else (),
        acknowledged=frozenset(tool for word in acknowledged for tool in word.tools),
        agent_files=tuple(agent_files) if whole else (),
    )


def _kept(agents: Iterable[str], capability: str, mutates: bool, filters: Filters) -> bool:
    return (
        (not filters.agents or not set(filters.agents).isdisjoint(agents))
        and (not filters.capabilities or capability in filters.capabilities)
        and (filters.mutates is None or filters.mutates == mutates)
    )


def _refuse_unknown(filters: Filters, declared: Declared) -> None:
    manifest = declared.manifest
    wanted = (("agent", filters.agents, manifest.agents), ("capability", filters.capabilities, manifest.capabilities))
    problems: list[ToolcribError] = []
    for what, names, known in wanted:
        for unknown in (one for one in names if one not in known):
            close = nearest(unknown, known)
            hint = f"Nearest: {', '.join(close)}." if close else f"Declared: {', '.join(known) or 'none'}."
            problems.append(UnknownFilterError(f"no {what} `{unknown}` is declared in {declared.path}", hint=hint))
    if problems:
        raise FilterProblems("nothing to show", problems)
