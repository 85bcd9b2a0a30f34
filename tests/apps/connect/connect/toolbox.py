"""All tools of Connect in one place: which exist, what they say of themselves, and how one is called.

What the frameworks hold is one thing, what a caller is offered of it another: the second goes through the adapters.
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

from connect import specs
from connect.agents import app_builder, chat, info_sheet, means_methods, schedule_builder, update_writer
from connect.agents.scripted import ForLangChain, Script
from connect.gate import Caller, open_session
from connect.server import serve
from connect.server import server as connect_server
from connect.tools import delegations
from toolcrib.registry import AsyncSession
from toolcrib.registry.adapters.langchain import Toolcrib as Middleware
from toolcrib.registry.adapters.openai_agents import held_tools
from toolcrib.registry.adapters.pydantic_ai import Toolcrib


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
            result = await client.call_tool(name, dict(arguments))
        said = result.structured_content or {}
        return said.get("result", said)


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
class AppBuilderSource:
    """LangChain dispatches inside of an agent only: each call is a turn of it."""

    session: AsyncSession
    caller: Caller

    async def listed(self) -> list[Live]:
        return [Live(t.name, t.description) for t in await Middleware(self.session).aoffered(app_builder.OWN)]

    async def call(self, name: str, arguments: Mapping[str, Any]) -> Any:
        model = ForLangChain(script=Script([(name, dict(arguments))]))
        said = (await app_builder.run(self.caller, "go", model))["messages"][-2].content
        return json.loads(said) if isinstance(said, str) and said[:1] in "[{0123456789" else said


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


def sources() -> tuple[Source, ...]:
    """Everything that holds a tool with a row. The runtime tools of a build session are not among them."""
    return (
        FastMCPSource(connect_server),
        FastMCPSource(delegations.mcp),
        ProtocolSource(specs.server),
        LangChainSource(app_builder.OWN),
        AgentsSource([*chat.OWN, *update_writer.OWN]),
        PydanticSource(info_sheet.own),
        PydanticSource(means_methods.own),
        PydanticSource(schedule_builder.own, schedule_builder.BuildSession("p-river", "a wish")),
    )


async def live() -> list[Live]:
    return [tool for source in sources() for tool in await source.listed()]


async def held(agent: str, caller: Caller, session: AsyncSession) -> tuple[Source, ...]:
    """What holds the tools of one agent, as its own module gives them to it: each behind its framework's adapter."""
    served = FastMCPSource(serve(session, delegations.mcp if agent == "chat" else None))
    build = schedule_builder.BuildSession("p-river", "a wish")
    own: dict[str, Source] = {
        "chat": AgentsSource(await held_tools(session, chat.OWN)),
        "update-writer": AgentsSource(await held_tools(session, update_writer.OWN)),
        "info-sheet": PydanticSource(Toolcrib(info_sheet.own, session)),
        "means-methods": PydanticSource(Toolcrib(means_methods.own, session)),
        "schedule-builder": PydanticSource(Toolcrib(schedule_builder.own, session), build),
        "app-builder": AppBuilderSource(session, caller),
    }
    return (served, ProtocolSource(specs.serve(session)), own[agent])


async def offered(agent: str, caller: Caller) -> list[str]:
    """The names that this agent is offered for this caller, whichever framework holds them."""
    async with open_session(agent, caller) as session:
        return sorted([tool.name for source in await held(agent, caller, session) for tool in await source.listed()])


async def call(agent: str, caller: Caller, name: str, arguments: Mapping[str, Any]) -> Any:
    """Call one tool as one agent, for one caller."""
    async with open_session(agent, caller) as session:
        for source in await held(agent, caller, session):
            if name in {tool.name for tool in await source.listed()}:
                return await source.call(name, arguments)
    raise PermissionError(f"{agent} is not offered {name}")
