"""Each adapter under the kit: every offer and every call is a turn of a real agent or client of its framework.

Correct ones pass; a list that is narrowed and calls that are not held, the reverse, and one session for all callers are
found in each. The model is a script of one step, which calls what the probe says.
"""

from __future__ import annotations

import copy
import importlib
import json
from collections.abc import Callable
from typing import Any

import pytest

from toolcrib.manifest import Manifest
from toolcrib.registry import AsyncSession, Registry
from toolcrib.registry.testing import Caller, Stage, probe

for _package in ("fastmcp", "mcp.server.mcpserver", "pydantic_ai", "agents", "langchain"):
    pytest.importorskip(_package)
adapters: dict[str, Any] = {
    name: importlib.import_module(f"toolcrib.registry.adapters.{name}")
    for name in ("fastmcp", "mcp", "pydantic_ai", "openai_agents", "langchain")
}

import agents  # noqa: E402  # after the check that they are there
import fastmcp  # noqa: E402
import mcp  # noqa: E402
from fastmcp.server.middleware import Middleware  # noqa: E402
from langchain.agents import create_agent  # noqa: E402
from langchain.agents.middleware import AgentMiddleware  # noqa: E402
from langchain_core.language_models import BaseChatModel  # noqa: E402
from langchain_core.messages import AIMessage  # noqa: E402
from langchain_core.outputs import ChatGeneration, ChatResult  # noqa: E402
from langchain_core.tools import StructuredTool  # noqa: E402
from mcp.server.mcpserver import MCPServer  # noqa: E402
from mcp_types import CallToolRequestParams, PaginatedRequestParams  # noqa: E402
from openai.types.responses import (  # noqa: E402
    ResponseFunctionToolCall,
    ResponseOutputMessage,
    ResponseOutputText,
)
from pydantic_ai import Agent, FunctionToolset  # noqa: E402
from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart  # noqa: E402
from pydantic_ai.models.function import FunctionModel  # noqa: E402
from pydantic_ai.toolsets import WrapperToolset  # noqa: E402

ROW = {"capability": "schedules", "mutates": False, "agents": ["chat"], "description": "About it."}
REGISTRY = Registry(
    Manifest(
        agents={"chat": {"empty_selection": "none"}, "other": {"empty_selection": "defaults"}},
        capabilities={"schedules": {"feature": "schedules"}, "apps": {"feature": "apps"}},
        tools={
            "list_schedules": {
                **ROW,
                "scope": {"workspace_id": {"pinned": "workspace"}, "project_id": {"filled": "project"}},
            },
            "show_schedules": {**ROW, "scope": {"ids[]": "schedule"}},
            "run_app": {**ROW, "capability": "apps", "agents": ["other"]},
        },
    )
)
Step = tuple[str, dict[str, Any]]


def list_schedules(workspace_id: str, project_id: str) -> str:
    """List."""
    return f"schedules of {project_id} in {workspace_id}"


def show_schedules(ids: list[str] | None = None) -> str:
    """Show."""
    return str(ids)


def run_app() -> str:
    """Run."""
    return "started"


class Turns:
    """A dispatcher whose offers and calls are turns of an agent. `fault` is what this one gets wrong."""

    def __init__(self, stage: Stage, fault: str) -> None:
        self.stage, self.fault = stage, fault
        self.functions: list[Callable[..., Any]] = [
            stage.watched(function.__name__, function) for function in (list_schedules, show_schedules, run_app)
        ]
        self.names: dict[Caller, tuple[str, ...]] = {}  # of the offer that began the turn
        self.first: dict[str, Caller] = {}

    async def offer(self, caller: Caller) -> list[str]:
        async with self.session(caller) as session:
            self.names[caller] = (await session.offer()).names
            return await self.turn(session, self.names[caller], None)

    async def call(self, caller: Caller, name: str, arguments: dict[str, Any]) -> None:
        async with self.session(caller) as session:
            names = self.names[caller] if caller in self.names else (await session.offer()).names
            await self.turn(session, names, (name, arguments))

    def session(self, caller: Caller) -> AsyncSession:
        stage = self.stage
        if self.fault == "one session":
            caller = self.first.setdefault(caller.agent, caller)
        return stage.registry.async_session(
            caller.agent,
            facts=lambda: stage.facts(caller),
            scope=stage.scope(caller),
            resolvers=stage.resolvers,
            time_limit=None,
        )

    async def turn(self, session: AsyncSession, names: tuple[str, ...], step: Step | None) -> list[str]:
        """Run one, in which the model makes the call; gives what it was offered."""
        raise NotImplementedError("each framework says how its turn runs")


