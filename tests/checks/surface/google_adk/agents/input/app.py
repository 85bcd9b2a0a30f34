"""Lists of agents: functions, tools, agents, toolsets."""
from google.adk.agents import Agent, LlmAgent
from google.adk.tools import AgentTool, BaseTool, LongRunningFunctionTool, google_search
from google.adk.tools.mcp_tool import McpToolset


def look() -> str:
    """Look."""
    return ""


def wait() -> str:
    """Wait."""
    return ""


class Own(BaseTool):
    def __init__(self) -> None:
        super().__init__(name="own", description="Own.")


helper = LlmAgent(name="helper", description="Helps.", tools=[look])
desk = Agent(
    name="desk",
    tools=[look, LongRunningFunctionTool(func=wait), AgentTool(agent=helper), Own(), google_search, McpToolset()],
)
