"""A helper whose name five modules use."""

from .core import publish


@publish
def delete_0() -> str:
    """Delete 0."""
    return ""
