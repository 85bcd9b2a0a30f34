from core import more, routes


def cancel(x: int) -> int:
    """Cancel."""
    return x


routes["cancel_order"] = cancel
more["refund_order"] = cancel
