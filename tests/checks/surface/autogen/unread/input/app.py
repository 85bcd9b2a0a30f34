"""What cannot be read: other servers, agents with tools of their own, lists of callers."""
from autogen_agentchat.agents import AssistantAgent
from autogen_agentchat.tools import AgentTool
from autogen_core.tools import FunctionTool
from autogen_ext.agents.web_surfer import MultimodalWebSurfer
from autogen_ext.tools.langchain import LangChainToolAdapter
from autogen_ext.tools.mcp import McpWorkbench, StdioServerParams, mcp_server_tools
from langchain_community.tools import Search

from plugins import functions


async def main(model, more, agent, name):
    remote = await mcp_server_tools(StdioServerParams(command="x"))
    AssistantAgent("remote", model, tools=remote)
    async with McpWorkbench(StdioServerParams(command="x")) as bench:
        AssistantAgent("bench", model, workbench=[bench])
    AssistantAgent("more", model, tools=[*more, LangChainToolAdapter(Search())])
    MultimodalWebSurfer("surfer", model_client=model)
    AgentTool(agent)
    FunctionTool(more[0], description="Whatever.")
    FunctionTool(main, description="Named at run time.", name=name)
    AssistantAgent("plugged", model, tools=functions())
    AssistantAgent("bound", model, tools=[agent.search])
