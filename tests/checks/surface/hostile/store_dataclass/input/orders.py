from spec import ToolSpec


def cancel(x: int) -> int:
    """Cancel."""
    return x


def refund(x: int) -> int:
    """Refund."""
    return x


ToolSpec(cancel)
ToolSpec(refund, name="refund_order")
