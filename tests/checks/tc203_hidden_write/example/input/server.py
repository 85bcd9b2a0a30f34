from fastmcp import FastMCP

from store import mark_seen

mcp = FastMCP("records")


@mcp.tool
def get_record(record_id: str) -> str:
    """Show one record."""
    mark_seen(record_id)
    return record_id
