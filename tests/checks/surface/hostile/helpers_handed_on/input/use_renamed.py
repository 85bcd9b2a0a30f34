"""Uses `pub`."""

from renamed import pub


@pub
def through_renamed() -> str:
    """Through renamed."""
    return ""
