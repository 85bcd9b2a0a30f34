from fastmcp import FastMCP

mcp = FastMCP("schedules")


def list_schedules(project_id: str) -> list[str]:
    """List the schedules of a project."""
    return []


mcp.tool(list_schedules)
mcp.tool(list_schedules)
