from fastmcp import FastMCP

chat = FastMCP("chat")
reports = FastMCP("reports")


def list_schedules(project_id: str) -> list[str]:
    """List the schedules of a project."""
    return []


chat.tool(list_schedules)
reports.tool(list_schedules)
