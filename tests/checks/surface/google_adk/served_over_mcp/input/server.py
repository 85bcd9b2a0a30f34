"""Functions that are ADK tools, listed by an MCP server."""
from google.adk.tools.function_tool import FunctionTool
from google.adk.tools.mcp_tool.conversion_utils import adk_to_mcp_tool_type
from mcp.server.lowlevel import Server


def one(x: int) -> str:
    """One.

    Args:
        x: a number
    """
    return ""


def two() -> str:
    """Two."""
    return ""


TOOLS = [FunctionTool(one), FunctionTool(func=two, require_confirmation=True)]
BY_NAME = {tool.name: tool for tool in TOOLS}
server = Server("adk")


@server.list_tools()
async def listed():
    return [adk_to_mcp_tool_type(tool) for tool in BY_NAME.values()]
