"""SDK 2: extensions bring tools when the server is made."""
from mcp.server.apps import Apps
from mcp.server.extension import Extension, ToolBinding
from mcp.server.mcpserver import MCPServer


def close() -> str:
    """Close."""
    return ""


class Closing(Extension):
    identifier = "org.example/closing"

    def tools(self):
        return [
            ToolBinding(close),
            ToolBinding(fn=close, kwargs={"name": "close_all", "description": "Close all of them."}),
            ToolBinding(self.undo, {"k": 1}),
        ]

    def undo(self) -> str:
        """Undo."""
        return ""


apps = Apps()


@apps.tool(resource_uri="ui://clock", description="Show a clock.")
def clock() -> str:
    return ""


apps.add_html_resource("ui://clock", "<p>12</p>")
mcp = MCPServer("desk", extensions=[Closing(), apps])
