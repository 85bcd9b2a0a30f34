def cancel(x: int) -> int:
    """Cancel."""
    return x


def refund(x: int) -> int:
    """Refund."""
    return x


def tools():
    yield "cancel_order", cancel
    yield from more()


def more():
    for fn in (refund,):
        yield fn.__name__, fn
