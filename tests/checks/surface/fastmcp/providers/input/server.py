"""Providers: local ones, apps, the repository's own, and those that only a run can read."""
from fastmcp import FastMCP, FastMCPApp
from fastmcp.server.providers import FileSystemProvider, LocalProvider, Provider
from fastmcp.tools import Tool
from other_package import provider as foreign

local = LocalProvider()


@local.tool
def here() -> str:
    """Here."""
    return ""


app = FastMCPApp("panel")


@app.ui("open_panel")
def panel() -> str:
    """Open the panel."""
    return ""


@app.tool(model=True)
def press() -> str:
    """Press a button."""
    return ""


def made() -> str:
    """Made by a provider."""
    return ""


class Own(Provider):
    async def _list_tools(self):
        return [Tool.from_function(made)]


mcp = FastMCP("shop", providers=[local, Own()])
mcp.add_provider(app, namespace="ui")
mcp.add_provider(FileSystemProvider("tools"))
mcp.add_provider(foreign)
