"""Agents, generators, invokers, and runs that are given tools."""
from haystack.components.agents import Agent
from haystack.components.generators.chat import OpenAIChatGenerator
from haystack.components.tools import ToolInvoker
from haystack.tools import Tool, Toolset, tool
from haystack_integrations.tools.mcp import MCPTool, MCPToolset, StdioServerInfo


@tool
def first(word: str) -> str:
    """First."""
    return word


@tool
def second(word: str) -> str:
    """Second."""
    return word


SERVER = StdioServerInfo(command="x")
tools: list[Tool] = [first]
tools.append(MCPTool(name="of_a_server", server_info=SERVER))
generator = OpenAIChatGenerator(tools=tools)
agent = Agent(chat_generator=generator, tools=[Toolset([first]), second])
invoker = ToolInvoker(tools=Toolset(tools) + MCPToolset(SERVER, tool_names=["only_this"]))
generator.run([], tools=[second])
Agent(chat_generator=generator, tools=Toolset([first]) + second)  # until 3.0
