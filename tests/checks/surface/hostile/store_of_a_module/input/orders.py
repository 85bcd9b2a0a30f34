import core


def cancel(x: int) -> int:
    """Cancel."""
    return x


core.functions += [cancel]
