"""A real LangChain agent and a LangGraph tool node whose model is a script: what is offered and what calls come to."""

from __future__ import annotations

import asyncio
import importlib
from typing import Any

import pytest

pytest.importorskip("langchain")
adapter: Any = importlib.import_module("toolcrib.registry.adapters.langchain")
kit: Any = importlib.import_module("adapters_kit")  # conftest.py brings it

from langchain.agents import create_agent  # noqa: E402  # after the check that it is there
from langchain_core.language_models import BaseChatModel  # noqa: E402
from langchain_core.messages import AIMessage, ToolMessage  # noqa: E402
from langchain_core.outputs import ChatGeneration, ChatResult  # noqa: E402
from langchain_core.tools import StructuredTool  # noqa: E402
from langchain_core.utils.function_calling import convert_to_openai_tool  # noqa: E402
from langgraph.graph import MessagesState, StateGraph  # noqa: E402
from langgraph.prebuilt import ToolNode  # noqa: E402
from langgraph.prebuilt.tool_node import ToolCallRequest  # noqa: E402
from langgraph.runtime import Runtime  # noqa: E402
from langgraph.types import Command  # noqa: E402


class Script(BaseChatModel):
    left: list[Any]
    seen: list[Any]

    @property
    def _llm_type(self) -> str:
        return "script"

    def bind_tools(self, tools: Any, **options: Any) -> Any:
        return self.bind(tools=[convert_to_openai_tool(tool) for tool in tools])

    def _generate(self, messages: Any, stop: Any = None, run_manager: Any = None, **options: Any) -> ChatResult:
        tools = [tool["function"] for tool in options.get("tools", ())]
        self.seen.append(tuple(kit.Tool(tool["name"], tool["description"], tool["parameters"]) for tool in tools))
        message = AIMessage("done")
        if self.left:
            call = self.left.pop(0)
            call.before()
            made = {"name": call.name, "args": dict(call.arguments), "id": f"c{len(self.left)}"}
            message = AIMessage("", tool_calls=[made])
        return ChatResult(generations=[ChatGeneration(message=message)])


def tools_of(world: Any) -> list[Any]:
    return [StructuredTool.from_function(function) for function in world.functions]


def seen_by(model: Script, state: Any) -> Any:
    answers = tuple(str(one.content) for one in state["messages"] if isinstance(one, ToolMessage))
    return kit.Seen(model.seen[0], answers)


def go(calls: Any) -> Any:
    return Script(left=list(calls), seen=[]), {"messages": [("user", "go")]}


async def in_a_loop(world: Any, calls: Any) -> Any:
    model, start = go(calls)
    agent: Any = create_agent(model, tools_of(world), middleware=[adapter.Toolcrib(world.async_session())])
    return seen_by(model, await agent.ainvoke(start))


async def at_once(world: Any, calls: Any) -> Any:
    model, start = go(calls)
    agent: Any = create_agent(model, tools_of(world), middleware=[adapter.Toolcrib(world.session())])
    return seen_by(model, agent.invoke(start))


async def tool_node(world: Any, calls: Any) -> Any:
    """A graph of one's own, without `create_agent`."""
    model, start = go(calls)
    held, tools = adapter.Toolcrib(world.session()), tools_of(world)

    def think(state: Any) -> Any:
        return {"messages": [model.bind_tools(held.offered(tools)).invoke(state["messages"])]}

    graph: Any = StateGraph(MessagesState)
    graph.add_node("think", think)
    graph.add_node("tools", ToolNode(tools, wrap_tool_call=held.wrap_tool_call))
    graph.set_entry_point("think")
    graph.add_conditional_edges("think", lambda state: "tools" if state["messages"][-1].tool_calls else "__end__")
    graph.add_edge("tools", "think")
    return seen_by(model, graph.compile().invoke(start))


DRIVES = [in_a_loop, at_once, tool_node]


@pytest.mark.parametrize("drive", DRIVES)
@pytest.mark.parametrize("case", kit.CASES)
def test_what_every_adapter_does(case: str, drive: Any) -> None:
    asyncio.run(kit.CASES[case](drive))


def test_the_session_may_come_from_the_context_of_the_run() -> None:
    world = kit.World()
    model, start = go((kit.OK,))
    held = adapter.Toolcrib(lambda runtime: runtime.context.session())
    agent: Any = create_agent(model, tools_of(world), middleware=[held], context_schema=kit.World)
    agent.invoke(start, context=world)
    assert [name for name, _ in world.ran] == ["list_schedules"]


def test_a_session_of_the_other_kind_is_an_error_and_runs_nothing() -> None:
    world = kit.World()
    model, start = go((kit.OK,))
    agent: Any = create_agent(model, tools_of(world), middleware=[adapter.Toolcrib(world.async_session())])
    with pytest.raises(TypeError, match="use `ainvoke`"):
        agent.invoke(start)
    agent = create_agent(model, tools_of(world), middleware=[adapter.Toolcrib(world.session())])
    with pytest.raises(TypeError, match="use `invoke`"):
        asyncio.run(agent.ainvoke(start))
    assert (model.seen, world.ran) == ([], [])


