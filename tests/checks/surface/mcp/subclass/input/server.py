"""A class that is a server, and registers its own methods."""
from mcp.server.mcpserver import MCPServer


class Desk(MCPServer):
    def __init__(self, prefix: str) -> None:
        super().__init__("desk")
        self.tool()(self.look)
        self.add_tool(self.look, name=f"{prefix}_look")

    def look(self) -> str:
        """Look."""
        return ""


desk = Desk("quick")
