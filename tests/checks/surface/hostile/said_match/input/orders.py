from core import publish


def cancel(x: int) -> int:
    """Cancel."""
    return x


def refund(x: int) -> int:
    """Refund."""
    return x


def find(x: int) -> int:
    """Find."""
    return x


publish(("cancel_order", cancel))
publish({"fn": refund, "name": "refund_order"})
publish(find)
