"""The standard library's tree → the small program of `_ir`: the same as LibCST's, several times faster.

Room: checks, part of `read`. `_lower` is the reference; a test holds both equal. A tree with something that is not
known here is `Unread`: LibCST then reads the file. Not here: places (`_places_ast`), statements (`_statements_ast`).
"""

from __future__ import annotations

import ast
import re
import sys
import warnings
from collections.abc import Callable, Sequence
from typing import Any

from toolcrib.checks.surface import _ir as ir
from toolcrib.checks.surface._fstrings_ast import expressions
from toolcrib.checks.surface._places_ast import Placed, Places, Shift
from toolcrib.checks.surface._said import Piece, Saying, beside, fstring

BINARY = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Mod: "%", ast.BitOr: "|", ast.BitAnd: "&", ast.Div: "/",
    ast.FloorDiv: "//", ast.Pow: "**", ast.LShift: "<<", ast.RShift: ">>", ast.BitXor: "^", ast.MatMult: "@",
}  # fmt: skip
_COMPARE = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.Gt: ">", ast.LtE: "<=", ast.GtE: ">=", ast.In: "in",
    ast.NotIn: "not in", ast.Is: "is", ast.IsNot: "is not",
}  # fmt: skip
_UNARY = {ast.Not: "not", ast.USub: "-", ast.UAdd: "+", ast.Invert: "~"}
_SAYS_PLACES = sys.version_info >= (3, 12)  # of expressions in f-strings
_DOTTED = re.compile(r"[A-Za-z_][\w.]*")


class Unread(Exception):  # noqa: N818  # a signal to the reader, not an error that anyone reports
    """The tree holds something that is not known here."""


def calls(node: ast.AST | None) -> bool:
    """Something in it is called."""
    if node is None or type(node) in _CALM:
        return False
    return any(type(part) is ast.Call for part in ast.walk(node))


_CALM = (ast.Name, ast.Constant)


