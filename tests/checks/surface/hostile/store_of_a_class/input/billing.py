from registry import Shared


def refund(order: str) -> str:
    """Refund an order."""
    return order


Shared.registered.append(refund)
