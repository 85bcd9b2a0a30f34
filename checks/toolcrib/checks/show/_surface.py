"""What the source shows, for people and for programs; no manifest needed.

Room: checks, middle. Pure: a surface in, text or JSON out. The JSON has a version and a model of its own, which the
page surface.md describes: keys may be added to version 1, none changes its meaning.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TypedDict

from toolcrib.checks.reports._plain import plain, unobeyed
from toolcrib.checks.show._paint import paint
from toolcrib.checks.surface import AgentBinding, Declaration, Surface, Unresolved
from toolcrib.manifest import Location


class SpanV1(TypedDict):
    file: str
    line: int
    column: int
    end_line: int
    end_column: int


class DescriptionV1(TypedDict):
    text: str | None
    source: str
    at: SpanV1


class HintV1(TypedDict):
    name: str
    value: bool
    spelled: str
    at: SpanV1


class ArgumentV1(TypedDict):
    name: str
    file: str
    line: int


class ToolV1(TypedDict):
    name: str
    declared_name: str
    file: str
    line: int
    end_line: int
    registered: SpanV1
    framework: str
    server: str
    function: str
    description: DescriptionV1
    hints: list[HintV1]
    condition: str
    configurable: str
    agents: list[str]
    arguments: list[ArgumentV1]
    arguments_complete: bool


class UnresolvedV1(TypedDict):
    file: str
    line: int
    framework: str
    server: str
    reason: str
    settle: str
    anchor: str
    dynamic: bool


class HeldV1(TypedDict):
    name: str
    file: str
    line: int
    condition: str
    allowlists: list[str]


class AgentV1(TypedDict):
    name: str
    file: str
    line: int
    framework: str
    tools: list[str]
    places: list[str]
    held: list[HeldV1]
    more: str


class NotReadV1(TypedDict):
    path: str
    files: int
    why: str


class NoteV1(TypedDict):
    file: str
    line: int
    text: str


class SurfaceV1(TypedDict):
    version: int
    tools: list[ToolV1]
    unresolved: list[UnresolvedV1]
    agents: list[AgentV1]
    notes: list[NoteV1]
    read: list[str]
    not_read: list[NotReadV1]


def surface_json(surface: Surface) -> str:
    model = SurfaceV1(
        version=1,
        tools=[_tool(one) for one in surface.tools],
        unresolved=[_unresolved(one) for one in surface.unresolved],
        agents=[_agent(one) for one in surface.agents],
        notes=[NoteV1(file=one.at.path, line=one.at.line, text=one.text) for one in surface.notes],
        read=list(surface.files),
        not_read=[NotReadV1(path=one.path, files=one.files, why=one.why) for one in surface.not_read],
    )
    return json.dumps(model, indent=2) + "\n"


def _span(at: Location) -> SpanV1:
    return SpanV1(
        file=at.path, line=at.line, column=at.column, end_line=at.end_line or at.line, end_column=at.end_column
    )


def _tool(one: Declaration) -> ToolV1:
    return ToolV1(
        name=one.name,
        declared_name=one.declared_name,
        file=one.at.path,
        line=one.at.line,
        end_line=one.at.end_line or one.at.line,
        registered=_span(one.site),
        framework=one.framework,
        server=one.server,
        function=one.function,
        description=DescriptionV1(
            text=one.description.sent, source=one.description.source.value, at=_span(one.description.at)
        ),
        hints=[
            HintV1(name=hint.name.value, value=hint.value, spelled=hint.spelled, at=_span(hint.at))
            for hint in one.hints
        ],
        condition=one.condition,
        configurable=one.configurable,
        agents=list(one.agents),
        arguments=[ArgumentV1(name=a.name, file=a.at.path, line=a.at.line) for a in one.arguments.items],
        arguments_complete=one.arguments.complete,
    )


def _unresolved(one: Unresolved) -> UnresolvedV1:
    return UnresolvedV1(
        file=one.at.path,
        line=one.at.line,
        framework=one.framework,
        server=one.server,
        reason=one.reason,
        settle=one.settle,
        anchor=one.anchor,
        dynamic=one.dynamic,
    )


def _agent(one: AgentBinding) -> AgentV1:
    return AgentV1(
        name=one.agent,
        file=one.at.path,
        line=one.at.line,
        framework=one.framework,
        tools=list(one.tools),
        places=list(one.places),
        held=[
            HeldV1(
                name=held.name,
                file=held.at.path,
                line=held.at.line,
                condition=held.condition,
                allowlists=list(dict.fromkeys(grant.agent for grant in held.grants)),
            )
            for held in one.held
        ],
        more=one.more,
    )


def surface_text(surface: Surface, *, color: bool = False) -> str:
    """One block a server: each tool with its place, then what could not be read and what was not."""
    return unobeyed("".join(f"{line}\n" for line in _lines(surface, color)))


def _lines(surface: Surface, color: bool) -> Iterator[str]:
    groups: dict[tuple[str, str], list[Declaration]] = {}
    for tool in surface.tools:
        groups.setdefault((tool.server, tool.framework), []).append(tool)
    for (server, framework), tools in groups.items():
        longest = min(max(len(tool.name) for tool in tools), 48)
        yield paint(plain(server) or "no server", "bold", color=color) + f"  {framework}"
        for tool in tools:
            yield plain(f"  {tool.name.ljust(longest)}  {_at(tool.at)}{_remarks(tool)}")
        yield ""
    if surface.agents:
        yield paint("agents in code", "bold", color=color)
        for agent in surface.agents:
            held = ", ".join(agent.tools) or "no tools"
            yield plain(f"  {agent.agent or 'unnamed'}  {_at(agent.at)}  {held}")
        yield ""
    for one in surface.unresolved:
        yield from _unread(one, color)
    for note in surface.notes:
        yield plain(f"{_at(note.at)}: note: {note.text}")
    if surface.unresolved or surface.notes:
        yield ""
    if not surface.tools and not surface.unresolved:
        yield "no tool is declared in what was read"
    yield from (plain(f"not read: {one.path} ({_count(one.files, 'file')}), {one.why}") for one in surface.not_read)
    names = {tool.name for tool in surface.tools}
    looked = f"{_count(len(names), 'tool')} in {_count(len(surface.files), 'file')}"
    again = f" ({len(surface.tools)} declarations)" if len(names) != len(surface.tools) else ""
    yield f"{looked}{again}, {len(surface.unresolved)} unresolved"


def _unread(one: Unresolved, color: bool) -> Iterator[str]:
    what = "dynamic" if one.dynamic else "unresolved"
    yield f"{plain(_at(one.at))}: {paint(what, 'red', color=color)}: {plain(one.reason)}"
    if one.settle:
        yield plain(f"    readable with: {one.settle}")
    yield plain(f"    anchor: {one.anchor}")


def _at(place: Location) -> str:
    return f"{place.path}:{place.line}"


def _count(number: int, thing: str) -> str:
    return f"1 {thing}" if number == 1 else f"{number} {thing}s"


def _remarks(tool: Declaration) -> str:
    said = [f"{hint.name.value}={'yes' if hint.value else 'no'}" for hint in tool.hints]
    if tool.declared_name != tool.name:
        said.append(f"declared as {tool.declared_name}")
    if tool.condition:
        said.append(f"if {tool.condition}")
    if tool.configurable:
        said.append(tool.configurable)
    said += [f"agent {agent}" for agent in tool.agents]
    return f"  ({', '.join(' '.join(one.split()) for one in said)})" if said else ""
