from fastmcp import FastMCP

from plugins import installed

mcp = FastMCP("schedules")


def register() -> None:
    for name, run in installed():
        mcp.tool(name=name)(run)
