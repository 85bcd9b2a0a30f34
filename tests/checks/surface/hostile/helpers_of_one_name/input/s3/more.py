"""A method whose name five classes use."""

from .core import registry


@registry.on
def change_3() -> str:
    """Change 3."""
    return ""
