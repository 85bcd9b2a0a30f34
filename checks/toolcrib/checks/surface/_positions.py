"""Where each LibCST node stands, without a metadata wrapper.

Room: checks, part of `read`. LibCST nodes carry no positions; its own provider copies the tree, at the cost of several
parses. Here the tree is written out once through a code generator that only counts, and remembers a place per node.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from types import TracebackType

import libcst as cst
from libcst._nodes.internal import CodegenState

from toolcrib.checks.surface._ir import Pos


class _Recording:
    """Remembers where a node starts when entered and where it ends when left."""

    __slots__ = ("_end_node", "_node", "_start", "_start_node", "_state")

    def __init__(
        self, state: _CountingState, node: cst.CSTNode, start_node: cst.CSTNode | None, end_node: cst.CSTNode | None
    ) -> None:
        self._state, self._node, self._start_node, self._end_node = state, node, start_node, end_node

    def __enter__(self) -> None:
        self._start = (self._state.line, self._state.column)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        if kind is not None:
            return  # the writing was broken off: the places it would name are not there
        state = self._state
        line, column = self._start
        end_line, end_column = state.line, state.column
        if self._start_node is not None:
            line, column = state.places[id(self._start_node)][:2]
        if self._end_node is not None:
            end_line, end_column = state.places[id(self._end_node)][2:]
        state.places[id(self._node)] = (line, column, end_line, end_column)


@dataclass
class _CountingState(CodegenState):
    places: dict[int, Pos] = field(default_factory=dict)
    line: int = 1
    column: int = 1
    _stack: list[tuple[int, int]] = field(default_factory=list)

    def add_indent_tokens(self) -> None:
        for token in self.indent_tokens:
            self.column += len(token)

    def add_token(self, value: str) -> None:
        if "\n" not in value and "\r" not in value:
            self.column += len(value)
            return
        parts = value.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        self.line += len(parts) - 1
        self.column = len(parts[-1]) + 1

    def before_codegen(self, node: cst.CSTNode) -> None:
        self._stack.append((self.line, self.column))

    def after_codegen(self, node: cst.CSTNode) -> None:
        start = self._stack.pop()
        if id(node) not in self.places:
            self.places[id(node)] = (*start, self.line, self.column)

    def pop_trailing_newline(self) -> None:
        """Nothing is written, so nothing has to be taken back."""

    def record_syntactic_position(  # type: ignore[override]  # LibCST only enters and leaves what this gives
        self, node: cst.CSTNode, *, start_node: cst.CSTNode | None = None, end_node: cst.CSTNode | None = None
    ) -> AbstractContextManager[None]:
        return _Recording(self, node, start_node, end_node)


def places(module: cst.Module) -> dict[int, Pos]:
    """`id(node)` → where it stands; valid while `module` is alive."""
    state = _CountingState(default_indent=module.default_indent, default_newline=module.default_newline)
    module._codegen(state)
    return state.places
