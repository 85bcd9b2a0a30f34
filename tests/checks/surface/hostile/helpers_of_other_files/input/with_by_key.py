"""Uses `by_key["x"]`."""

from core import by_key


@by_key["x"]
def through_by_key() -> str:
    """Through by key."""
    return ""
