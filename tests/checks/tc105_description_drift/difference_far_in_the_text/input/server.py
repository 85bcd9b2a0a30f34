from fastmcp import FastMCP

mcp = FastMCP("schedules")


@mcp.tool
def list_schedules(project_id: str) -> list[str]:
    """List the schedules of a project, with their owners, their states and the dates on which they were last
    changed, so that a person can see which of them is current. Lists drafts as well.
    """
    return []
