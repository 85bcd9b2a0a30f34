from fastmcp import FastMCP

mcp = FastMCP("harbour")


@mcp.tool
def list_tides(harbour: str) -> str:
    """List the tides of a harbour."""
    return harbour


@mcp.tool
def list_gates(lock: str) -> str:
    """List the gates of a lock."""
    return lock
