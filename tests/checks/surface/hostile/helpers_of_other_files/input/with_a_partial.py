"""Uses `a_partial`."""

from core import a_partial


@a_partial
def through_a_partial() -> str:
    """Through a partial."""
    return ""
