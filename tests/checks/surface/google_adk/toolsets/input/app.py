"""The repository's own toolsets, tools of the library, lists that grow. It runs as it stands."""
from google.adk.agents import Agent, SequentialAgent
from google.adk.tools import AgentTool, BaseTool, FunctionTool, google_maps_grounding
from google.adk.tools.base_toolset import BaseToolset
from google.adk.tools.bash_tool import ExecuteBashTool

MODEL = "gemini-2.0-flash"


def look(word: str) -> str:
    """Look.

        Indented more.
    """
    return word


def untold(word: str) -> str:
    return word


class Caller:
    """Call."""

    def __call__(self, word: str) -> str:
        """Not sent."""
        return word


class Desk(BaseToolset):
    async def get_tools(self, readonly_context=None) -> list[BaseTool]:
        return [FunctionTool(self.find), FunctionTool(func=untold)]

    def find(self, word: str) -> str:
        """Find."""
        return word


class Shelf(BaseToolset):
    def __init__(self) -> None:
        super().__init__(tool_name_prefix="shelf")

    async def get_tools(self, readonly_context=None) -> list[BaseTool]:
        return [FunctionTool(look)]


steps = SequentialAgent(name="steps", description="Step by step.", sub_agents=[])
agent = Agent(name="agent", model=MODEL, tools=[look, Caller(), Desk(), Shelf(), AgentTool(agent=steps)])
agent.tools.append(google_maps_grounding)
agent.tools.append(ExecuteBashTool())
