"""A helper whose name five modules use."""

from .core import publish


@publish
def delete_2() -> str:
    """Delete 2."""
    return ""
