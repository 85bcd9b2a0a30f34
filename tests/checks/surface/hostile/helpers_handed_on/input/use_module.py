"""Uses `api.publish`."""

from package import api


@api.publish
def through_module() -> str:
    """Through module."""
    return ""
