"""Servers that are held to a session: what they register is declared as ever."""

from fastmcp import FastMCP
from mcp.server.mcpserver import MCPServer
from toolcrib.registry.adapters.fastmcp import Toolcrib
from toolcrib.registry.adapters.mcp import hold

shop = FastMCP("shop")
desk = MCPServer("desk")


@shop.tool
def list_orders() -> list[str]:
    """List the orders."""
    return []


@desk.tool()
def close_order(order_id: str) -> str:
    """Close an order."""
    return order_id


def door(session) -> FastMCP:
    made = FastMCP("door")
    made.mount(shop)
    made.add_middleware(Toolcrib(session))
    return made


def serve(session) -> None:
    hold(desk, session)
    door(session).run()
