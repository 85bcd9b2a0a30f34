"""Uses `publish`."""

from starred import publish


@publish
def through_starred() -> str:
    """Through starred."""
    return ""
