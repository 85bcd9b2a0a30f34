"""Implementations that are bound to their rows, and one of them that a server has too."""

import os

from fastmcp import FastMCP
from toolcrib.registry import Registry

registry = Registry.load("tools.yaml")
mcp = FastMCP("shop")

SCHEMA = {"type": "object", "properties": {"order_id": {"type": "string"}}, "required": ["order_id"]}


@registry.tool("list_orders")
def orders(status: str = "") -> list[str]:
    """Text that no model is told."""
    return []


@registry.tool("show_order", schema=SCHEMA)
async def show(order_id: str) -> str:
    return order_id


@registry.tool("count_orders")
@mcp.tool(name="count_orders")
def count() -> int:
    """Count the orders."""
    return 0


def close(order_id: str) -> str:
    return order_id


class Desk:
    def reopen(self, order_id: str) -> str:
        return order_id


registry.tool("close_order")(close)
registry.tool("reopen_order")(Desk().reopen)

for name, function in {"ship_order": close, "return_order": close}.items():
    registry.tool(name)(function)

registry.tool(os.environ["TOOL"])(close)  # cannot be told
row = registry.tool(os.environ["ROW"])  # only looked at
