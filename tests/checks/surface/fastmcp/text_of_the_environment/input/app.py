import os

from fastmcp import FastMCP

mcp = FastMCP("shop")


def cancel(x: int) -> int:
    """Cancel."""
    return x


def refund(x: int) -> int:
    """Refund."""
    return x


mcp.tool(cancel, description=os.environ["CANCEL_TEXT"])
mcp.tool(refund, description=os.environ.get("REFUND_TEXT", "Refund it."))
