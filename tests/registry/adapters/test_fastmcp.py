"""A real FastMCP server and client: what is listed and what is called, through the middleware."""

from __future__ import annotations

import asyncio
import importlib
from typing import Any

import pytest

fastmcp = pytest.importorskip("fastmcp")
adapter: Any = importlib.import_module("toolcrib.registry.adapters.fastmcp")
kit: Any = importlib.import_module("adapters_kit")  # conftest.py brings it


def server(world: Any, source: Any = None) -> Any:
    made = fastmcp.FastMCP("s")
    for function in world.functions:
        made.tool(function)
    made.add_middleware(adapter.Toolcrib(source or world.async_session()))
    return made


def text(result: Any) -> str:
    return "".join(block.text for block in result.content)


async def drive(world: Any, calls: tuple[Any, ...]) -> Any:
    async with fastmcp.Client(server(world)) as client:
        listed = tuple(kit.Tool(t.name, t.description, t.input_schema) for t in await client.list_tools())
        answers = []
        for call in calls:
            call.before()
            answers.append(text(await client.call_tool(call.name, dict(call.arguments), raise_on_error=False)))
        return kit.Seen(listed, tuple(answers))


@pytest.mark.parametrize("case", kit.CASES)
def test_what_every_adapter_does(case: str) -> None:
    asyncio.run(kit.CASES[case](drive))


def test_each_caller_of_one_server_has_a_session_of_its_own() -> None:
    """The middleware asks for the session of the request; one caller's facts are never another's."""
    ana, bo = kit.World(), kit.World()
    bo.facts = kit.replace(bo.facts, features=frozenset())
    caller = [ana]
    made = server(ana, lambda context: caller[0].async_session())

    async def run() -> None:
        async with fastmcp.Client(made) as client:
            assert [tool.name for tool in await client.list_tools()] == list(kit.OFFERED)
            caller[0] = bo
            assert await client.list_tools() == []
            result = await client.call_tool("list_schedules", {"project_id": "p1"}, raise_on_error=False)
            assert (result.is_error, text(result), ana.ran) == (True, kit.GONE, [])

    asyncio.run(run())


@pytest.mark.parametrize("source", [lambda context: None, lambda context: 1 / 0, lambda context: kit.World().session()])
def test_a_session_that_cannot_be_opened_offers_and_calls_nothing(source: Any) -> None:
    world = kit.World()

    async def run() -> None:
        async with fastmcp.Client(server(world, source)) as client:
            assert await client.list_tools() == []
            result = await client.call_tool("list_schedules", {"project_id": "p1"}, raise_on_error=False)
            assert (result.is_error, "Try again later" in text(result), world.ran) == (True, True, [])

    asyncio.run(run())


def test_what_is_no_session_is_an_error_where_it_is_given() -> None:
    for source in (None, kit.World().session(), "chat"):
        with pytest.raises(TypeError, match="async_session"):
            adapter.Toolcrib(source)


def test_an_error_of_a_tool_says_so_and_is_bounded() -> None:
    world = kit.World()
    made = server(world)
    made.local_provider.remove_tool("read_log")

    @made.tool(name="read_log")
    def breaks() -> str:
        raise fastmcp.exceptions.ToolError("no log " * 500)

    async def run() -> None:
        async with fastmcp.Client(made) as client:
            result = await client.call_tool("read_log", {}, raise_on_error=False)
            assert (result.is_error, text(result)[:18], len(text(result)) <= 300) == (True, "tool error: no log", True)

    asyncio.run(run())


def test_another_version_of_a_tool_in_which_nothing_would_be_bound_is_not_called() -> None:
    """The version that is listed binds the workspace; an older one takes it from the model."""
    world = kit.World()
    made = fastmcp.FastMCP("s")
    made.add_middleware(adapter.Toolcrib(world.async_session()))
    made.tool(world.list_schedules, version="2")

    @made.tool(name="list_schedules", version="1")
    def older(tenant: str, project_id: str) -> str:
        world.ran.append(("older", {"tenant": tenant}))
        return tenant

    async def run() -> None:
        async with fastmcp.Client(made) as client:
            (tool,) = await client.list_tools()
            assert set(tool.input_schema["properties"]) == {"project_id", "limit"}
            arguments = {"tenant": "w2", "project_id": "p1"}
            result = await client.call_tool("list_schedules", arguments, version="1", raise_on_error=False)
            assert (result.is_error, world.ran) == (True, [])
            assert not (await client.call_tool("list_schedules", {"project_id": "p1"}, version="2")).is_error

    asyncio.run(run())


def test_tools_of_a_mounted_server_and_calls_from_inside_are_held_too() -> None:
    world = kit.World()
    inner, outer = fastmcp.FastMCP("inner"), fastmcp.FastMCP("outer")
    for function in (world.list_schedules, world.run_app):
        inner.tool(function)
    outer.mount(inner)
    outer.add_middleware(adapter.Toolcrib(world.async_session()))

    @outer.tool
    async def read_log(ctx: fastmcp.Context) -> str:
        """A tool that calls one which the caller was not offered."""
        return str((await ctx.fastmcp.call_tool("run_app", {})).content[0].text)

    async def run() -> None:
        async with fastmcp.Client(outer) as client:
            assert {tool.name for tool in await client.list_tools()} == set(kit.OFFERED)
            assert text(await client.call_tool("read_log", {})) == kit.GONE
            assert world.ran == []

    asyncio.run(run())
