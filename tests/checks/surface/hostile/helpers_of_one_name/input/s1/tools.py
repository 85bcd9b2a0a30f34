"""A helper whose name five modules use."""

from .core import publish


@publish
def delete_1() -> str:
    """Delete 1."""
    return ""
