from core import get_named, get_server


@get_server().tool
def cancel(x: int) -> int:
    """Cancel."""
    return x


def refund(x: int) -> int:
    """Refund."""
    return x


get_named("staff").tool(refund, name="refund_order")
