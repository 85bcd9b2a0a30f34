"""Handlers that list what is registered already, or wrap the one before."""
from mcp.server.fastmcp import FastMCP
from mcp.server.lowlevel import Server
from mcp.types import ListToolsRequest, Tool

mcp = FastMCP("high")


@mcp.tool()
def known() -> str:
    """Known."""
    return ""


@mcp._mcp_server.list_tools()
async def filtered():
    return [tool for tool in await mcp.list_tools() if tool.name != "hidden"]


low = Server("low")


@low.list_tools()
async def first():
    return [Tool(name="one", description="One.", inputSchema={})]


before = low.request_handlers[ListToolsRequest]


async def logged(request):
    response = await before(request)
    print(len(response.root.tools))
    return response


low.request_handlers[ListToolsRequest] = logged
