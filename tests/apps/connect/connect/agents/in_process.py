"""Our own MCP server in this process, as pydantic-ai and the OpenAI Agents SDK take one."""

from __future__ import annotations

from typing import Any, Self

from agents.mcp import MCPServer
from fastmcp import Client, FastMCP
from mcp.types import CallToolResult, GetPromptResult, ListPromptsResult, Tool
from pydantic_ai.mcp import MCPToolset


def in_process(server: FastMCP) -> MCPToolset[Any]:
    return MCPToolset(server, cache_tools=False)  # a list that is kept would still show what was withdrawn


class InProcess(MCPServer):
    def __init__(self, server: FastMCP) -> None:
        super().__init__()
        self._client = Client(server)

    @property
    def name(self) -> str:
        return "connect"

    async def __aenter__(self) -> Self:
        await self.connect()
        return self

    async def __aexit__(self, *raised: object) -> None:
        await self.cleanup()

    async def connect(self) -> None:
        await self._client.__aenter__()

    async def cleanup(self) -> None:
        await self._client.__aexit__(None, None, None)

    async def list_tools(self, run_context: Any = None, agent: Any = None) -> list[Tool]:
        return await self._client.list_tools()

    async def call_tool(
        self, tool_name: str, arguments: dict[str, Any] | None, meta: dict[str, Any] | None = None
    ) -> CallToolResult:
        return await self._client.call_tool_mcp(tool_name, arguments or {})

    async def list_prompts(self) -> ListPromptsResult:
        return ListPromptsResult(prompts=[])

    async def get_prompt(self, name: str, arguments: dict[str, Any] | None = None) -> GetPromptResult:
        raise NotImplementedError("the server has no prompts")
