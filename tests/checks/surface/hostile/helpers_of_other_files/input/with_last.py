"""Uses `last`."""

from core import last


@last
def through_last() -> str:
    """Through last."""
    return ""
