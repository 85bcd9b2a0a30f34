"""Lists that tools reach an agent or a model by."""
from autogen_agentchat.agents import AssistantAgent
from autogen_core.models import ChatCompletionClient
from autogen_core.tool_agent import ToolAgent
from autogen_core.tools import FunctionTool, Tool
from autogen_ext.agents.openai import OpenAIAssistantAgent
from autogen_ext.models.openai import OpenAIChatCompletionClient
from autogen_ext.tools.code_execution import PythonCodeExecutionTool
from autogen_ext.tools.http import HttpTool


def first(x: int) -> int:
    """First."""
    return x


def second(x: int) -> int:
    """Second."""
    return x


def third(x: int) -> int:
    """Third."""
    return x


MODEL = OpenAIChatCompletionClient(model="m")
tools: list[Tool] = [FunctionTool(first, description="The first.")]
for function in (second, third):
    tools.append(FunctionTool(function, description=function.__doc__ or ""))


def agents(safe: bool) -> None:
    ToolAgent("Runs tools.", tools)
    given = [] if safe else [PythonCodeExecutionTool(object())]
    AssistantAgent(name="writer", model_client=MODEL, tools=given)
    OpenAIAssistantAgent(name="hosted", description="", client=None, model="m", instructions="", tools=["file_search", first])


class Loop:
    def __init__(self, client: ChatCompletionClient, tools: list[Tool]) -> None:
        self._client = client
        self._schemas = [tool.schema for tool in tools]

    async def turn(self) -> None:
        await self._client.create([], tools=self._schemas)


Loop(MODEL, [HttpTool(name="get_page", host="x", port=1, json_schema={}, description="Get a page.")])
