from mcp.server.mcpserver import MCPServer

from app.parts import Reports, register
from app.parts.writing import register_writing


class App:
    """Keeps its server in an attribute and gives it to others."""

    def __init__(self) -> None:
        self.mcp = MCPServer("app")
        self._own()
        register(self.mcp, prefix="x_")
        register_writing(server=self.mcp)
        Reports(self)

    def _own(self) -> None:
        for method in (self.first, self.second):
            self.mcp.tool()(method)

    def first(self) -> str:
        """First."""
        return ""

    def second(self) -> str:
        """Second."""
        return ""


app = App()
