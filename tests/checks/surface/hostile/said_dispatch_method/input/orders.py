from core import hub


def cancel(x: int) -> int:
    """Cancel."""
    return x


def refund(x: int) -> int:
    """Refund."""
    return x


hub.publish(cancel)
hub.publish([refund])
