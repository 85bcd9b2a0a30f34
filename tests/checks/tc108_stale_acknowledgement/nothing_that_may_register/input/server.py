import os

from fastmcp import FastMCP

mcp = FastMCP("schedules")


@mcp.tool
def list_schedules(project_id: str) -> list[str]:
    """List the schedules of a project."""
    return []


def export(schedule_id: str) -> str:
    """Export a schedule as a file."""
    return schedule_id


mcp.tool(name=os.environ["EXPORT_TOOL"])(export)
