import atexit
from contextlib import ExitStack

from fastmcp import FastMCP

mcp = FastMCP("shop")


def cancel(x: int) -> int:
    """Cancel."""
    return x


with ExitStack() as stack:
    stack.callback(mcp.tool, cancel)
