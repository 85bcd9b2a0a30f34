"""Uses `publish`."""

from twice import *


@publish
def through_twice() -> str:
    """Through twice."""
    return ""
