from fastmcp import FastMCP

billing = FastMCP("billing")


@billing.tool
def refund_order() -> str:
    """Refund."""
    return ""


@billing.tool(name="list")
def list_orders() -> str:
    """List."""
    return ""
