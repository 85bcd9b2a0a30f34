"""Toolset classes of a package: one that nothing here makes an object of, one that an agent has, one that asks a server."""

from typing import Any

from pydantic import TypeAdapter
from pydantic_ai import Agent, RunContext
from pydantic_ai.tools import ToolDefinition
from pydantic_ai.toolsets import AbstractToolset, ToolsetTool

SCHEMA = {"type": "object", "properties": {"path": {"type": "string"}}}
ANY = TypeAdapter(Any).validator


class FilesToolset(AbstractToolset[Any]):
    def __init__(self, root: str, writes: bool = False) -> None:
        self._root = root
        self._writes = writes

    @property
    def id(self) -> str | None:
        return "files"

    async def get_tools(self, ctx: RunContext[Any]) -> dict[str, ToolsetTool[Any]]:
        tools = {}
        tools["read_file"] = self._tool("read_file", "Read a file.")
        tools["list_files"] = self._tool("list_files", "List the files of a folder.")
        if self._writes:
            tools["write_file"] = self._tool("write_file", "Write a file.")
        return tools

    def _tool(self, name: str, text: str) -> ToolsetTool[Any]:
        made = ToolDefinition(name=name, description=text, parameters_json_schema=SCHEMA)
        return ToolsetTool(toolset=self, tool_def=made, max_retries=1, args_validator=ANY)

    async def call_tool(self, name: str, tool_args: dict[str, Any], ctx: Any, tool: Any) -> Any:
        return name


class ClockToolset(AbstractToolset[Any]):
    @property
    def id(self) -> str | None:
        return "clock"

    async def get_tools(self, ctx: RunContext[Any]) -> dict[str, ToolsetTool[Any]]:
        made = ToolDefinition(name="now", description="Say the time.", parameters_json_schema=SCHEMA)
        return {made.name: ToolsetTool(toolset=self, tool_def=made, max_retries=1, args_validator=ANY)}

    async def call_tool(self, name: str, tool_args: dict[str, Any], ctx: Any, tool: Any) -> Any:
        return name


class RemoteToolset(AbstractToolset[Any]):
    def __init__(self, client: Any) -> None:
        self._client = client

    @property
    def id(self) -> str | None:
        return "remote"

    async def get_tools(self, ctx: RunContext[Any]) -> dict[str, ToolsetTool[Any]]:
        return {one.name: self._tool(one) for one in await self._client.list()}

    def _tool(self, one: Any) -> ToolsetTool[Any]:
        return ToolsetTool(toolset=self, tool_def=one.definition, max_retries=1, args_validator=ANY)

    async def call_tool(self, name: str, tool_args: dict[str, Any], ctx: Any, tool: Any) -> Any:
        return name


agent = Agent("test", name="clerk", toolsets=[ClockToolset().prefixed("clock")])
