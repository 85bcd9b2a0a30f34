from registry import shared


def refund(order: str) -> str:
    """Refund an order."""
    return order


shared.functions.append(refund)
