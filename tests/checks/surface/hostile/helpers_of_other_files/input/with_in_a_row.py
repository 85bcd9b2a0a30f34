"""Uses `in_a_row[0]`."""

from core import in_a_row


@in_a_row[0]
def through_in_a_row() -> str:
    """Through in a row."""
    return ""
