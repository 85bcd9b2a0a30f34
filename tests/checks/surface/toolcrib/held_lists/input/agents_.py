"""Agents whose lists are given through an adapter: it narrows when it runs, and adds nothing."""

from agents import Agent as OpenAgent
from agents import function_tool
from langchain.agents import create_agent
from langchain_core.tools import tool
from langgraph.prebuilt import ToolNode
from pydantic_ai import Agent, FunctionToolset
from toolcrib.registry import Registry
from toolcrib.registry.adapters.langchain import Toolcrib as Middleware
from toolcrib.registry.adapters.openai_agents import held_tools, run_config
from toolcrib.registry.adapters.pydantic_ai import Toolcrib

registry = Registry.load("tools.yaml")
own = FunctionToolset()


def open_session(agent: str, user: str):
    return registry.async_session(agent, facts=lambda: user)


@own.tool_plain
def list_orders() -> list[str]:
    """List the orders."""
    return []


@function_tool
def show_order(order_id: str) -> str:
    """Show one order."""
    return order_id


@tool
def count_orders() -> int:
    """Count the orders."""
    return 0


by_deps = Agent(name="by-deps", toolsets=[Toolcrib(own, lambda ctx: ctx.deps)])
by_function = Agent(name="by-function", toolsets=[Toolcrib(own.prefixed("shop"), lambda ctx: open_session("clerk", ctx.deps))])


async def turn(user: str, given, model) -> None:
    async with open_session("clerk", user) as session:
        Agent(name="by-session", toolsets=[Toolcrib(own, session)])
        OpenAgent(name="open", tools=await held_tools(session, [show_order]))
        OpenAgent(name="open-more", tools=[*await held_tools(session=given, tools=[show_order]), show_order])
        create_agent(model, tools=[count_orders], middleware=[Middleware(session)], name="chain")
        held = Middleware(given)
        model.bind_tools(held.offered([count_orders]))
        ToolNode([count_orders], wrap_tool_call=held.wrap_tool_call)
        OpenAgent(name="unread", tools=await held_tools(session, given.tools))
        Agent(name="unread-too", toolsets=[Toolcrib(given.toolset, session)])
        run_config(session)
