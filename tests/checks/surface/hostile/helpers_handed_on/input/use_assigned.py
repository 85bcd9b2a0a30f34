"""Uses `emit`."""

from assigned import emit


@emit
def through_assigned() -> str:
    """Through assigned."""
    return ""
