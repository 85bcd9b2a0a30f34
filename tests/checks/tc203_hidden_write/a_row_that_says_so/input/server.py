import os

from fastmcp import FastMCP

mcp = FastMCP("records")


@mcp.tool
def delete_record(record_id: str) -> None:
    """Delete one record."""
    os.remove(record_id)
