from fastmcp import FastMCP

mcp = FastMCP("builder")


@mcp.tool
def read_drawings() -> str:
    """Read drawings."""
    return ""


@mcp.tool
def edit_spec() -> str:
    """Edit spec."""
    return ""


@mcp.tool
def ask_user() -> str:
    """Ask user."""
    return ""
