"""Uses `one_of_two`."""

from core import one_of_two


@one_of_two
def through_one_of_two() -> str:
    """Through one of two."""
    return ""
