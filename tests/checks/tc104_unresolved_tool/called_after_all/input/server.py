from fastmcp import FastMCP

from helper import enabled_tool

mcp = FastMCP("schedules")


@mcp.tool
def list_schedules(project_id: str) -> list[str]:
    """List the schedules of a project."""
    return []


def connect(server) -> None:
    enabled_tool(server, {"delete_schedule"})(delete_schedule)


def delete_schedule(schedule_id: str) -> None:
    """Delete a schedule."""
