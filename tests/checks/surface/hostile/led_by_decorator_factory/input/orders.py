from core import publish


def cancel(x: int) -> int:
    """Cancel."""
    return x


publish(cancel)
