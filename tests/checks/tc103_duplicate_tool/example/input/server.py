from fastmcp import FastMCP

mcp = FastMCP("schedules")


@mcp.tool
def list_schedules(project_id: str) -> list[str]:
    """List the schedules of a project."""
    return []


@mcp.tool(name="list_schedules")
def list_all_schedules() -> list[str]:
    """List the schedules of a project."""
    return []