class OnFastMCP(Turns):
    async def turn(self, session: AsyncSession, names: tuple[str, ...], step: Step | None) -> list[str]:
        server = fastmcp.FastMCP("s")
        for function in self.functions:
            server.tool(function)
        held, part = adapters["fastmcp"].Toolcrib(session), Middleware()
        if self.fault == "list only":
            part.on_list_tools = held.on_list_tools  # type: ignore[method-assign]  # half of it
        if self.fault == "calls only":
            part.on_call_tool = held.on_call_tool  # type: ignore[method-assign]  # half of it
        server.add_middleware(part if self.fault.endswith("only") else held)
        async with fastmcp.Client(server) as client:
            offered = [tool.name for tool in await client.list_tools()]
            if step:
                await client.call_tool(*step, raise_on_error=False)
            return offered


class OnMcp(Turns):
    async def turn(self, session: AsyncSession, names: tuple[str, ...], step: Step | None) -> list[str]:
        server = MCPServer("s")
        for function in self.functions:
            server.tool()(function)
        low = server._lowlevel_server
        lists, calls = low.get_request_handler("tools/list"), low.get_request_handler("tools/call")
        adapters["mcp"].hold(server, session)
        assert lists is not None
        assert calls is not None
        if self.fault == "list only":
            low.add_request_handler("tools/call", CallToolRequestParams, calls.handler)
        if self.fault == "calls only":
            low.add_request_handler("tools/list", PaginatedRequestParams, lists.handler)
        async with mcp.Client(server) as client:
            offered = [tool.name for tool in (await client.list_tools()).tools]
            if step:
                await client.call_tool(*step)
            return offered


class CallsOnly(WrapperToolset[Any]):
    """The framework's own list, and the adapter's calls."""

    held: Any = None

    async def call_tool(self, name: str, tool_args: dict[str, Any], ctx: Any, tool: Any) -> Any:
        return await self.held.call_tool(name, tool_args, ctx, tool)


class OnPydanticAI(Turns):
    async def turn(self, session: AsyncSession, names: tuple[str, ...], step: Step | None) -> list[str]:
        offered: list[str] = []

        def model(messages: Any, info: Any) -> ModelResponse:
            if len(messages) > 1 or step is None:
                offered[:] = offered or [tool.name for tool in info.function_tools]
                return ModelResponse(parts=[TextPart("done")])
            offered[:] = [tool.name for tool in info.function_tools]
            return ModelResponse(parts=[ToolCallPart(*step)])

        toolset: Any = FunctionToolset(self.functions, max_retries=5)
        held: Any = adapters["pydantic_ai"].Toolcrib(toolset, session)
        if self.fault == "list only":
            held = toolset.filtered(lambda ctx, tool: tool.name in names)
        elif self.fault == "calls only":
            inner, held = held, CallsOnly(toolset)
            held.held = inner
        await Agent(FunctionModel(model), toolsets=[held], retries=5).run("go")
        return offered


class ForOpenAI(agents.Model):
    def __init__(self, step: Step | None) -> None:
        self.step, self.offered = step, []  # type: Step | None, list[str]

    async def get_response(self, *given: Any, tools: Any, **options: Any) -> Any:
        self.offered = self.offered or [tool.name for tool in tools]
        step, self.step = self.step, None
        text = ResponseOutputText(annotations=[], text="done", type="output_text")
        output: Any = ResponseOutputMessage(
            id="m", content=[text], role="assistant", status="completed", type="message"
        )
        if step:
            output = ResponseFunctionToolCall(
                arguments=json.dumps(step[1]), call_id="c", name=step[0], type="function_call"
            )
        return agents.ModelResponse(output=[output], usage=agents.Usage(requests=1), response_id=None)

    def stream_response(self, *args: Any, **options: Any) -> Any:
        raise NotImplementedError("a script is read in one go")


