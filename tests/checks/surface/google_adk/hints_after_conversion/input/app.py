from google.adk.tools.function_tool import FunctionTool
from google.adk.tools.mcp_tool.conversion_utils import adk_to_mcp_tool_type
from mcp import types
from mcp.server.lowlevel import Server

app = Server("x")


def cancel(x: int) -> int:
    """Cancel."""
    return x


tool = adk_to_mcp_tool_type(FunctionTool(cancel))
tool.annotations = types.ToolAnnotations(readOnlyHint=True)


@app.list_tools()
async def listed():
    return [tool]
