from fastmcp import FastMCP

mcp = FastMCP("records")


@mcp.tool
def archive_record(record_id: str) -> str:
    """Archive one record."""
    return record_id
