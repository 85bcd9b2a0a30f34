"""Make text from other people's files safe to print.

Room: checks, middle. Pure. A name or a description may hold escape sequences, direction marks, or a line that a CI
system takes for a command; in a report all of that is shown as what it is and does nothing.
"""

from __future__ import annotations

import re
import unicodedata

_DRAWN_AS_NOTHING = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_COMMAND = re.compile(r"^(\s*):(?=:)|##(?=\[)", re.MULTILINE)


def plain(text: str, *, lines: bool = False) -> str:
    """The text with everything invisible spelled out; line breaks stay where `lines` says so."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(char if _is_seen(char) or (lines and char == "\n") else _spelled(char) for char in text)


def unobeyed(text: str) -> str:
    """The text, with nothing in it that a CI system would take for a command to itself."""
    return _COMMAND.sub(lambda found: f"{found[1]}\\x3a" if found[1] is not None else "#\\x23", text)


def _is_seen(char: str) -> bool:
    return unicodedata.category(char) not in _DRAWN_AS_NOTHING


def _spelled(char: str) -> str:
    return char.encode("unicode_escape").decode("ascii")
