"""Match relative paths against the patterns that people write in `exclude` and `include`.

Room: checks, middle. Pure: a path in, yes or no out. As in a .gitignore: `*` stays within one name, `**` crosses
folders, a pattern without a slash matches any name on the way, and a folder covers all that lies in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

_PIECE = re.compile(r"\*\*/|\*\*|\*|\?|[^*?]+")
_MEANS = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}


class Globs:
    """Some patterns, ready to match."""

    __slots__ = ("_names", "_paths")

    def __init__(self, patterns: Iterable[str]) -> None:
        cleaned = [pattern.removeprefix("./").strip("/") for pattern in patterns]
        self._names = tuple(_compiled(p) for p in cleaned if p and "/" not in p)
        self._paths = tuple(_compiled(p) for p in cleaned if "/" in p)

    def match(self, path: str) -> bool:
        """Whether the path, or a folder that it lies in, is matched."""
        parts = path.split("/")
        return any(self.match_name(part) for part in parts) or any(
            pattern.fullmatch("/".join(parts[:end])) for pattern in self._paths for end in range(1, len(parts) + 1)
        )

    def match_name(self, name: str) -> bool:
        """Whether one name alone is matched by a pattern without a slash."""
        return any(pattern.fullmatch(name) for pattern in self._names)


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> re.Pattern[str]:
    pieces: list[str] = _PIECE.findall(pattern)
    return re.compile("".join(_MEANS[piece] if piece in _MEANS else re.escape(piece) for piece in pieces), re.DOTALL)
