"""Probe an MCP server: an object in memory, or a URL, through the client of the SDK or of FastMCP.

Room: registry, the conformance kit; needs anyio, which every MCP SDK brings. No SDK is imported: you give the clients.
One connection is kept for each caller, so that what a server keeps for a connection is found out.
Touch it when clients answer in another form. Not here: what is asked (`_probes`).
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, ExitStack
from typing import Any, final

from anyio.from_thread import BlockingPortal, start_blocking_portal

from toolcrib.registry.testing import Caller, Refused, Stage

__all__ = ["McpDispatcher", "mcp_dispatcher"]

Connecting = Callable[[Caller], AbstractAsyncContextManager[Any]]


def mcp_dispatcher(connect: Callable[[Stage, Caller], AbstractAsyncContextManager[Any]]) -> Callable[[Stage], Any]:
    """`make` for a server: `connect(stage, caller)` gives the client that this caller would come with.

    It may be `mcp.Client(...)` or `fastmcp.Client(...)`, for a server object or a URL with the caller's token.
    """
    return lambda stage: McpDispatcher(lambda caller: connect(stage, caller))


@final
class McpDispatcher:
    """A server as a dispatcher: `tools/list` is the offer, `tools/call` the call. An error result is a refusal."""

    def __init__(self, connect: Connecting) -> None:
        self._connect = connect
        self._opened = ExitStack()
        self._portal: BlockingPortal = self._opened.enter_context(start_blocking_portal())
        self._clients: dict[Caller, Any] = {}

    def offer(self, caller: Caller) -> list[str]:
        return self._portal.call(self._listed, self._client(caller))

    def call(self, caller: Caller, name: str, arguments: dict[str, Any]) -> object:
        return self._portal.call(self._called, self._client(caller), name, arguments)

    def close(self) -> None:
        self._opened.close()

    def _client(self, caller: Caller) -> Any:
        if caller not in self._clients:
            client = self._opened.enter_context(self._portal.wrap_async_context_manager(self._connect(caller)))
            self._clients[caller] = client
        return self._clients[caller]

    async def _listed(self, client: Any) -> list[str]:
        names: list[str] = []
        cursor: str | None = None
        listed = getattr(client, "list_tools_mcp", client.list_tools)
        while True:
            page = await (listed(cursor=cursor) if cursor else listed())
            names += [tool.name for tool in page.tools]
            cursor = _either(page, "next_cursor", "nextCursor")
            if not cursor:
                return names

    async def _called(self, client: Any, name: str, arguments: dict[str, Any]) -> object:
        result = await getattr(client, "call_tool_mcp", client.call_tool)(name, arguments)
        return Refused(str(result.content)) if _either(result, "is_error", "isError") else result


def _either(value: Any, new: str, old: str) -> Any:
    """A field by the name of the SDK's second generation, or of the first: the old one warns where both are."""
    return getattr(value, new) if hasattr(value, new) else getattr(value, old)
