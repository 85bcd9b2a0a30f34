from core import how


@how["tool"]
def cancel(x: int) -> int:
    """Cancel."""
    return x


@how["named"]("refund_order")
def refund(x: int) -> int:
    """Refund."""
    return x
