"""Hold a server of the MCP SDK 2 to the session of whoever asks: `hold(server, open_session)`.

Room: registry, edge; extra `mcp-server`. Wraps the handlers of `tools/list` and `tools/call`, of a low-level `Server`
or of an `MCPServer`: call it when they are in place. A call is held to the schema that the server lists for it at that
moment. Output schemas are not listed: a result that is cut would not hold to them.
Not here: FastMCP of its own package (`fastmcp`); resources and prompts; the decision (`_decide`).
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from mcp.server.lowlevel import Server
from mcp.server.mcpserver import MCPServer
from mcp_types import (
    CallToolRequestParams,
    CallToolResult,
    InputRequiredResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    Tool,
)

from toolcrib.manifest import ToolcribError
from toolcrib.registry.adapters._gate import AsyncGate, AsyncSource

__all__ = ["NoHandlers", "hold"]

_MAX_PAGES = 100


class NoHandlers(ToolcribError):  # noqa: N818  # it reads as what is wrong
    """The server lists or calls no tools yet, so there is nothing to hold."""

    code = "no-handlers"


def hold(server: Server[Any] | MCPServer[Any], session: AsyncSource[[Any]]) -> None:
    """`session` is the session of the one caller, or a function from the request's context to that of its caller.

    Raises `NoHandlers` for a server that has no handler of `tools/list` or of `tools/call`.
    """
    gate: AsyncGate[[Any]] = AsyncGate(session)
    low: Server[Any] = (
        server._lowlevel_server if isinstance(server, MCPServer) else server
    )  # the SDK shows no other way
    lists, calls = low.get_request_handler("tools/list"), low.get_request_handler("tools/call")
    if lists is None or calls is None:
        raise NoHandlers(
            "the server has no handlers of tools yet: what is added later would not be held",
            hint="Give it `on_list_tools` and `on_call_tool` first.",
        )

    async def listed(context: Any) -> AsyncIterator[Tool]:
        cursor = None
        for _ in range(_MAX_PAGES):
            page = await lists.handler(context, PaginatedRequestParams(cursor=cursor))
            assert isinstance(page, ListToolsResult)
            for tool in page.tools:
                yield tool
            cursor = page.next_cursor
            if cursor is None:
                return

    async def list_tools(context: Any, params: PaginatedRequestParams) -> ListToolsResult:
        page = await lists.handler(context, params)
        assert isinstance(page, ListToolsResult)
        tools = {tool.name: tool for tool in page.tools}
        offer = await gate.offer({name: tool.input_schema for name, tool in tools.items()}, context)
        shown = []
        for one in offer:
            if tool := tools.get(one.name):
                text = one.description or tool.description
                schema = dict(one.schema) if one.schema is not None else tool.input_schema
                changed = {"description": text, "input_schema": schema, "output_schema": None}
                shown.append(tool.model_copy(update=changed))
        return page.model_copy(update={"tools": shown})

    async def call_tool(context: Any, params: CallToolRequestParams) -> CallToolResult | InputRequiredResult:
        made: list[Any] = []

        async def run(arguments: dict[str, Any]) -> Any:
            made.append(await calls.handler(context, params.model_copy(update={"arguments": arguments})))
            return made[0]

        schema = None
        async for tool in listed(context):
            if tool.name == params.name:
                schema = tool.input_schema
                break
        answer = await gate.call(params.name, params.arguments, run, schema, context)
        if not answer.allowed:
            return CallToolResult(content=[TextContent(type="text", text=str(answer.content))], is_error=True)
        if isinstance(answer.content, CallToolResult):
            return answer.content
        if not made or isinstance(made[0], CallToolResult):  # that cannot be written, or of a call that failed unseen
            return CallToolResult(content=[TextContent(type="text", text=str(answer.content))], is_error=True)
        found: InputRequiredResult = made[0]  # asks the client for more: nothing in it is for the model
        return found

    low.add_request_handler("tools/list", PaginatedRequestParams, list_tools)
    low.add_request_handler("tools/call", CallToolRequestParams, call_tool)
