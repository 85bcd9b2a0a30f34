from fastmcp import FastMCP

mcp = FastMCP("schedules")


@mcp.tool
def list_schedules(project_id: str) -> list[str]:
    """List the schedules of a project."""
    return []
