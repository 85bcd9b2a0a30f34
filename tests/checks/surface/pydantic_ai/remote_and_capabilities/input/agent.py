"""What brings tools that only a run can list."""
from pydantic_ai import Agent, FunctionToolset
from pydantic_ai.common_tools.web_fetch import web_fetch_tool
from pydantic_ai.capabilities import MCP, Capability, Thinking, Toolset, WebSearch
from pydantic_ai.ext.langchain import LangChainToolset, tool_from_langchain
from pydantic_ai.mcp import MCPServerStdio
from langchain_core.tools import tool


def one() -> str:
    """One."""
    return ""


@tool
def chained() -> str:
    """From LangChain."""
    return ""


bundle = Capability(tools=[one], id="bundle")


@bundle.tool_plain
def two() -> str:
    """Two."""
    return ""


a = Agent("test", name="a", toolsets=[MCPServerStdio("python", args=[])])
b = Agent("test", name="b", capabilities=[bundle, Thinking(), WebSearch(), MCP("http://x"), Toolset(FunctionToolset([one]))])
c = Agent("test", name="c", tools=[tool_from_langchain(chained), web_fetch_tool()], toolsets=[LangChainToolset([chained])])


@a.toolset
def unread(ctx):
    return open("x")
