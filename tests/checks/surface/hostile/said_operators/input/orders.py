from core import kit


def cancel(x: int) -> int:
    """Cancel."""
    return x


def refund(x: int) -> int:
    """Refund."""
    return x


def find(x: int) -> int:
    """Find."""
    return x


kit += cancel
kit << refund
kit["find_order"] = find
