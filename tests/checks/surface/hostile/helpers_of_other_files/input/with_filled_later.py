"""Uses `filled_later.publish`."""

from core import filled_later


@filled_later.publish
def through_filled_later() -> str:
    """Through filled later."""
    return ""
