"""What registers, and whose names only a run can tell."""
import json
import sys

from mcp.server.mcpserver import MCPServer

mcp = MCPServer("desk")


def handler() -> str:
    """Handle."""
    return ""


for entry in json.loads(open("tools.json").read()):
    mcp.tool(name=entry["name"])(handler)

mcp.add_tool(getattr(sys.modules[__name__], input()))


def register(app) -> None:
    @app.mcp.tool()
    def deep() -> str:
        """Nothing tells what `app` is."""
        return ""


mcp.add_tool(handler, **json.loads("{}"))
