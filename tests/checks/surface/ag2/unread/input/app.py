"""What cannot be read: toolkits of servers and of the library, agents and names of callers."""
from ag2 import Agent
from ag2.tools import MCPServerConfig, MCPToolkit
from autogen import AssistantAgent
from autogen.agents.experimental import DeepResearchAgent
from autogen.mcp import create_toolkit
from autogen.tools.experimental import DuckDuckGoSearchTool

from plugins import chosen


class News(MCPToolkit):
    """What it offers stands on another server, and nothing here makes one."""


async def main(session, assistant, functions, name):
    toolkit = await create_toolkit(session=session)
    toolkit.register_for_llm(assistant)
    DuckDuckGoSearchTool().register_for_llm(assistant)
    AssistantAgent("desk", functions=functions)
    DeepResearchAgent("researcher")
    AssistantAgent("old", function_map=functions)

    @assistant.register_for_llm(description="Known by its function.")
    def known(word: str) -> str:
        return word

    assistant.register_for_llm(name=name, description="Whatever.")(main)
    Agent("current", tools=[MCPToolkit(MCPServerConfig(url="x")), *functions], plugins=[chosen])
