"""Colour for a terminal.

Room: checks, middle. Pure: a text in, the text between the terminal's codes out.
"""

from __future__ import annotations

_CODES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}


def painted(text: str, *styles: str) -> str:
    """The text in these styles, always; nothing stays nothing."""
    return f"\x1b[{';'.join(_CODES[style] for style in styles)}m{text}\x1b[0m" if text else ""


def paint(text: str, *styles: str, color: bool) -> str:
    """The text in these styles where colour is wanted."""
    return painted(text, *styles) if color else text
