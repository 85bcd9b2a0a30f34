from fastmcp import FastMCP

mcp = FastMCP("schedules")


@mcp.tool
def list_schedules(project_id: str) -> list[str]:
    """List the schedules of a project."""
    return []


# toolcrib: ignore[TC205] stages a proposal; what writes is the person's accept
@mcp.tool(annotations={"readOnlyHint": False})
def propose_schedule(schedule_id: str) -> None:
    """Stage a schedule for a person to accept."""