class OnOpenAI(Turns):
    async def turn(self, session: AsyncSession, names: tuple[str, ...], step: Step | None) -> list[str]:
        raw = [agents.function_tool(function, strict_mode=False) for function in self.functions]
        tools = await adapters["openai_agents"].held_tools(session, raw)
        config = adapters["openai_agents"].run_config(session, tracing_disabled=True)
        if self.fault == "list only":
            tools = [tool for tool in raw if tool.name in names]
        elif self.fault == "calls only":
            tools = [_shown(tool, {one.name: one for one in tools}) for tool in raw]
        model = ForOpenAI(step)
        await agents.Runner.run(agents.Agent(name="a", model=model, tools=tools), "go", run_config=config)
        return model.offered


def _shown(tool: Any, held: dict[str, Any]) -> Any:
    """The tool is there for every model, and its calls are held."""
    made = copy.copy(tool)

    async def refuse(context: Any, given: str) -> str:
        return "tool error"

    made.on_invoke_tool = held[tool.name].on_invoke_tool if tool.name in held else refuse
    return made


class ForLangChain(BaseChatModel):
    step: Any
    offered: list[str]

    @property
    def _llm_type(self) -> str:
        return "script"

    def bind_tools(self, tools: Any, **options: Any) -> Any:
        return self.bind(names=[tool.name for tool in tools])

    def _generate(self, messages: Any, stop: Any = None, run_manager: Any = None, **options: Any) -> ChatResult:
        message = AIMessage("done")
        if len(messages) == 1:
            self.offered += options.get("names", ())
            if self.step:
                message = AIMessage("", tool_calls=[{"name": self.step[0], "args": self.step[1], "id": "c"}])
        return ChatResult(generations=[ChatGeneration(message=message)])


class ListOnly(AgentMiddleware[Any, Any, Any]):
    def __init__(self, held: Any) -> None:
        super().__init__()
        self.held = held

    async def awrap_model_call(self, request: Any, handler: Any) -> Any:
        return await self.held.awrap_model_call(request, handler)


class LangChainCallsOnly(AgentMiddleware[Any, Any, Any]):
    def __init__(self, held: Any) -> None:
        super().__init__()
        self.held = held

    async def awrap_tool_call(self, request: Any, handler: Any) -> Any:
        return await self.held.awrap_tool_call(request, handler)


class OnLangChain(Turns):
    async def turn(self, session: AsyncSession, names: tuple[str, ...], step: Step | None) -> list[str]:
        held: Any = adapters["langchain"].Toolcrib(session)
        if self.fault == "list only":
            held = ListOnly(held)
        elif self.fault == "calls only":
            held = LangChainCallsOnly(held)
        model = ForLangChain(step=step, offered=[])
        tools = [StructuredTool.from_function(function) for function in self.functions]
        agent: Any = create_agent(model, tools, middleware=[held])
        await agent.ainvoke({"messages": [("user", "go")]})
        return model.offered


FRAMEWORKS: dict[str, type[Turns]] = {
    "fastmcp": OnFastMCP,
    "mcp": OnMcp,
    "pydantic-ai": OnPydanticAI,
    "openai-agents": OnOpenAI,
    "langchain": OnLangChain,
}


def hold(name: str, fault: str, agent: str, *probes: str) -> set[str]:
    """What the kit finds; the probes that look for it, of one agent: each call is a turn of an agent."""
    found = probe(lambda stage: FRAMEWORKS[name](stage, fault), REGISTRY, probes=probes, agents=[agent])
    return {one.probe for one in found}


@pytest.mark.parametrize("name", FRAMEWORKS)
def test_a_framework_that_is_held_passes(name: str) -> None:
    assert hold(name, "", "chat", "foreign") == set()
    assert hold(name, "", "other", "revoked") == set()


@pytest.mark.parametrize("name", FRAMEWORKS)
def test_a_list_that_is_narrowed_without_its_calls_is_found(name: str) -> None:
    assert hold(name, "list only", "chat", "foreign") == {"bound-argument", "foreign-id"}


@pytest.mark.parametrize("name", FRAMEWORKS)
@pytest.mark.parametrize("fault", ["calls only", "one session"])
def test_a_list_that_is_not_narrowed_and_a_session_for_all_callers_are_found(name: str, fault: str) -> None:
    assert hold(name, fault, "other", "two_callers") == {"two-callers"}
