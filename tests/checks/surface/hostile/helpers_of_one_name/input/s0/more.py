"""A method whose name five classes use."""

from .core import registry


@registry.on
def change_0() -> str:
    """Change 0."""
    return ""