class Expressions(Saying):
    """Expressions; `pos` gives a node's place and is replaced while a piece of an f-string is lowered."""

    def __init__(self, places: Places) -> None:
        super().__init__()
        self.places = places
        self.pos = places.pos
        self._said: dict[int, list[tuple[int, int]]] = {}  # where an f-string's expressions stand

    def expr(self, node: ast.expr) -> ir.Expr:
        lowering = _EXPRESSIONS.get(type(node))
        if lowering is None:
            raise Unread(type(node).__name__)
        return lowering(self, node)

    def maybe(self, node: ast.expr | None) -> ir.Expr | None:
        return None if node is None else self.expr(node)

    def args(self, positional: Sequence[ast.expr], keywords: Sequence[ast.keyword]) -> tuple[ir.Arg, ...]:
        """As they are written: `*rest` may stand after a keyword."""
        given: list[ast.expr | ast.keyword] = [*positional, *keywords]
        if positional and keywords and _place(positional[-1]) > _place(keywords[0]):
            given.sort(key=_place)
        found = []
        for arg in given:
            if isinstance(arg, ast.keyword):
                star, word = ("**", "") if arg.arg is None else ("", arg.arg)
                found.append(self.argument(star, word, self.expr(arg.value)))
            elif isinstance(arg, ast.Starred):
                found.append(ir.Arg("*", "", self.expr(arg.value)))
            else:
                found.append(ir.Arg("", "", self.expr(arg)))
        return tuple(found)

    def params(self, given: ast.arguments) -> tuple[ir.Param, ...]:
        plain = [*given.posonlyargs, *given.args]
        defaults: list[ast.expr | None] = [None] * (len(plain) - len(given.defaults))
        defaults += given.defaults
        found = []
        for index, (arg, default) in enumerate(zip(plain, defaults, strict=True)):
            kind = "positional" if index < len(given.posonlyargs) else "any"
            found.append(self._param(arg, kind, default))
        if given.vararg is not None:
            found.append(self._param(given.vararg, "*", None))
        found += [self._param(a, "keyword", d) for a, d in zip(given.kwonlyargs, given.kw_defaults, strict=True)]
        if given.kwarg is not None:
            found.append(self._param(given.kwarg, "**", None))
        return tuple(found)

    def _param(self, arg: ast.arg, kind: str, default: ast.expr | None) -> ir.Param:
        return ir.Param(arg.arg, kind, self.maybe(default), self.maybe(arg.annotation))

    def _name(self, node: ast.Name) -> ir.Expr:
        self._inside[-1].words.add(node.id)
        return ir.Name(self.pos(node), node.id)

    def _constant(self, node: ast.Constant) -> ir.Expr:
        if node.value is ...:
            return ir.Name(self.pos(node), "...")
        return ir.Const(self.pos(node), node.value)

    def _attribute(self, node: ast.Attribute) -> ir.Expr:
        return self.attribute(self.pos(node), self.expr(node.value), node.attr)

    def _call(self, node: ast.Call) -> ir.Expr:
        return self.call(self.pos(node), self.expr(node.func), self.args(node.args, node.keywords))

    def _subscript(self, node: ast.Subscript) -> ir.Expr:
        pos, given = self.pos(node), node.slice
        if not isinstance(given, ast.Tuple) or self.places.is_wrapped(given):
            index = self.expr(given)
        else:
            indexes = [self.expr(e.value if isinstance(e, ast.Starred) else e) for e in given.elts]
            index = indexes[0] if len(indexes) == 1 else ir.Display(pos, "tuple", tuple(indexes))
        return ir.Subscript(pos, self.expr(node.value), index)

    def _slice(self, node: ast.Slice) -> ir.Expr:
        pos = self.places.of_slice(node)
        return ir.Slice(pos, self.maybe(node.lower), self.maybe(node.upper), self.maybe(node.step))

    def elements(self, nodes: Sequence[ast.expr]) -> tuple[ir.Expr, ...]:
        found: list[ir.Expr] = []
        for node in nodes:
            if isinstance(node, ast.Starred):
                value = self.expr(node.value)
                found.append(ir.Star(value.pos, value))
            else:
                found.append(self.expr(node))
        return tuple(found)

    def _tuple(self, node: ast.Tuple) -> ir.Expr:
        wrapped = self.places.is_wrapped(node)
        pos = self.places.unwrapped(node, node.elts[-1] if node.elts else None) if wrapped else self.pos(node)
        return ir.Display(pos, "tuple", self.elements(node.elts))

    def _list(self, node: ast.List) -> ir.Expr:
        return ir.Display(self.pos(node), "list", self.elements(node.elts))

    def _set(self, node: ast.Set) -> ir.Expr:
        return ir.Display(self.pos(node), "set", self.elements(node.elts))

    def _dict(self, node: ast.Dict) -> ir.Expr:
        items = tuple((self.maybe(k), self.expr(v)) for k, v in zip(node.keys, node.values, strict=True))
        return ir.DictDisplay(self.pos(node), items)

    def _binary(self, node: ast.BinOp) -> ir.Expr:
        return ir.BinOp(self.pos(node), BINARY[type(node.op)], self.expr(node.left), self.expr(node.right))

    def _boolean(self, node: ast.BoolOp) -> ir.Expr:
        op = "and" if isinstance(node.op, ast.And) else "or"
        pos, last = self.pos(node), len(node.values) - 1
        found = self.expr(node.values[0])
        for index, value in enumerate(node.values[1:], 1):
            end = pos[2:] if index == last else self.places.closed(value, node.values[index + 1])
            found = ir.BoolOp((pos[0], pos[1], *end), op, found, self.expr(value))
        return found

    def _unary(self, node: ast.UnaryOp) -> ir.Expr:
        return ir.Unary(self.pos(node), _UNARY[type(node.op)], self.expr(node.operand))

    def _comparison(self, node: ast.Compare) -> ir.Expr:
        left = self.expr(node.left)
        rest = tuple((_COMPARE[type(o)], self.expr(c)) for o, c in zip(node.ops, node.comparators, strict=True))
        return ir.Compare(self.pos(node), left, rest)

    def _ifexp(self, node: ast.IfExp) -> ir.Expr:
        return ir.IfExp(self.pos(node), self.expr(node.test), self.expr(node.body), self.expr(node.orelse))

    def _lambda(self, node: ast.Lambda) -> ir.Expr:
        return ir.Lambda(self.pos(node), self.params(node.args), self.expr(node.body))

    def _comprehension(self, node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp) -> ir.Expr:
        clauses = tuple(
            ir.Clause(self.expr(c.target), self.expr(c.iter), tuple(self.expr(t) for t in c.ifs))
            for c in node.generators
        )
        if isinstance(node, ast.DictComp):
            element, value = self.expr(node.key), self.maybe(node.value)
        else:
            element, value = self.expr(node.elt), None
        if isinstance(node, ast.GeneratorExp):
            last = node.generators[-1]
            pos = self.places.unwrapped(node, last.ifs[-1] if last.ifs else last.iter)
        else:
            pos = self.pos(node)
        return ir.Comprehension(pos, _KINDS[type(node)], element, value, clauses)

    def _walrus(self, node: ast.NamedExpr) -> ir.Expr:
        return ir.Walrus(self.pos(node), self.expr(node.target), self.expr(node.value))

    def _await(self, node: ast.Await) -> ir.Expr:
        return self.expr(node.value)

    def _yield(self, node: ast.Yield | ast.YieldFrom) -> ir.Expr:
        self.yielded()
        return ir.Yield(self.pos(node), self.maybe(node.value), isinstance(node, ast.YieldFrom))

    def _starred(self, node: ast.Starred) -> ir.Expr:
        return ir.Star(self.pos(node), self.expr(node.value))

    # --- f-strings --------------------------------------------------------------------------------------------------

    def _fstring(self, node: ast.JoinedStr) -> ir.Expr:
        if not _SAYS_PLACES:
            given = expressions(self.places.text, self.places.start(node), self.places.end(node))
            return fstring(self.pos(node), self._pieces(node, list(given)))
        return fstring(self.pos(node), self._pieces(node, None))

    def _pieces(self, node: ast.JoinedStr, places: list[tuple[int, int]] | None) -> list[Piece]:
        """`places` are those of the expressions, taken off as they come; None: the tree's own are right."""
        found: list[Piece] = []
        for part in node.values:
            if isinstance(part, ast.Constant):
                found.append(str(part.value))
            elif isinstance(part, ast.FormattedValue):
                found.append(self._formatted(part, places))
            else:
                raise Unread(type(part).__name__)
        return found

    def _formatted(self, part: ast.FormattedValue, places: list[tuple[int, int]] | None) -> Piece:
        spec: str | None = ""
        value = self._expression(part.value, places)
        widths: list[ir.Expr] = []
        if isinstance(part.format_spec, ast.JoinedStr):
            texts: list[str] = []
            for inner in part.format_spec.values:
                if isinstance(inner, ast.FormattedValue):
                    spec = None
                    if calls(inner.value):
                        widths.append(self._expression(inner.value, places))
                    elif places is not None:
                        places.pop(0)
                    if inner.format_spec is not None:
                        raise Unread("a format in a format")
                else:
                    texts.append(str(inner.value) if isinstance(inner, ast.Constant) else "")
            spec = "".join(texts) if spec is not None else None
        shown = "" if part.conversion == -1 else chr(part.conversion)
        return (beside(value, widths), shown, spec)

    def _expression(self, node: ast.expr, places: list[tuple[int, int]] | None) -> ir.Expr:
        if places is None:
            return self.expr(node)
        start, end = places.pop(0)
        text = self.places.text[start:end]
        line, column = self.places.bytes_at(start)
        plain = _DOTTED.match(text) and "\n" not in text and not isinstance(node, ast.Tuple | ast.GeneratorExp)
        if plain:  # all on one line, and its first letter is the node's own
            return self._shifted(node, (line - node.lineno, column - node.col_offset, node.lineno))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(f"({text})", mode="eval").body
        return self._shifted(tree, (line - 1, column - 1, 1), bare=tree.col_offset == 0)

    def _shifted(self, node: ast.expr, shift: Shift, *, bare: bool = False) -> ir.Expr:
        """`bare`: the parentheses that the node counts in are not there."""
        before = self.places.shifted(shift)
        self.pos = self.places.pos
        if bare and isinstance(node, ast.Tuple):
            found: ir.Expr = ir.Display(self.places.unwrapped(node, node.elts[-1]), "tuple", self.elements(node.elts))
        elif bare:
            raise Unread("a generator without its parentheses")
        else:
            found = self.expr(node)
        self.places.shifted(before)
        self.pos = self.places.pos
        return found


