from fastmcp import FastMCP

mcp = FastMCP("schedules")


@mcp.tool
def list_schedules(project_id: str) -> list[str]:
    """List the schedules of a project."""
    return []


def export_schedule(schedule_id: str) -> str:
    """Export a schedule as a file."""
    return ""


for function in (export_schedule,):
    mcp.tool(function)
