from fastmcp import FastMCP

mcp = FastMCP("schedules")


def list_schedules(project_id: str) -> list[str]:
    """List the schedules of a project."""
    return []


def search(words: str) -> list[str]:
    """Search everything."""
    return []


def delete_schedules() -> None:
    """Delete everything."""


for function in (list_schedules, delete_schedules):
    mcp.tool(function)  # toolcrib: ignore[TC101] only in the demo that is removed in May
