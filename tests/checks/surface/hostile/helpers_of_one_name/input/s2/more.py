"""A method whose name five classes use."""

from .core import registry


@registry.on
def change_2() -> str:
    """Change 2."""
    return ""