@pytest.mark.parametrize("result", ["command", "error", "blocks"])
def test_whatever_a_tool_gives_back_is_bounded(result: str) -> None:
    def read_log() -> Any:
        if result == "command":
            return Command(update={"messages": [ToolMessage("x" * 900, tool_call_id="c0")]})
        return [{"type": "text", "text": "x" * 900}]

    def fails() -> Any:
        raise ValueError("x" * 900)

    world = kit.World()
    function = fails if result == "error" else read_log
    tool = StructuredTool.from_function(function, name="read_log", description="d")
    held = adapter.Toolcrib(world.session())
    graph: Any = StateGraph(MessagesState)
    graph.add_node("tools", ToolNode([tool], wrap_tool_call=held.wrap_tool_call, handle_tool_errors=True))
    graph.set_entry_point("tools")
    message = AIMessage("", tool_calls=[{"name": "read_log", "args": {}, "id": "c0"}])
    state = graph.compile().invoke({"messages": [message]})
    content = state["messages"][-1].content
    text = content if isinstance(content, str) else "".join(block["text"] for block in content)
    assert len(text) <= 300
    assert "characters dropped here" in text
    assert text.startswith("tool error: ") == (result == "error")


def test_a_tool_of_a_provider_needs_a_row_of_its_name() -> None:
    world = kit.World()
    held = adapter.Toolcrib(world.session())
    given = [{"type": "web_search"}, {"type": "function", "function": {"name": "read_log"}}, {"name": "run_app"}, {}]
    assert held.offered(given) == [given[1]]


@pytest.mark.parametrize("update", ["a list", "another key", "other messages"])
def test_messages_of_a_command_are_bounded_wherever_they_are(update: str) -> None:
    """The state may be a list of messages, keep them under another key, or be given more than the answer."""

    def read_log() -> Any:
        answer = ToolMessage("x" * 900, tool_call_id="c0")
        if update == "a list":
            return Command(update=[answer])
        if update == "another key":
            return Command(update={"chat": [answer]})
        return Command(update={"messages": [answer, AIMessage("y" * 900)]}, goto="end")

    tool = StructuredTool.from_function(read_log, name="read_log", description="d")
    held = adapter.Toolcrib(kit.World().session())
    key = "chat" if update == "another key" else "messages"
    node = ToolNode([tool], wrap_tool_call=held.wrap_tool_call, messages_key=key)
    made = AIMessage("", tool_calls=[{"name": "read_log", "args": {}, "id": "c0"}])
    (command,) = node.invoke(
        [made] if update == "a list" else {key: [made]}, {"configurable": {"__pregel_runtime": Runtime()}}
    )
    messages = command.update if update == "a list" else command.update[key]
    assert [len(message.content) for message in messages] == [300] * len(messages)
    assert command.goto == ("end" if update == "other messages" else ())


def test_a_result_that_cannot_be_written_is_an_error_of_its_message() -> None:
    circle: list[Any] = []
    circle.append(circle)

    def handler(request: Any) -> ToolMessage:
        return ToolMessage.model_construct(content=circle, tool_call_id="c0", name="read_log", status="success")

    request: Any = ToolCallRequest(
        tool_call={"name": "read_log", "args": {}, "id": "c0", "type": "tool_call"}, tool=None, state={}, runtime=None
    )
    message = adapter.Toolcrib(kit.World().session()).wrap_tool_call(request, handler)
    assert (message.status, message.tool_call_id) == ("error", "c0")
    assert "cannot be written as text" in message.content


def test_a_tool_node_is_held_whichever_way_it_is_invoked() -> None:
    """With the wrapper of one way alone, the other way runs what nobody has decided."""
    made = AIMessage("", tool_calls=[{"name": "delete_schedule", "args": {"schedule_id": "s"}, "id": "c0"}])
    for way in ("session", "async_session"):
        world = kit.World()
        held = adapter.Toolcrib(getattr(world, way)())
        graph: Any = StateGraph(MessagesState)
        graph.add_node("tools", held.tool_node(tools_of(world), handle_tool_errors=False))
        graph.set_entry_point("tools")
        compiled = graph.compile()
        for loop in (False, True):

            def invoked(loop: bool = loop, compiled: Any = compiled) -> Any:
                start = {"messages": [made]}
                return asyncio.run(compiled.ainvoke(start)) if loop else compiled.invoke(start)

            if loop == (way == "async_session"):
                assert invoked()["messages"][-1].content == kit.GONE
            else:
                with pytest.raises(TypeError, match="session"):
                    invoked()
        assert world.ran == []
