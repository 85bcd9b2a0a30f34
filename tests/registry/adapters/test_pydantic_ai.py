"""A real pydantic-ai agent whose model is a script: what it is offered at each step and what its calls come to."""

from __future__ import annotations

import asyncio
import importlib
from typing import Any, Literal

import pytest

pytest.importorskip("pydantic_ai")
adapter: Any = importlib.import_module("toolcrib.registry.adapters.pydantic_ai")
kit: Any = importlib.import_module("adapters_kit")  # conftest.py brings it

from pydantic_ai import Agent, FunctionToolset, ToolReturn  # noqa: E402  # after the check that it is there
from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart  # noqa: E402
from pydantic_ai.models.function import FunctionModel  # noqa: E402


def script(calls: tuple[Any, ...], offered: list[Any]) -> FunctionModel:
    left = list(calls)

    def model(messages: Any, info: Any) -> ModelResponse:
        if not offered:
            tools = info.function_tools
            offered.append(tuple(kit.Tool(t.name, t.description, t.parameters_json_schema) for t in tools))
        if not left:
            return ModelResponse(parts=[TextPart("done")])
        call = left.pop(0)
        call.before()
        return ModelResponse(parts=[ToolCallPart(call.name, dict(call.arguments))])

    return FunctionModel(model)


def answers(result: Any) -> tuple[str, ...]:
    """The text of each answer to a call, as the model gets it."""
    parts = [part for message in result.all_messages() if message.kind == "request" for part in message.parts]
    return tuple(str(part.content) for part in parts if getattr(part, "tool_call_id", None))


async def drive(world: Any, calls: tuple[Any, ...], source: Any = None) -> Any:
    toolset: Any = FunctionToolset(list(world.functions), max_retries=5)
    offered: list[Any] = []
    held = adapter.Toolcrib(toolset, source or world.async_session())
    result = await Agent(script(calls, offered), toolsets=[held]).run("go")
    return kit.Seen(offered[0], answers(result))


OWN = {"forbidden", "unoffered", "undeclared", "near-miss"}  # names that no step was offered: the framework answers


@pytest.mark.parametrize("case", sorted(set(kit.CASES) - OWN))
def test_what_every_adapter_does(case: str) -> None:
    asyncio.run(kit.CASES[case](drive))


@pytest.mark.parametrize("name", sorted(OWN))
def test_a_name_that_was_not_offered_is_answered_by_the_framework(name: str) -> None:
    """It says what was offered, and nothing of other callers; nothing runs."""
    world = kit.World()
    call = next(one for one in kit.HOSTILE if one.name == name).call
    seen = asyncio.run(drive(world, (call, kit.OK)))
    assert f"Unknown tool name: '{call.name}'. Available tools: 'list_schedules', 'read_log'" in seen.answers[0]
    assert [one for one, _ in world.ran] == ["list_schedules"]


def test_each_step_is_offered_what_the_facts_allow_then() -> None:
    """And the session may come from the run's dependencies."""
    world = kit.World()
    seen: list[list[str]] = []

    def model(messages: Any, info: Any) -> ModelResponse:
        seen.append([tool.name for tool in info.function_tools])
        if len(seen) == 2:
            return ModelResponse(parts=[TextPart("done")])
        world.revoke()
        return ModelResponse(parts=[ToolCallPart("read_log", {})])

    held = adapter.Toolcrib(FunctionToolset(list(world.functions)), lambda ctx: ctx.deps.async_session())
    asyncio.run(Agent(FunctionModel(model), toolsets=[held], deps_type=kit.World).run("go", deps=world))
    assert seen == [["list_schedules", "read_log"], ["read_log"]]


def test_what_a_tool_returns_beside_its_value_is_bounded_too() -> None:
    def read_log() -> ToolReturn[Any]:
        return ToolReturn(return_value="x" * 900, content="y" * 900, metadata={"kept": 1})

    world = kit.World()
    held = adapter.Toolcrib(FunctionToolset([read_log]), world.async_session())
    result = asyncio.run(Agent(script((kit.Call("read_log"),), []), toolsets=[held]).run("go"))
    assert len(answers(result)[0]) == 300
    assert "y" * 301 not in str(result.all_messages())


def test_what_the_tool_itself_does_not_take_is_said_without_what_the_session_set() -> None:
    world = kit.World()

    def list_schedules(workspace_id: str, project_id: Literal["p2"]) -> str:
        world.ran.append(("list_schedules", {}))
        return project_id

    toolset: Any = FunctionToolset([list_schedules])
    toolset.tools["list_schedules"].function_schema.json_schema["properties"]["project_id"] = {"type": "string"}
    held = adapter.Toolcrib(toolset, world.async_session())
    result = asyncio.run(Agent(script((kit.OK,), []), toolsets=[held]).run("go"))
    assert answers(result) == ("tool error: The arguments do not fit the tool at project_id.",)
    assert world.ran == []
