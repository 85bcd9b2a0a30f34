"""Find the line of a key in a TOML text, which `tomllib` does not tell.

Room: checks, middle. Pure. A scan for table headers and keys, good enough to point at a line; what it does not find
(keys inside inline tables) is answered with the line of what encloses it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

KeyPath = tuple[str | int, ...]

_KEY = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*')"""
_DOTTED = rf"{_KEY}(?:\s*\.\s*{_KEY})*"
_HEADER = re.compile(rf"\s*(\[\[?)\s*({_DOTTED})\s*\]\]?")
_ASSIGNMENT = re.compile(rf"\s*({_DOTTED})\s*=(.*)")
_PART = re.compile(_KEY)


def key_lines(text: str) -> Mapping[KeyPath, int]:
    """The line of every table header and key; tables of an array are numbered from 0."""
    lines: dict[KeyPath, int] = {}
    counts: dict[KeyPath, int] = {}
    table: KeyPath = ()
    closing = ""
    for number, line in enumerate(text.splitlines(), 1):
        if closing:  # inside a text of several lines
            closing = "" if closing in line else closing
        elif header := _HEADER.match(line):
            table = _resolved(_parts(header[2]), counts)
            if header[1] == "[[":
                index = counts.get(table, 0)
                counts[table] = index + 1
                table = (*table, index)
            lines.setdefault(table, number)
        elif assignment := _ASSIGNMENT.match(line):
            parts = _parts(assignment[1])
            for end in range(1, len(parts) + 1):
                lines.setdefault((*table, *parts[:end]), number)
            closing = _opened(assignment[2])
    return lines


def line_of(lines: Mapping[KeyPath, int], path: KeyPath) -> int:
    """The line of the key, or of what encloses it."""
    return next((lines[path[:end]] for end in range(len(path), 0, -1) if path[:end] in lines), 1)


def _parts(dotted: str) -> KeyPath:
    return tuple(part[1:-1] if part[0] in "\"'" else part for part in _PART.findall(dotted))


def _resolved(path: KeyPath, counts: Mapping[KeyPath, int]) -> KeyPath:
    """`[a.b]` below `[[a]]` belongs to the latest `a`."""
    resolved: KeyPath = ()
    for position, part in enumerate(path):
        resolved = (*resolved, part)
        if resolved in counts and position < len(path) - 1:
            resolved = (*resolved, counts[resolved] - 1)
    return resolved


def _opened(value: str) -> str:
    """The quotes that a text of several lines opens here and does not close."""
    for quotes in ('"""', "'''"):
        if value.lstrip().startswith(quotes) and quotes not in value.lstrip()[3:]:
            return quotes
    return ""
