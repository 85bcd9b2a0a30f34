"""What the source shows, for people and for programs; no manifest needed.

Room: checks, middle. Pure: a surface in, text or JSON out. The JSON has a version and a model of its own, which the
page surface.md describes: keys may be added to version 1, none changes its meaning.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TypedDict

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


class UnresolvedV1(TypedDict):
    file: str
    line: int
    framework: str
    server: str
    reason: str
    settle: str
    anchor: str
    dynamic: bool


class AgentV1(TypedDict):
    name: str
    file: str
    line: int
    framework: str
    tools: list[str]


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
    return json.dumps(model, ensure_ascii=False, indent=2) + "\n"


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
    return AgentV1(name=one.agent, file=one.at.path, line=one.at.line, framework=one.framework, tools=list(one.tools))


def surface_text(surface: Surface, *, color: bool = False) -> str:
    """One block a server or file: each tool with its place, then what could not be read and what was not."""
    return "".join(f"{line}\n" for line in _lines(surface, color))


def _lines(surface: Surface, color: bool) -> Iterator[str]:
    longest = min(max((len(tool.name) for tool in surface.tools), default=0), 48)
    groups: dict[tuple[str, str], list[Declaration]] = {}
    for tool in surface.tools:
        groups.setdefault((tool.server, tool.framework), []).append(tool)
    for (server, framework), tools in groups.items():
        yield paint(server or "no server", "bold", color=color) + f"  {framework}"
        for tool in tools:
            yield f"  {tool.name.ljust(longest)}  {tool.at.path}:{tool.at.line}{_remarks(tool)}"
        yield ""
    if surface.agents:
        yield paint("agents in code", "bold", color=color)
        for agent in surface.agents:
            held = ", ".join(agent.tools) or "no tools"
            yield f"  {agent.agent or 'unnamed'}  {agent.at.path}:{agent.at.line}  {held}"
        yield ""
    for one in surface.unresolved:
        what = "dynamic" if one.dynamic else "unresolved"
        yield f"{one.at.path}:{one.at.line}: {paint(what, 'red', color=color)}: {one.reason}"
        if one.settle:
            yield f"    readable with: {one.settle}"
        yield f"    anchor: {one.anchor}"
    for note in surface.notes:
        yield f"{note.at.path}:{note.at.line}: note: {note.text}"
    if surface.unresolved or surface.notes:
        yield ""
    if not surface.tools and not surface.unresolved:
        yield "no tool is declared in what was read"
    yield from (f"not read: {one.path} ({_files(one.files)}), {one.why}" for one in surface.not_read)
    yield f"{len(surface.tools)} declarations in {_files(len(surface.files))}, {len(surface.unresolved)} unresolved"


def _files(number: int) -> str:
    return "1 file" if number == 1 else f"{number} files"


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
