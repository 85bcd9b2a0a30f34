import os

from fastmcp import FastMCP

mcp = FastMCP("schedules")


if os.environ.get("DEMO"):

    @mcp.tool
    def list_schedules(project_id: str) -> list[str]:
        """List the schedules of a project."""
        return ["demo"]

else:

    @mcp.tool
    def list_schedules(project_id: str) -> list[str]:
        """List the schedules of a project."""
        return []
