"""Where each node of the standard library's tree stands, as LibCST says it: in characters, without its own parentheses.

Room: checks, part of `read`. The tree gives columns in UTF-8 bytes and counts the parentheses of a tuple or generator
in; what it leaves out (a `@`, a closing parenthesis) is looked up in the text. Not here: what it means (`_lower_ast`).
"""

from __future__ import annotations

import ast
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from typing import TypeAlias, cast

from toolcrib.checks.surface._ir import Pos

_BLANK = re.compile(r"(?:[ \t\f\n]|\\\n|#[^\n]*)*")
_DECORATOR = re.compile(r"[ \t\f]*@")


Shift = tuple[int, int, int]  # lines, bytes, and the line whose nodes stand that many bytes further
_NONE: Shift = (0, 0, 0)


Placed: TypeAlias = ast.stmt | ast.expr | ast.excepthandler | ast.pattern | ast.keyword  # nodes with a place


class Places:
    """The places of one file's nodes. `shift` is for a tree that was parsed from a piece of the file."""

    def __init__(self, text: str) -> None:
        self.text = text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
        self._ascii = text.isascii()
        self._lines: list[bytes | None] | None = None
        self._starts: list[int] | None = None
        self._shift = _NONE
        self.pos: Callable[[Placed], Pos] = self._plain if self._ascii else self._exact

    @property
    def starts(self) -> list[int]:
        """Where each line starts; made when it is asked for."""
        if self._starts is None:
            self._starts = [0]
            at = self.text.find("\n")
            while at >= 0:
                self._starts.append(at + 1)
                at = self.text.find("\n", at + 1)
        return self._starts

    def _plain(self, node: Placed) -> Pos:
        # Nodes that a parser made have an end.
        return (node.lineno, node.col_offset + 1, node.end_lineno, node.end_col_offset + 1)  # type: ignore[return-value, operator]

    def _exact(self, node: Placed) -> Pos:
        line, column = self._place(node.lineno, node.col_offset)
        end_line, end_column = self._place(cast(int, node.end_lineno), cast(int, node.end_col_offset))
        return (line, column + 1, end_line, end_column + 1)

    def _place(self, line: int, column: int) -> tuple[int, int]:
        lines, columns, first = self._shift
        if line == first:
            column += columns
        line += lines
        return line, column if self._ascii else self._characters(line, column)

    def _characters(self, line: int, column: int) -> int:
        if self._lines is None:
            self._lines = [None if row.isascii() else row.encode() for row in self.text.split("\n")]
        row = self._lines[line - 1]
        return column if row is None else len(row[:column].decode(errors="replace"))

    def shifted(self, shift: Shift) -> Shift:
        """Take nodes as standing further on: lines, and bytes for those on one line; gives the shift before it."""
        before, self._shift = self._shift, shift
        self.pos = self._plain if self._ascii and shift == _NONE else self._exact
        return before

    def start(self, node: Placed) -> int:
        """Its first character's index in the text."""
        line, column = self._place(node.lineno, node.col_offset)
        return self.starts[line - 1] + column

    def end(self, node: Placed) -> int:
        line, column = self._place(cast(int, node.end_lineno), cast(int, node.end_col_offset))
        return self.starts[line - 1] + column

    def at(self, index: int) -> tuple[int, int]:
        line = bisect_right(self.starts, index)
        return line, index - self.starts[line - 1] + 1

    def bytes_at(self, index: int) -> tuple[int, int]:
        """Line and column in bytes, from 0, as the tree counts them."""
        line = bisect_right(self.starts, index)
        return line, len(self.text[self.starts[line - 1] : index].encode())

    def between(self, start: int, end: int) -> Pos:
        return (*self.at(start), *self.at(end))

    def skip(self, index: int) -> int:
        """The next index that is neither white space nor a comment."""
        match = _BLANK.match(self.text, index)
        return match.end() if match is not None else index

    def tokens(self, index: int, end: int, characters: str) -> Iterator[int]:
        """The indices of these characters as long as nothing else but blanks stands between them."""
        index = self.skip(index)
        while index < end and self.text[index] in characters:
            yield index
            index = self.skip(index + 1)

    # --- what the tree leaves out -----------------------------------------------------------------------------------

    def is_wrapped(self, node: ast.Tuple) -> bool:
        """Whether the tuple's own parentheses are there."""
        start = self.start(node)
        if self.text[start] != "(":
            return False
        if not node.elts:
            return True
        first = node.elts[0]
        opened = len(list(self.tokens(start, self.start(first), "(")))
        closed = len(list(self.tokens(self.end(first), self.end(node), ")")))
        return opened > closed

    def unwrapped(self, node: Placed, last: Placed | None) -> Pos:
        """Inside the parentheses that the node counts in; `last` is what stands last in it."""
        start, end = self.start(node), self.end(node) - 1
        if last is None:
            return self.between(end, end)
        inner = stop = self.end(last)
        for index in self.tokens(inner, end, "),"):
            stop = index + 1
        return self.between(self.skip(start + 1), stop)

    def closed(self, node: Placed, limit: Placed) -> tuple[int, int]:
        """The end of a part together with the parentheses around it."""
        end = self.end(node)
        for index in self.tokens(end, self.start(limit), ")"):
            end = index + 1
        return self.at(end)

    def of_slice(self, node: ast.Slice) -> Pos:
        """A slice that ends with its colon reaches to what follows it."""
        end = self.end(node)
        if self.text[end - 1] != ":":
            return self.pos(node)
        return (*self.pos(node)[:2], *self.at(self.skip(end)))

    def of_compound(self, node: Placed) -> Pos:
        """A statement with blocks, without a semicolon after the last one's last statement."""
        end = self.end(node) - 1
        if self.text[end] != ";":
            return self.pos(node)
        while self.text[end - 1] in " \t\f\\\n":
            end -= 1
        return (*self.pos(node)[:2], *self.at(end))

    def of_definition(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> Pos:
        """From the first decorator on: that is the line a person sees as the start of it."""
        pos = self.of_compound(node)
        if not node.decorator_list:
            return pos
        index = self.start(node.decorator_list[0])
        for line in range(bisect_right(self.starts, index), 0, -1):
            match = _DECORATOR.match(self.text, self.starts[line - 1])
            if match is not None and match.end() <= index:
                return (*self.at(match.end() - 1), pos[2], pos[3])
        return pos
