from mcp.server.fastmcp import FastMCP

mcp = FastMCP("shop")


@mcp.tool()
def find(x: int) -> int:
    """Find."""
    return x


@mcp.tool()
def paint(x: int) -> int:
    """Paint."""
    return x


async def listed():
    return [t for t in await mcp.list_tools() if t.name != "paint" or mcp.settings.debug]


mcp._mcp_server.list_tools()(listed)
