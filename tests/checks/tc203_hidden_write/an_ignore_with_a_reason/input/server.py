from fastmcp import FastMCP

from proposals import stage

mcp = FastMCP("records")


@mcp.tool
def propose_record(title: str) -> str:
    """Stage a record for a person to accept."""
    return stage(title)
