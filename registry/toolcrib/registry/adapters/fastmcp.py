"""Hold a FastMCP server to the session of whoever asks: `server.add_middleware(Toolcrib(open_session))`.

Room: registry, edge; extra `fastmcp` (4.x). Lists are what the session offers, with the row's description and the
schema without what the session sets; a call is decided again before anything else runs. Add it last, so that nothing
is between it and the tools. Output schemas are not listed: a result that is cut would not hold to them.
Not here: resources and prompts, which are no tools; the decision (`_decide`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, final

import mcp_types as mt
from fastmcp.exceptions import FastMCPError
from fastmcp.server.middleware import CallNext, Middleware, MiddlewareContext
from fastmcp.tools.base import Tool, ToolResult
from fastmcp.utilities.versions import VersionSpec, version_sort_key

from toolcrib.registry.adapters._gate import AsyncGate, AsyncSource

__all__ = ["Toolcrib"]


@final
class Toolcrib(Middleware):
    """`session` is the session of the one caller, or a function from the request's context to that of its caller."""

    def __init__(self, session: AsyncSource[[MiddlewareContext[Any]]]) -> None:
        self._gate: AsyncGate[[MiddlewareContext[Any]]] = AsyncGate(session)

    async def on_list_tools(
        self, context: MiddlewareContext[mt.ListToolsRequest], call_next: CallNext[mt.ListToolsRequest, Sequence[Tool]]
    ) -> Sequence[Tool]:
        # Of the versions of a tool, the client is shown the highest.
        listed = {tool.name: tool for tool in sorted(await call_next(context), key=version_sort_key)}
        offer = await self._gate.offer({name: tool.parameters for name, tool in listed.items()}, context)
        return [
            listed[one.name].model_copy(
                update={
                    "description": one.description or listed[one.name].description,
                    "parameters": one.schema if one.schema is not None else listed[one.name].parameters,
                    "output_schema": None,
                }
            )
            for one in offer
            if one.name in listed
        ]

    async def on_call_tool(
        self,
        context: MiddlewareContext[mt.CallToolRequestParams],
        call_next: CallNext[mt.CallToolRequestParams, ToolResult],
    ) -> ToolResult:
        name = context.message.name
        made: list[ToolResult] = []

        async def run(arguments: dict[str, Any]) -> ToolResult:
            message = context.message.model_copy(update={"arguments": arguments})
            try:
                made.append(await call_next(context.copy(message=message)))
            except FastMCPError as error:  # its text is for the model: bounded like any other
                made.append(ToolResult(content=[mt.TextContent(type="text", text=str(error))], is_error=True))
            return made[0]

        answer = await self._gate.call(name, context.message.arguments, run, await _schema(context), context)
        if not answer.allowed:
            return ToolResult(content=[mt.TextContent(type="text", text=str(answer.content))], is_error=True)
        if isinstance(answer.content, ToolResult):
            return answer.content
        if not made or isinstance(made[0], ToolResult):  # that cannot be written, or of a call that failed unseen
            return ToolResult(content=[mt.TextContent(type="text", text=str(answer.content))], is_error=True)
        return made[0]  # of an extension, such as a task: nothing in it is for the model


async def _schema(context: MiddlewareContext[mt.CallToolRequestParams]) -> dict[str, Any] | None:
    """The schema of the tool that would run: of the version that is asked for."""
    asked = context.fastmcp_context
    if asked is None:
        return None
    tool = await asked.fastmcp.get_tool(context.message.name, _version(context.message))
    return None if tool is None else tool.parameters


def _version(message: mt.CallToolRequestParams) -> VersionSpec | None:
    said: Any = (message.meta or {}).get("fastmcp")
    asked = (said or {}).get("version")  # as the server wrote it there
    if not asked:
        return None
    return VersionSpec(**asked) if isinstance(asked, dict) else VersionSpec(eq=asked)
