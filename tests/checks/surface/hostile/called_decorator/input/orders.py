from core import expose


@expose
def cancel(x: int) -> int:
    """Cancel."""
    return x


@expose(name="refund_order")
def refund(x: int) -> int:
    """Refund."""
    return x
