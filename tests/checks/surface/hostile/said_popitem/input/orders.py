from toolkit import toolkit


@toolkit("orders")
def cancel(x: int) -> int:
    """Cancel."""
    return x


@toolkit("orders")
def refund(x: int) -> int:
    """Refund."""
    return x
