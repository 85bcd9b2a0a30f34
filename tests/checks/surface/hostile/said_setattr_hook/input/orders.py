from core import tools


def cancel(x: int) -> int:
    """Cancel."""
    return x


tools.cancel_order = cancel
