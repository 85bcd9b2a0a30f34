"""A method whose name five classes use."""

from .core import registry


@registry.on
def change_4() -> str:
    """Change 4."""
    return ""
