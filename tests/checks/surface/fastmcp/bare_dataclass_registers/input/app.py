from dataclasses import dataclass

from fastmcp import FastMCP

mcp = FastMCP("records")


@dataclass
class Registrar:
    server: FastMCP

    def go(self) -> None:
        self.server.tool(self.look)

    def look(self) -> str:
        """Look."""
        return ""


Registrar(mcp).go()
