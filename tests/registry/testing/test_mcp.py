"""Real MCP servers under the kit: FastMCP and the SDK's, in memory, right and wrong."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import pytest

from toolcrib.registry import Registry
from toolcrib.registry.testing import Caller, Stage, probe

fastmcp = pytest.importorskip("fastmcp")
sdk: Any = pytest.importorskip("mcp.server.mcpserver")
kit: Any = importlib.import_module("toolcrib.registry.testing.mcp")
from fastmcp.exceptions import ToolError  # noqa: E402  # after the check that it is there
from fastmcp.server.middleware import Middleware  # noqa: E402
from mcp import Client  # noqa: E402
from mcp.server.lowlevel import Server  # noqa: E402
from mcp_types import CallToolResult, ListToolsResult, TextContent, Tool  # noqa: E402

REGISTRY: Registry = importlib.import_module("toolcrib_testing_dispatchers.served").REGISTRY  # conftest.py brings it
PROBES = ["offer", "names", "revoked", "foreign", "two_callers"]


def list_schedules(workspace_id: str = "", project_id: str = "") -> str:
    return "roof"


def run_app() -> str:
    return "started"


class Held(Middleware):
    """Each caller has a server of his own here; the faults leave out one side."""

    def __init__(self, stage: Stage, caller: Caller, lists: bool, calls: bool) -> None:
        self.stage, self.caller, self.lists, self.calls = stage, caller, lists, calls

    def session(self) -> Any:
        stage, caller = self.stage, self.caller
        return stage.registry.async_session(
            caller.agent, facts=lambda: stage.facts(caller), scope=stage.scope(caller), time_limit=None
        )

    async def on_list_tools(self, context: Any, call_next: Any) -> Any:
        async with self.session() as session:
            offered = {tool.name for tool in await session.offer()}
        return [tool for tool in await call_next(context) if tool.name in offered or not self.lists]

    async def on_call_tool(self, context: Any, call_next: Any) -> Any:
        made: list[Any] = []

        async def run(arguments: dict[str, Any]) -> str:
            context.message.arguments = arguments
            made.append(await call_next(context))
            return "done"

        if not self.calls:
            return await call_next(context)
        async with self.session() as session:
            answer = await session.call(context.message.name, context.message.arguments, run)
        if not made:
            raise ToolError(str(answer.content))
        return made[0]


def fast(stage: Stage, caller: Caller, *, lists: bool = True, calls: bool = True, counted: bool = True) -> Any:
    server = fastmcp.FastMCP("schedules")
    for function in (list_schedules, run_app):
        server.tool(stage.watched(function.__name__, function) if counted else function)
    server.add_middleware(Held(stage, caller, lists, calls))
    return fastmcp.Client(server)


def low(stage: Stage, caller: Caller) -> Any:
    """The SDK's own server, a tool a page."""
    run = {name: stage.implementation(name) for name in stage.registry.rows}

    def session() -> Any:
        return stage.registry.async_session(
            caller.agent, facts=lambda: stage.facts(caller), scope=stage.scope(caller), time_limit=None
        )

    async def list_tools(ctx: Any, params: Any) -> ListToolsResult:
        async with session() as turn:
            tools = [Tool(name=tool.name, input_schema={"type": "object"}) for tool in await turn.offer()]
        at = int((params and params.cursor) or 0)
        return ListToolsResult(tools=tools[at : at + 1], next_cursor=str(at + 1) if at + 1 < len(tools) else None)

    async def call_tool(ctx: Any, params: Any) -> CallToolResult:
        async with session() as turn:
            answer = await turn.call(params.name, params.arguments, run.get(params.name))
        return CallToolResult(content=[TextContent(type="text", text=str(answer.content))], is_error=answer.is_error)

    return Client(Server("schedules", on_list_tools=list_tools, on_call_tool=call_tool))


@pytest.mark.parametrize("connect", [fast, low], ids=["FastMCP", "MCP SDK"])
def test_a_correct_server_passes(connect: Callable[[Stage, Caller], Any]) -> None:
    assert probe(kit.mcp_dispatcher(connect), REGISTRY) == ()


def test_a_server_whose_tools_are_not_counted_is_judged_by_its_answers() -> None:
    def connect(stage: Stage, caller: Caller) -> Any:
        return fast(stage, caller, counted=False)

    assert probe(kit.mcp_dispatcher(connect), REGISTRY, probes=PROBES) == ()


def test_a_server_that_only_filters_its_list_is_found() -> None:
    def connect(stage: Stage, caller: Caller) -> Any:
        return fast(stage, caller, calls=False)

    found = probe(kit.mcp_dispatcher(connect), REGISTRY, probes=PROBES)
    assert {one.probe for one in found} == {"bound-argument", "call", "foreign-id", "revoked", "two-callers"}


def test_a_server_that_lists_everything_is_found() -> None:
    def connect(stage: Stage, caller: Caller) -> Any:
        return fast(stage, caller, lists=False)

    found = probe(kit.mcp_dispatcher(connect), REGISTRY, probes=PROBES)
    assert {one.probe for one in found} == {"offer", "revoked", "given-back", "two-callers"}
