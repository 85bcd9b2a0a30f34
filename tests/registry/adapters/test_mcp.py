"""Real servers of the MCP SDK 2, high and low, and its in-memory client: what is listed and what is called."""

from __future__ import annotations

import asyncio
import importlib
from typing import Any

import pytest

pytest.importorskip("mcp.server.mcpserver")
adapter: Any = importlib.import_module("toolcrib.registry.adapters.mcp")
kit: Any = importlib.import_module("adapters_kit")  # conftest.py brings it

from mcp import Client  # noqa: E402  # after the check that it is there
from mcp.server.lowlevel import Server  # noqa: E402
from mcp.server.mcpserver import MCPServer  # noqa: E402
from mcp_types import CallToolResult, ListToolsResult, TextContent, Tool  # noqa: E402


def high(world: Any) -> Any:
    made = MCPServer("s")
    for function in world.functions:
        made.tool()(function)
    return made


def low(world: Any) -> Any:
    """A tool a page, and calls by name."""
    inner = high(world)

    async def list_tools(ctx: Any, params: Any) -> ListToolsResult:
        tools = await inner.list_tools()
        at = int((params and params.cursor) or 0)
        return ListToolsResult(tools=[tools[at]], next_cursor=str(at + 1) if at + 1 < len(tools) else None)

    async def call_tool(ctx: Any, params: Any) -> CallToolResult:
        function = {one.__name__: one for one in world.functions}.get(params.name)
        said = function(**params.arguments) if function else "no such tool"
        return CallToolResult(content=[TextContent(type="text", text=said)])

    return Server("s", on_list_tools=list_tools, on_call_tool=call_tool)


def text(result: Any) -> str:
    return "".join(block.text for block in result.content)


def driver(make: Any) -> Any:
    async def drive(world: Any, calls: tuple[Any, ...]) -> Any:
        server = make(world)
        adapter.hold(server, world.async_session())
        async with Client(server) as client:
            page = await client.list_tools()
            found: list[Tool] = list(page.tools)
            while page.next_cursor:
                page = await client.list_tools(cursor=page.next_cursor)
                found += page.tools
            answers = []
            for call in calls:
                call.before()
                answers.append(text(await client.call_tool(call.name, dict(call.arguments))))
            listed = tuple(kit.Tool(tool.name, tool.description, tool.input_schema) for tool in found)
            return kit.Seen(listed, tuple(answers))

    return drive


@pytest.mark.parametrize("make", [high, low])
@pytest.mark.parametrize("case", kit.CASES)
def test_what_every_adapter_does(case: str, make: Any) -> None:
    asyncio.run(kit.CASES[case](driver(make)))


def test_a_server_without_handlers_cannot_be_held() -> None:
    with pytest.raises(adapter.NoHandlers, match="no handlers of tools"):
        adapter.hold(Server("s"), kit.World().async_session())
