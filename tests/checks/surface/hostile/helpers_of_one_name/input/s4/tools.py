"""A helper whose name five modules use."""

from .core import publish


@publish
def delete_4() -> str:
    """Delete 4."""
    return ""
