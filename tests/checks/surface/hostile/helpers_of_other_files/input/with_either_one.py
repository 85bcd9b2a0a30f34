"""Uses `either_one`."""

from core import either_one


@either_one
def through_either_one() -> str:
    """Through either one."""
    return ""
