from fastmcp import FastMCP

mcp = FastMCP("schedules")


@mcp.tool
def list_schedules(project_id: str) -> list[str]:
    """Zeitplaene auflisten."""
    return []
