"""A helper whose name five modules use."""

from .core import publish


@publish
def delete_3() -> str:
    """Delete 3."""
    return ""
