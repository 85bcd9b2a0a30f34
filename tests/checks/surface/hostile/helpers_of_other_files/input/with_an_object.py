"""Uses `an_object`."""

from core import an_object


@an_object
def through_an_object() -> str:
    """Through an object."""
    return ""
