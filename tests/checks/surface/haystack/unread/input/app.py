"""What cannot be read: toolsets of servers and packages, components and lists of callers."""
from haystack.components.agents import Agent
from haystack.tools import ComponentTool, create_tool_from_function
from haystack_integrations.tools.github import GitHubFileEditorTool
from haystack_integrations.tools.mcp import MCPToolset


def build(generator, component, tools, functions, server, names):
    Agent(chat_generator=generator, tools=[MCPToolset(server), GitHubFileEditorTool()])
    Agent(chat_generator=generator, tools=MCPToolset(server, tool_names=names))
    Agent(chat_generator=generator, tools=tools)
    ComponentTool(component=component)
    return [create_tool_from_function(function) for function in functions]
