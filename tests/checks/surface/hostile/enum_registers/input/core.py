from enum import Enum

from fastmcp import FastMCP

mcp = FastMCP("shop")


def cancel(x: int) -> int:
    """Cancel."""
    return x


class Tools(Enum):
    CANCEL = ("cancel_order", cancel)

    def __init__(self, label, fn):
        mcp.tool(fn, name=label)
