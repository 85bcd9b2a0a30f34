"""A real pydantic-ai agent whose model is a script: what it is offered at each step and what its calls come to."""

from __future__ import annotations

import asyncio
import importlib
from datetime import date
from typing import Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict

pytest.importorskip("pydantic_ai")
adapter: Any = importlib.import_module("toolcrib.registry.adapters.pydantic_ai")
kit: Any = importlib.import_module("adapters_kit")  # conftest.py brings it

from pydantic_ai import Agent, DeferredToolRequests, FunctionToolset, ToolReturn  # noqa: E402  # after the check
from pydantic_ai.exceptions import ModelRetry, ToolFailed  # noqa: E402
from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart  # noqa: E402
from pydantic_ai.models.function import FunctionModel  # noqa: E402
from pydantic_ai.tools import ToolDefinition  # noqa: E402
from pydantic_ai.toolsets import ExternalToolset  # noqa: E402


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


def test_a_tool_that_runs_elsewhere_is_not_offered_where_its_row_binds_arguments() -> None:
    """Its call goes to the application as the model wrote it: nothing would be pinned or checked."""
    text = {"type": "string"}
    schema = {"type": "object", "properties": {"workspace_id": text, "project_id": text}}
    tools = [ToolDefinition(name=name, parameters_json_schema=schema) for name in ("list_schedules", "read_log")]
    held = adapter.Toolcrib(ExternalToolset(tools), kit.World().async_session())
    offered: list[Any] = []
    agent: Any = Agent(
        script((kit.Call("read_log"),), offered), toolsets=[held], output_type=[str, DeferredToolRequests]
    )
    output = asyncio.run(agent.run("go")).output
    assert [tool.name for tool in offered[0]] == ["read_log"]
    assert [call.tool_name for call in output.calls] == ["read_log"]


@pytest.mark.parametrize("error", [ModelRetry, ToolFailed])
def test_what_a_tool_says_to_the_model_with_an_error_is_bounded_too(error: Any) -> None:
    def read_log() -> str:
        raise error("x" * 5_000)

    held = adapter.Toolcrib(FunctionToolset([read_log], max_retries=3), kit.World().async_session())
    result = asyncio.run(Agent(script((kit.Call("read_log"),), []), toolsets=[held]).run("go"))
    assert len(answers(result)[0]) == 300
    assert "characters dropped here" in answers(result)[0]


class Strict(BaseModel):
    model_config = ConfigDict(strict=True)
    day: date
    ids: set[int]


def test_a_strict_model_takes_what_json_has_no_other_form_for() -> None:
    got: list[Strict] = []

    def read_log(of: Strict, limit: int = 3) -> str:
        got.append(of)
        return "read"

    call = kit.Call("read_log", {"of": {"day": "2027-01-02", "ids": [1, 2]}})
    held = adapter.Toolcrib(FunctionToolset([read_log]), kit.World().async_session())
    result = asyncio.run(Agent(script((call,), []), toolsets=[held]).run("go"))
    assert answers(result) == ("read",)
    assert got == [Strict(day=date(2027, 1, 2), ids={1, 2})]


def test_what_code_does_to_an_offered_schema_is_seen_by_nobody_else() -> None:
    """The framework's own way to prepare tools for a caller changes the schema in its place."""
    seen: list[str] = []

    async def prepared(ctx: Any, tools: list[ToolDefinition]) -> list[ToolDefinition]:
        for tool in tools:
            seen.append(str(tool.parameters_json_schema))
            tool.parameters_json_schema["properties"]["secret"] = {"type": "string"}
        return tools

    held = adapter.Toolcrib(FunctionToolset([kit.World().list_schedules]), kit.World().async_session())
    for _ in range(2):
        asyncio.run(Agent(script((), []), toolsets=[held.prepared(prepared)]).run("go"))
    assert len(seen) == 2
    assert "secret" not in seen[1]
