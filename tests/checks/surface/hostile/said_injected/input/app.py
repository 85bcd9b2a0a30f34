from di import call, singleton
from fastmcp import FastMCP


@singleton
class Server:
    def __init__(self):
        self.mcp = FastMCP("shop")


@singleton
class Orders:
    def cancel(self, x: int) -> int:
        """Cancel."""
        return x


@call
def wire(server: Server, orders: Orders):
    server.mcp.tool(orders.cancel)
