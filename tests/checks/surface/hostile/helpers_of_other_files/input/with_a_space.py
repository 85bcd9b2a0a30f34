"""Uses `a_space.publish`."""

from core import a_space


@a_space.publish
def through_a_space() -> str:
    """Through a space."""
    return ""
