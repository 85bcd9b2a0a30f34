"""A method whose name five classes use."""

from .core import registry


@registry.on
def change_1() -> str:
    """Change 1."""
    return ""
