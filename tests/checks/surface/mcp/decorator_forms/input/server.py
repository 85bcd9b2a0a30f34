"""The decorator of the high-level class, in each form that it takes."""
from mcp.server.mcpserver import MCPServer
from mcp.types import ToolAnnotations

mcp = MCPServer("desk")


@mcp.tool()
def plain(ticket: str) -> str:
    """Show a ticket.

    Args:
        ticket: its number
    """
    return ticket


@mcp.tool()
async def without_text() -> str:
    return ""


@mcp.tool("by_position")
def _one() -> str:
    """The first positional argument is the name."""
    return ""


@mcp.tool("all_positions", "A title", "The third is the text.", ToolAnnotations(read_only_hint=True))
def _two() -> str:
    """Not sent."""
    return ""


@mcp.tool(name="by_keyword", description="Given as an argument.", title="T")
def _three() -> str:
    """Not sent."""
    return ""


@mcp.tool(name="", description="")
def empty_texts() -> str:
    """Empty counts as not given here."""
    return ""


@mcp.tool(name=None)
def no_name() -> str:
    """None counts as not given."""
    return ""


@mcp.tool(name="outer")
@mcp.tool(name="inner")
def twice() -> str:
    """One function, two tools."""
    return ""
