"""The decorator in its bare, called, named and applied forms."""
from fastmcp import FastMCP
from mcp.types import ToolAnnotations

mcp = FastMCP("shop")


@mcp.tool
def bare(item: str) -> str:
    """Show an item.

    Long text
        stays as it is.

    Args:
        item: which one

    Returns:
        its page
    """
    return item


@mcp.tool()
async def called() -> str:
    """Called."""
    return ""


@mcp.tool("by_position")
def _one() -> str:
    """Named by the first argument."""
    return ""


@mcp.tool(name="by_keyword", description="Given.", annotations=ToolAnnotations(read_only_hint=True), tags={"read"})
def _two() -> str:
    """Not sent."""
    return ""


@mcp.tool(name="", description="")
def empty_texts() -> str:
    """Sent by generation 2 only: an empty text is a text now."""
    return ""


@mcp.tool(annotations={"readOnlyHint": False, "destructiveHint": True})
def from_dict() -> str:
    """Hints in a dictionary."""
    return ""


@mcp.tool
def no_text() -> str:
    return ""


def applied() -> str:
    """Applied."""
    return ""


class Box:
    def put(self) -> str:
        """Put."""
        return ""


mcp.tool(applied)
mcp.tool(applied, name="applied_named")
mcp.tool(name="applied_later")(applied)
mcp.tool("applied_position")(applied)
mcp.tool(Box().put)
