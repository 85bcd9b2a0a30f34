"""Uses `publish`."""

from asked import publish


@publish
def through_asked() -> str:
    """Through asked."""
    return ""
