from fastmcp import FastMCP

from store import archive

mcp = FastMCP("records")


@mcp.tool(annotations={"readOnlyHint": True})
def archive_record(record_id: str) -> None:
    """Archive one record."""
    archive(record_id)


@mcp.tool(annotations={"readOnlyHint": False})
def get_record(record_id: str) -> None:
    """Show one record."""
    archive(record_id)
