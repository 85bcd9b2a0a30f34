"""Put the row's description where the code states another one.

Room: checks, middle. Pure: a file's bytes and the texts for places in it in, new bytes out. LibCST finds the literal
and keeps everything else byte for byte. A text that is computed is never touched: it is handed back with the reason.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import dataclass

import libcst as cst
from libcst.metadata import CodeRange, MetadataWrapper, PositionProvider

from toolcrib.checks.fix._docstring import with_prose
from toolcrib.checks.fix._literal import LONGEST, Style, style_of, write, write_parts
from toolcrib.manifest import Location


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """The text for one literal; a docstring keeps its parameter sections."""

    text: str
    docstring: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Rewritten:
    """The file's new bytes, and for each place that could not be written the reason."""

    source: bytes
    refused: tuple[tuple[Location, str], ...]


def rewrite(source: bytes, wanted: Mapping[Location, Wanted]) -> Rewritten:
    """Write each wanted text at its place (a literal's location, lines and columns from 1)."""
    module = cst.parse_module(source)
    wrapper = MetadataWrapper(module, unsafe_skip_copy=True)
    by_start = {(at.line, at.column): (at, text) for at, text in wanted.items()}
    rewriter = _Rewriter(module, by_start, wrapper.resolve(PositionProvider))
    changed = module.visit(rewriter)
    missing = tuple(
        (at, "no string literal stands there any more; read the source again")
        for at, _ in by_start.values()
        if at not in rewriter.seen
    )
    return Rewritten(source=changed.bytes, refused=(*rewriter.refused, *missing))


class _Rewriter(cst.CSTTransformer):
    """Replaces the outermost expression that begins at a wanted place, when it is a plain string."""

    def __init__(
        self,
        module: cst.Module,
        wanted: Mapping[tuple[int, int], tuple[Location, Wanted]],
        positions: Mapping[cst.CSTNode, CodeRange],
    ) -> None:
        super().__init__()
        self._module = module
        self._wanted = wanted
        self._positions = positions
        self._indents = [""]
        self.seen: set[Location] = set()
        self.refused: list[tuple[Location, str]] = []

    def on_visit(self, node: cst.CSTNode) -> bool:
        if isinstance(node, cst.IndentedBlock):
            self._indents.append(self._indents[-1] + (node.indent or self._module.default_indent))
        if isinstance(node, cst.BaseExpression) and self._place(node) is not None:
            # What is inside the expression begins at the same place; the whole of it is what is meant.
            return False
        return super().on_visit(node)

    def on_leave(  # type: ignore[override]  # libcst types the two nodes as one variable; here the kind may change
        self, original_node: cst.CSTNode, updated_node: cst.CSTNode
    ) -> cst.CSTNode | cst.RemovalSentinel | cst.FlattenSentinel[cst.CSTNode]:
        if isinstance(original_node, cst.IndentedBlock):
            self._indents.pop()
        place = self._place(original_node) if isinstance(original_node, cst.BaseExpression) else None
        if place is None:
            return super().on_leave(original_node, updated_node)
        at, wanted = place
        self.seen.add(at)
        if not isinstance(original_node, cst.SimpleString | cst.ConcatenatedString):
            self.refused.append((at, "the text is computed there, so it cannot be written in its place"))
            return updated_node
        return self._rewritten(original_node, at, wanted)

    def _place(self, node: cst.BaseExpression) -> tuple[Location, Wanted] | None:
        where = self._positions.get(node)
        if where is None:
            return None
        found = self._wanted.get((where.start.line, where.start.column + 1))
        if found is None:
            return None
        at = found[0]
        ends = (where.end.line, where.end.column + 1)
        return found if at.end_line == 0 or ends == (at.end_line, at.end_column) else None

    def _rewritten(
        self, node: cst.SimpleString | cst.ConcatenatedString, at: Location, wanted: Wanted
    ) -> cst.BaseExpression:
        parts = _parts(node)
        if parts is None:
            self.refused.append((at, "an f-string or bytes stand there: its text is made when the code runs"))
            return node
        newline = self._module.default_newline
        styles = tuple(style_of(part.value) for part in parts)
        if isinstance(node, cst.SimpleString) or wanted.docstring:
            return self._one(node, styles[0], wanted, newline, at)
        rows = self._module.code_for_node(node).split("\n")
        width = max(LONGEST, *(len(row) for row in rows))
        code = write_parts(wanted.text, styles, column=at.column - 1, width=width, newline=newline)
        return cst.parse_expression(f"({code})").with_changes(lpar=node.lpar, rpar=node.rpar)

    def _one(
        self, node: cst.SimpleString | cst.ConcatenatedString, style: Style, wanted: Wanted, newline: str, at: Location
    ) -> cst.BaseExpression:
        text, kept = wanted.text, ""
        if wanted.docstring:
            column = at.column - 1 + len(style.prefix) + len(style.quote)
            text, kept = with_prose(_between(node, style), text, indent=self._indents[-1], column=column)
            if "\n" in text and not style.triple:
                style = Style(style.prefix, style.quote * 3)
        return cst.SimpleString(write(text, style, kept=kept, newline=newline), lpar=node.lpar, rpar=node.rpar)


def _between(node: cst.SimpleString | cst.ConcatenatedString, style: Style) -> str:
    """What stands between the quotes, as it is spelled."""
    if isinstance(node, cst.ConcatenatedString):
        with warnings.catch_warnings():
            warnings.simplefilter(
                "ignore"
            )  # an invalid escape in somebody's docstring is none of this command's business
            return str(node.evaluated_value)
    spelled = node.value[len(style.prefix) + len(style.quote) : -len(style.quote)]
    return spelled.replace("\r\n", "\n").replace("\r", "\n")


def _parts(node: cst.SimpleString | cst.ConcatenatedString) -> tuple[cst.SimpleString, ...] | None:
    """The literals of a text, or None when one of them is no plain text."""
    if isinstance(node, cst.SimpleString):
        return None if "b" in node.prefix.lower() else (node,)
    left = _parts(node.left) if isinstance(node.left, cst.SimpleString | cst.ConcatenatedString) else None
    right = _parts(node.right) if isinstance(node.right, cst.SimpleString | cst.ConcatenatedString) else None
    return None if left is None or right is None else (*left, *right)
