from registry import Registry

plugin = Registry.get().plugin


@plugin("orders")
def cancel(x: int) -> int:
    """Cancel."""
    return x
