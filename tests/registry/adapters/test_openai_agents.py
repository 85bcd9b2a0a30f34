"""A real agent of the OpenAI Agents SDK whose model is a script: what it is offered and what its calls come to."""

from __future__ import annotations

import asyncio
import importlib
import json
from typing import Any

import pytest

pytest.importorskip("agents")
adapter: Any = importlib.import_module("toolcrib.registry.adapters.openai_agents")
kit: Any = importlib.import_module("adapters_kit")  # conftest.py brings it

from agents import Agent, Model, ModelResponse, RunConfig, Runner, Usage, function_tool  # noqa: E402  # after the check
from agents.exceptions import ModelBehaviorError  # noqa: E402
from agents.tool_context import ToolContext  # noqa: E402
from openai.types.responses import (  # noqa: E402
    ResponseFunctionToolCall,
    ResponseOutputMessage,
    ResponseOutputText,
)


class Script(Model):
    def __init__(self, calls: tuple[Any, ...]) -> None:
        self.left, self.seen = list(calls), []  # type: list[Any], list[Any]

    async def get_response(self, *given: Any, tools: Any, **options: Any) -> Any:
        self.seen.append(tuple(kit.Tool(tool.name, tool.description, tool.params_json_schema) for tool in tools))
        if not self.left:
            text = ResponseOutputText(annotations=[], text="done", type="output_text")
            message = ResponseOutputMessage(
                id="m", content=[text], role="assistant", status="completed", type="message"
            )
            return ModelResponse(output=[message], usage=Usage(requests=1), response_id=None)
        call = self.left.pop(0)
        call.before()
        made = ResponseFunctionToolCall(
            arguments=call.arguments if isinstance(call.arguments, str) else json.dumps(dict(call.arguments)),
            call_id=f"c{len(self.left)}",
            name=call.name,
            type="function_call",
        )
        return ModelResponse(output=[made], usage=Usage(requests=1), response_id=None)

    def stream_response(self, *args: Any, **options: Any) -> Any:
        raise NotImplementedError("a script is read in one go")


async def run(world: Any, calls: tuple[Any, ...], functions: Any = None, **options: Any) -> Any:
    session = world.async_session()
    tools = [function_tool(function, **{"strict_mode": False, **options}) for function in functions or world.functions]
    model = Script(calls)
    agent = Agent(name="chat", model=model, tools=list(await adapter.held_tools(session, tools)))
    result = await Runner.run(agent, "go", run_config=adapter.run_config(session, tracing_disabled=True))
    answers = tuple(str(item.raw_item["output"]) for item in result.new_items if item.type == "tool_call_output_item")
    return model, answers


async def drive(world: Any, calls: tuple[Any, ...]) -> Any:
    model, answers = await run(world, calls)
    return kit.Seen(model.seen[0], answers)


@pytest.mark.parametrize("case", kit.CASES)
def test_what_every_adapter_does(case: str) -> None:
    asyncio.run(kit.CASES[case](drive))


def test_each_step_is_offered_what_the_facts_allow_then_with_one_question() -> None:
    world = kit.World()
    model, _ = asyncio.run(run(world, (kit.Call("read_log", before=world.revoke),)))
    assert [[tool.name for tool in tools] for tools in model.seen] == [["list_schedules", "read_log"], ["read_log"]]
    offers = [event for event in world.events if event.phase == "offer"]
    assert len(offers) == 3 * len(kit.REGISTRY.allowlist("chat"))  # when the tools were made, and at two steps


def test_a_strict_schema_stays_one_without_what_is_pinned() -> None:
    world = kit.World()
    calls = (kit.Call("list_schedules", {"project_id": "p1", "limit": 2}), kit.OK)
    model, answers = asyncio.run(run(world, calls, strict_mode=True))
    schema = model.seen[0][0].schema
    assert (set(schema["required"]), schema["additionalProperties"]) == ({"project_id", "limit"}, False)
    assert world.ran == [("list_schedules", {"workspace_id": "w1", "project_id": "p1", "limit": 2})]
    assert "`limit`" in answers[1]


def test_a_tool_that_is_switched_off_by_its_own_stays_off() -> None:
    for off in (False, lambda context, agent: False):
        model, _ = asyncio.run(run(kit.World(), (), is_enabled=off))
        assert model.seen == [()]


@pytest.mark.parametrize("given", ["{", "[]", '"x"'])
def test_arguments_that_are_no_object_are_refused(given: str) -> None:
    world = kit.World()
    _, answers = asyncio.run(run(world, (kit.Call("list_schedules", given),)))
    assert answers == ("tool error: The arguments have to be a JSON object.",)
    assert world.ran == []


def test_without_the_run_config_the_sdk_ends_the_run_and_nothing_runs() -> None:
    world = kit.World()

    async def turn() -> None:
        tools = await adapter.held_tools(world.async_session(), [function_tool(one) for one in world.functions])
        await Runner.run(
            Agent(name="chat", model=Script((kit.Call("run_app"),)), tools=list(tools)),
            "go",
            run_config=RunConfig(tracing_disabled=True),
        )

    with pytest.raises(ModelBehaviorError, match="run_app not found"):
        asyncio.run(turn())
    assert world.ran == []


def test_what_a_tool_reads_of_its_call_is_what_it_is_called_with() -> None:
    """The context of a call has the arguments as the model wrote them, with another workspace."""
    read: list[str] = []

    def list_schedules(context: ToolContext[Any], workspace_id: str, project_id: str) -> str:
        """List."""
        read.append(context.tool_arguments)
        return workspace_id + project_id

    calls = (kit.Call("list_schedules", {"project_id": "p1", "workspace_id": "w2"}),)
    _, answers = asyncio.run(run(kit.World(), calls, [list_schedules]))
    assert [json.loads(one) for one in read] == [{"project_id": "p1", "workspace_id": "w1"}]
    assert answers == ("w1p1",)
