from enum import Enum

from fastmcp import FastMCP

mcp = FastMCP("shop")


def cancel(x: int) -> int:
    """Cancel."""
    return x


def refund(x: int) -> int:
    """Refund."""
    return x


class Tools(Enum):
    CANCEL = ("cancel_order", cancel)
    REFUND = ("refund_order", refund)

    def __init__(self, label, fn):
        self.label = label
        self.fn = fn


for item in Tools:
    mcp.tool(item.fn, name=item.label)
