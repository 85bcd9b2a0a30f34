import core


def cancel(x: int) -> int:
    """Cancel."""
    return x


core.registry.setdefault("orders", []).append(cancel)
