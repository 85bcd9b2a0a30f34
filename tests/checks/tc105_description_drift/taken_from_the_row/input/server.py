from fastmcp import FastMCP

from toolcrib.registry import Registry

registry = Registry.load("tools.yaml")
mcp = FastMCP("schedules")


@mcp.tool(description=registry.tool("list_schedules").description)
def list_schedules(project_id: str) -> list[str]:
    """Anything: no model reads this."""
    return []
