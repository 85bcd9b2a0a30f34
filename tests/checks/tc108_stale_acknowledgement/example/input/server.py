from fastmcp import FastMCP

mcp = FastMCP("schedules")


@mcp.tool  # toolcrib: ignore[TC105] the text is being reworded
def list_schedules(project_id: str) -> list[str]:
    """List the schedules of a project."""
    return []
