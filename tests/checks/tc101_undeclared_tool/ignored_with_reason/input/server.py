from fastmcp import FastMCP

mcp = FastMCP("schedules")


@mcp.tool
def list_schedules(project_id: str) -> list[str]:
    """List the schedules of a project."""
    return []


@mcp.tool  # toolcrib: ignore[TC101] only in the demo that is removed in May
def delete_schedule(schedule_id: str) -> None:
    """Delete a schedule."""
