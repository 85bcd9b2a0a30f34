"""Uses `begun`."""

from core import begun


@begun
def through_begun() -> str:
    """Through begun."""
    return ""
