"""A place in a file that a person can open.

Room: manifest. A value, no I/O. Every finding and every error points with it.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Location:
    """Lines and columns count from 1; `path` is relative to the project root and uses `/`.

    `end_line` and `end_column` are 0 when only the start is known; `end_column` is exclusive.
    """

    path: str
    line: int = 1
    column: int = 1
    end_line: int = 0
    end_column: int = 0

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"
