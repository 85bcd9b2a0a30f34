import os

from fastmcp import FastMCP

mcp = FastMCP("schedules")


@mcp.tool
def list_schedules(project_id: str) -> list[str]:
    """List the schedules of a project."""
    return []


if os.environ.get("WRITES"):

    @mcp.tool
    def delete_schedule(schedule_id: str) -> None:
        """Delete a schedule."""
