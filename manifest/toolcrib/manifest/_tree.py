"""A small tree of what is written, with the exact place of every piece.

Room: manifest, middle. Values only. YAML and Python are both read into it, so that one builder and one set of messages
serve both; edits cut and paste at its offsets.
Not here: what the tree means (`_build`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from toolcrib.manifest._location import Location

Plain: TypeAlias = str | bool | int | float | None

MAX_DEPTH = 16  # a manifest needs six
MAX_VALUES = 200_000  # more than ten thousand rows have; some seconds of reading


@dataclass(frozen=True, slots=True)
class Span:
    """Character offsets and the same place in lines and columns, which count from 1; ends are exclusive."""

    start: int
    end: int
    line: int
    column: int
    end_line: int
    end_column: int

    def at(self, path: str) -> Location:
        return Location(path, self.line, self.column, self.end_line, self.end_column)


@dataclass(frozen=True, slots=True)
class Scalar:
    """One value. `style` is how it is written: "" plain, `'`, `"`, `|`, `>`, or "python"."""

    span: Span
    value: Plain
    text: str
    style: str = ""


@dataclass(frozen=True, slots=True)
class Items:
    """A list, `[a, b]` (flow) or one item a line."""

    span: Span
    items: tuple[Node, ...]
    flow: bool


@dataclass(frozen=True, slots=True)
class Entry:
    key: Scalar
    value: Node


@dataclass(frozen=True, slots=True)
class Entries:
    """A mapping, `{a: b}` (flow) or one entry a line. Keys may repeat here; the builder says so."""

    span: Span
    entries: tuple[Entry, ...]
    flow: bool

    def get(self, name: str) -> Entry | None:
        return next((entry for entry in self.entries if entry.key.value == name), None)


@dataclass(frozen=True, slots=True)
class Nothing:
    """A place where a value belongs and none is written, or one that was refused (`settled`: already reported)."""

    span: Span
    settled: bool = False


Node: TypeAlias = Scalar | Items | Entries | Nothing


def end_of(node: Node) -> int:
    """Where the node's own text ends: without the blank lines and comments that follow a block."""
    if isinstance(node, Entries) and not node.flow and node.entries:
        return max(node.entries[-1].key.span.end, end_of(node.entries[-1].value))
    if isinstance(node, Items) and not node.flow and node.items:
        return end_of(node.items[-1])
    return node.span.end
