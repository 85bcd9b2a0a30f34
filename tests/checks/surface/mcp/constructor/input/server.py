"""Tools given when the server is made, and taken away again."""
import sys

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.tools import Tool


def one() -> str:
    """One."""
    return ""


def two() -> str:
    """Two."""
    return ""


made = MCPServer("made", tools=[Tool.from_function(one), Tool.from_function(two, "two_named", description="Named.")])

shrunk = MCPServer("shrunk")
shrunk.tool()(one)
shrunk.tool()(two)
shrunk.remove_tool("one")

maybe = MCPServer("maybe")
maybe.tool(name="kept")(one)
if len(sys.argv) > 99:
    maybe.remove_tool("kept")