def _place(node: Placed) -> tuple[int, int]:
    return node.lineno, node.col_offset


_KINDS = {ast.ListComp: "list", ast.SetComp: "set", ast.GeneratorExp: "generator", ast.DictComp: "dict"}
_EXPRESSIONS: dict[type[ast.expr], Callable[[Expressions, Any], ir.Expr]] = {
    ast.Name: Expressions._name, ast.Constant: Expressions._constant, ast.Attribute: Expressions._attribute,
    ast.Call: Expressions._call, ast.Subscript: Expressions._subscript, ast.Slice: Expressions._slice,
    ast.List: Expressions._list, ast.Tuple: Expressions._tuple, ast.Set: Expressions._set, ast.Dict: Expressions._dict,
    ast.BinOp: Expressions._binary, ast.BoolOp: Expressions._boolean, ast.UnaryOp: Expressions._unary,
    ast.Compare: Expressions._comparison, ast.IfExp: Expressions._ifexp, ast.Lambda: Expressions._lambda,
    ast.ListComp: Expressions._comprehension, ast.SetComp: Expressions._comprehension,
    ast.GeneratorExp: Expressions._comprehension, ast.DictComp: Expressions._comprehension,
    ast.NamedExpr: Expressions._walrus, ast.Await: Expressions._await, ast.Yield: Expressions._yield,
    ast.YieldFrom: Expressions._yield, ast.Starred: Expressions._starred, ast.JoinedStr: Expressions._fstring,
}  # fmt: skip
