"""What cannot be read: other servers' and packages' tools, documents, lists of callers."""
from google.adk.agents import Agent, LlmAgent
from google.adk.agents.config_agent_utils import from_config
from google.adk.tools import AgentTool
from google.adk.tools.base_toolset import BaseToolset
from google.adk.tools.crewai_tool import CrewaiTool
from google.adk.tools.langchain_tool import LangchainTool
from google.adk.tools.openapi_tool import OpenAPIToolset


class Remote(OpenAPIToolset):
    """Nothing here makes one."""


class AtRunTime(BaseToolset):
    def __init__(self, client) -> None:
        super().__init__()
        self._client = client

    async def get_tools(self, readonly_context=None):
        return await self._client.list_tools()


def build(tools, agent, client, tool):
    Agent(name="given", tools=tools)
    Agent(name="remote", tools=[OpenAPIToolset(spec_str="x"), AtRunTime(client), tool.find])
    LlmAgent(name="wrapped", tools=[AgentTool(agent=agent), LangchainTool(tool), CrewaiTool(tool, name="crew", description="C.")])
    from_config("agent.yaml")
