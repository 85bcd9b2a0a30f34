"""Prompts and resources are no tools."""
from mcp.server.mcpserver import MCPServer

mcp = MCPServer("desk")


@mcp.prompt()
def ask() -> str:
    """Ask."""
    return ""


@mcp.resource("res://one")
def read() -> str:
    """Read."""
    return ""


@mcp.tool()
def real() -> str:
    """The only tool."""
    return ""
