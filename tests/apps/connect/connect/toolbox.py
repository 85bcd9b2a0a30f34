"""All tools of Connect in one place: which exist, what they say of themselves, and how one is called.

An agent is offered what its allowlist grants, whichever framework holds the tool.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from agents import FunctionTool
from agents import Tool as AgentsTool
from agents.tool_context import ToolContext
from fastmcp import Client, FastMCP
from langchain_core.tools import BaseTool
from mcp import Client as ProtocolClient
from mcp.server.lowlevel import Server
from mcp.types import Tool as ProtocolTool
from pydantic_ai import AbstractToolset, RunContext
from pydantic_ai.models.test import TestModel
from pydantic_ai.usage import RunUsage

from connect.agents import app_builder, chat, info_sheet, means_methods, schedule_builder, update_writer
from connect.rows import REGISTRY
from connect.server import server as connect_server
from connect.specs import server as specs_server


@dataclass(frozen=True, slots=True)
class Live:
    """A tool as its framework would send it."""

    name: str
    description: str
    read_only: bool | None = None  # what it hints about itself; None when it says nothing


class Source(Protocol):
    async def listed(self) -> list[Live]: ...
    async def call(self, name: str, arguments: Mapping[str, Any]) -> Any: ...


def _as_sent(tool: ProtocolTool) -> Live:
    return Live(tool.name, tool.description or "", tool.annotations.read_only_hint if tool.annotations else None)


@dataclass(frozen=True, slots=True)
class FastMCPSource:
    server: FastMCP

    async def listed(self) -> list[Live]:
        async with Client(self.server) as client:
            return [_as_sent(tool) for tool in await client.list_tools()]

    async def call(self, name: str, arguments: Mapping[str, Any]) -> Any:
        async with Client(self.server) as client:
            return (await client.call_tool(name, dict(arguments))).data


@dataclass(frozen=True, slots=True)
class ProtocolSource:
    server: Server[Any]

    async def listed(self) -> list[Live]:
        async with ProtocolClient(self.server) as client:
            return [_as_sent(tool) for tool in (await client.list_tools()).tools]

    async def call(self, name: str, arguments: Mapping[str, Any]) -> Any:
        async with ProtocolClient(self.server) as client:
            result = await client.call_tool(name, dict(arguments))
        text = "".join(getattr(block, "text", "") for block in result.content)
        if result.is_error:
            raise RuntimeError(text)
        return json.loads(text)


@dataclass(frozen=True, slots=True)
class LangChainSource:
    tools: Sequence[BaseTool]

    async def listed(self) -> list[Live]:
        return [Live(t.name, t.description) for t in self.tools]

    async def call(self, name: str, arguments: Mapping[str, Any]) -> Any:
        return await next(t for t in self.tools if t.name == name).ainvoke(dict(arguments))


@dataclass(frozen=True, slots=True)
class AgentsSource:
    tools: Sequence[AgentsTool]

    async def listed(self) -> list[Live]:
        return [Live(t.name, t.description) for t in self.tools if isinstance(t, FunctionTool)]

    async def call(self, name: str, arguments: Mapping[str, Any]) -> Any:
        tool = next(t for t in self.tools if isinstance(t, FunctionTool) and t.name == name)
        text = json.dumps(arguments)
        context = ToolContext(context=None, tool_name=name, tool_call_id="call", tool_arguments=text)
        return await tool.on_invoke_tool(context, text)


@dataclass(frozen=True, slots=True)
class PydanticSource:
    toolset: AbstractToolset[Any]
    deps: Any = None

    def _context(self) -> RunContext[Any]:
        return RunContext(deps=self.deps, model=TestModel(), usage=RunUsage())

    async def listed(self) -> list[Live]:
        tools = await self.toolset.get_tools(self._context())
        return [Live(name, t.tool_def.description or "") for name, t in tools.items()]

    async def call(self, name: str, arguments: Mapping[str, Any]) -> Any:
        context = self._context()
        tool = (await self.toolset.get_tools(context))[name]
        valid = tool.args_validator.validate_python(dict(arguments))
        return await self.toolset.call_tool(name, valid, context, tool)


def sources(session: schedule_builder.BuildSession | None = None) -> tuple[Source, ...]:
    """Everything that holds a tool with a row. The runtime tools of a session are not among them."""
    return (
        FastMCPSource(connect_server),
        ProtocolSource(specs_server),
        LangChainSource(app_builder.OWN),
        AgentsSource([*chat.OWN, *update_writer.OWN]),
        PydanticSource(info_sheet.own),
        PydanticSource(means_methods.own),
        PydanticSource(schedule_builder.own, session or schedule_builder.BuildSession("p-river", "a wish")),
    )


async def live() -> list[Live]:
    return [tool for source in sources() for tool in await source.listed()]


async def offered(agent: str) -> list[str]:
    """The names that this agent is offered, in the order of its allowlist."""
    exist = {tool.name for tool in await live()}
    return [name for name in REGISTRY.allowlist(agent).names if name in exist]


async def call(agent: str, name: str, arguments: Mapping[str, Any]) -> Any:
    """Call one tool as one agent."""
    if name not in REGISTRY.allowlist(agent).names:
        raise PermissionError(f"{agent} may not call {name}")
    for source in sources():
        if name in {tool.name for tool in await source.listed()}:
            return await source.call(name, arguments)
    raise LookupError(f"no framework holds {name}")
