"""Uses `on_the_way`."""

from core import on_the_way


@on_the_way
def through_on_the_way() -> str:
    """Through on the way."""
    return ""
