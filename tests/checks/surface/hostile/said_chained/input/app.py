from builder import Builder


def cancel(x: int) -> int:
    """Cancel."""
    return x


def refund(x: int) -> int:
    """Refund."""
    return x


mcp = Builder("shop").with_tool(cancel).when(True).with_tool(refund, "refund_order").build()
