"""What both front ends of `read` say about the code they lower: its words, and the nodes that say them.

Room: checks, part of `read`. A word is an identifier in the form in which code says it: `name`, `.name`, `name()`,
`name=`, and `name!` where something is put into it, for another function to find. Works on `_ir` alone.
Not here: the trees of the parsers (`_lower`, `_lower_ast`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from toolcrib.checks.surface import _ir as ir

FILLS = frozenset({"append", "appendleft", "add", "extend", "extendleft", "insert", "update", "setdefault"})
SINGLETONS: dict[str, bool | None] = {"True": True, "False": False, "None": None}
Piece = str | tuple[ir.Expr, str, str | None]


@dataclass(slots=True)
class Inside:
    """A function or class that is being lowered: its words and whether it yields."""

    words: set[str] = field(default_factory=set)
    yields: bool = False


class Saying:
    """The words of what is being lowered, innermost definition last."""

    def __init__(self) -> None:
        self._inside = [Inside()]
        self._classes: list[str] = []
        self._in_function = False
        self.postponed = False  # annotations do not run

    def word(self, word: str) -> str:
        self._inside[-1].words.add(word)
        return word

    def yielded(self) -> None:
        self._inside[-1].yields = True

    def filled(self, node: ir.Expr) -> None:
        """`x!` or `.x!`: something is put into it here, for another function to find."""
        while True:  # what is put into an element is put into its container
            if isinstance(node, ir.Subscript):
                node = node.value
            elif isinstance(node, ir.Call) and isinstance(node.func, ir.Attr):
                node = node.func.value
            else:
                break
        if isinstance(node, ir.Name):
            self.word(f"{node.id}!")
        elif isinstance(node, ir.Attr):
            own = isinstance(node.value, ir.Name) and node.value.id in ("self", "cls")
            owner = self._classes[-1] if own and self._classes else ""
            self.word(f"{owner}.{node.name}!")

    def target(self, node: ir.Expr) -> ir.Expr:
        if isinstance(node, ir.Subscript):
            self.filled(node.value)
        elif isinstance(node, ir.Attr) and not (isinstance(node.value, ir.Name) and node.value.id == "self"):
            self.filled(node)
        return node

    def decorators(self, nodes: Sequence[ir.Expr]) -> tuple[ir.Expr, ...]:
        for node in nodes:
            if isinstance(node, ir.Name):
                self.word(f"{node.id}()")
        return tuple(nodes)

    def attribute(self, pos: ir.Pos, value: ir.Expr, name: str) -> ir.Attr:
        words = self._inside[-1].words
        words.add(name)
        words.add(f".{name}")
        return ir.Attr(pos, value, name)

    def argument(self, star: str, keyword: str, value: ir.Expr) -> ir.Arg:
        if keyword:
            self.word(f"{keyword}=")
        return ir.Arg(star, keyword, value)

    def call(self, pos: ir.Pos, func: ir.Expr, args: tuple[ir.Arg, ...]) -> ir.Call:
        words = self._inside[-1].words
        if isinstance(func, ir.Attr):
            words.add(f".{func.name}()")
            if func.name in FILLS:
                self.filled(func.value)
            if any(a.star == "**" for a in args):
                words.add(f"{func.name}**=")
        elif isinstance(func, ir.Name):
            words.add(f"{func.id}()")
            if any(a.star == "**" for a in args):
                words.add(f"{func.id}**=")
            if func.id in ("getattr", "hasattr", "setattr") and len(args) > 1:
                said = _attribute_named(args[1].value)
                words.add(f"{said}!" if func.id == "setattr" else said)
        return ir.Call(pos, func, args)

    def function(
        self,
        pos: ir.Pos,
        name: str,
        decorators: tuple[ir.Expr, ...],
        params: Callable[[], tuple[ir.Param, ...]],
        body: Callable[[], ir.Block],
        returns: Callable[[], ir.Expr | None],
    ) -> ir.FunctionDef:
        own = Inside()
        self._inside.append(own)
        given = params()
        outside, self._in_function = self._in_function, True
        block = body()
        self._in_function = outside
        self._inside.pop()
        self._inside[-1].words |= own.words
        self.word(name)
        self._inside.append(Inside())  # a return annotation touches nothing
        returned = returns()
        self._inside.pop()
        return ir.FunctionDef(pos, name, given, decorators, block, own.yields, frozenset(own.words), returned)

    def class_(
        self,
        pos: ir.Pos,
        name: str,
        decorators: tuple[ir.Expr, ...],
        bases: Callable[[], tuple[ir.Arg, ...]],
        body: Callable[[], ir.Block],
    ) -> ir.ClassDef:
        outside, self._in_function = self._in_function, False
        own = Inside()
        self._inside.append(own)
        given = bases()
        self._classes.append(name)
        block = body()
        self._classes.pop()
        self._in_function = outside
        self._inside.pop()
        self._inside[-1].words |= own.words
        self._inside[-1].yields |= own.yields
        self.word(name)
        return ir.ClassDef(pos, name, given, decorators, block, frozenset(own.words))


def _attribute_named(node: ir.Expr) -> str:
    """An attribute by its name: `getattr(fn, "_tool")` says `._tool`."""
    if isinstance(node, ir.Const) and isinstance(node.value, str | bytes):
        return f".{node.value!s}"
    return node.id if isinstance(node, ir.Name) else ""


def fstring(pos: ir.Pos, pieces: Sequence[Piece]) -> ir.FString:
    """Texts that meet are one text; an empty one is none."""
    parts: list[Piece] = []
    for piece in pieces:
        if isinstance(piece, str) and parts and isinstance(parts[-1], str):
            parts[-1] += piece
        elif piece != "":
            parts.append(piece)
    return ir.FString(pos, tuple(parts))


def beside(value: ir.Expr, others: list[ir.Expr]) -> ir.Expr:
    """`(other, …, value)[-1]`: the value, after the others have run."""
    if not others:
        return value
    row = ir.Display(value.pos, "tuple", (*others, value))
    return ir.Subscript(value.pos, row, ir.Const(value.pos, len(others)))
