"""Three read-only tools over the specification book, written against the protocol's own types."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import mcp.types as types
from mcp.server.lowlevel import Server

from connect.workspace import WORKSPACE
from toolcrib.registry import AsyncSession
from toolcrib.registry.adapters.mcp import hold

READ_ONLY = types.ToolAnnotations(read_only_hint=True)
PROJECT = {"project_id": {"type": "string", "description": "The project whose book is read."}}


def _schema(**properties: dict[str, str]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties)}


TOOLS = [
    types.Tool(
        name="search_specs",
        description="Search the specification book of a project.",
        input_schema=_schema(words={"type": "string"}, **PROJECT),
        annotations=READ_ONLY,
    ),
    types.Tool(
        name="get_spec_section",
        description="Read one section of the specification book.",
        input_schema=_schema(section={"type": "string"}, **PROJECT),
        annotations=READ_ONLY,
    ),
]


async def list_tools(ctx: Any, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
    submittals = types.Tool(
        name="list_submittals",
        description="List the submittals that the specification book asks for.",
        input_schema=_schema(**PROJECT),
        annotations=types.ToolAnnotations(read_only_hint=True, open_world_hint=False),
    )
    return types.ListToolsResult(tools=[*TOOLS, submittals])


async def call_tool(ctx: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
    handler = HANDLERS.get(params.name)
    if handler is None:
        return types.CallToolResult(content=[types.TextContent(text=f"no tool {params.name!r}")], is_error=True)
    text = json.dumps(handler(params.arguments or {}))
    return types.CallToolResult(content=[types.TextContent(text=text)])


def _search(arguments: Mapping[str, Any]) -> list[str]:
    folded = str(arguments["words"]).casefold()
    rows = [s for s in WORKSPACE.specs.values() if s.project_id == arguments["project_id"]]
    return [s.section for s in rows if folded in f"{s.title} {s.text}".casefold()]


def _section(arguments: Mapping[str, Any]) -> str:
    rows = [s for s in WORKSPACE.specs.values() if s.project_id == arguments["project_id"]]
    return next((s.text for s in rows if s.section == arguments["section"]), "")


def _submittals(arguments: Mapping[str, Any]) -> list[str]:
    rows = [s for s in WORKSPACE.specs.values() if s.project_id == arguments["project_id"]]
    return [f"{s.section}: {name}" for s in rows for name in s.submittals]


HANDLERS: dict[str, Callable[[Mapping[str, Any]], Any]] = {
    "search_specs": _search,
    "get_spec_section": _section,
    "list_submittals": _submittals,
}


def serve(session: AsyncSession | Callable[[Any], AsyncSession]) -> Server[Any]:
    """The server, of which each caller sees and calls what the session offers."""
    held: Server[Any] = Server("specs", on_list_tools=list_tools, on_call_tool=call_tool)
    hold(held, session)
    return held


server: Server[Any] = Server("specs", on_list_tools=list_tools, on_call_tool=call_tool)
