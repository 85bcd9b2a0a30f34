"""LibCST's expressions → those of `_ir`: the reference, as `_lower_ast` is the fast way.

Room: checks, part of `read`. One walk over the nodes that matter; no visitor, no matchers, no metadata.
Not here: statements (`_statements_cst`), what both readers say alike (`_said`).
"""

from __future__ import annotations

import ast
import re
import unicodedata
import warnings
from collections.abc import Callable, Sequence
from typing import Any

import libcst as cst

from toolcrib.checks.surface import _aside
from toolcrib.checks.surface import _ir as ir
from toolcrib.checks.surface._said import SINGLETONS, Piece, Saying, beside, fstring

BINARY = {
    "Add": "+", "Subtract": "-", "Multiply": "*", "Modulo": "%", "BitOr": "|", "BitAnd": "&", "Divide": "/",
    "FloorDivide": "//", "Power": "**", "LeftShift": "<<", "RightShift": ">>", "BitXor": "^", "MatrixMultiply": "@",
}  # fmt: skip
_COMPARE = {
    "Equal": "==", "NotEqual": "!=", "LessThan": "<", "GreaterThan": ">", "LessThanEqual": "<=",
    "GreaterThanEqual": ">=", "In": "in", "NotIn": "not in", "Is": "is", "IsNot": "is not",
}  # fmt: skip
_NEWLINE = re.compile(r"\r\n?")
_QUOTE = re.compile(r'\\.|"', re.DOTALL)
_UNARY = {"Not": "not", "Minus": "-", "Plus": "+", "BitInvert": "~"}


class Expressions(Saying):
    """The half that statements are built on."""

    def __init__(self, where: dict[int, ir.Pos]) -> None:
        super().__init__()
        self._where = where

    def pos(self, node: cst.CSTNode) -> ir.Pos:
        return self._where[id(node)]

    def params(self, params: cst.Parameters) -> tuple[ir.Param, ...]:
        found = [self._param(p, "positional") for p in params.posonly_params]
        found += [self._param(p, "any") for p in params.params]
        if isinstance(params.star_arg, cst.Param):
            found.append(self._param(params.star_arg, "*"))
        found += [self._param(p, "keyword") for p in params.kwonly_params]
        if params.star_kwarg is not None:
            found.append(self._param(params.star_kwarg, "**"))
        return tuple(found)

    def _param(self, param: cst.Param, kind: str) -> ir.Param:
        default = None if param.default is None else self.expr(param.default)
        annotation = None if param.annotation is None else self.expr(param.annotation.annotation)
        return ir.Param(identifier(param.name), kind, default, annotation)

    def args(self, args: Sequence[cst.Arg]) -> tuple[ir.Arg, ...]:
        return tuple(
            self.argument(a.star, "" if a.keyword is None else identifier(a.keyword), self.expr(a.value)) for a in args
        )

    def expr(self, node: cst.CSTNode) -> ir.Expr:
        lowering = _EXPRESSIONS.get(type(node).__name__)
        if lowering is None:
            # An unknown construct: an unknown value, after what is called in it.
            inner = [self.expr(n) for n in _aside.of_unknown(node) if _aside.calls(n)]
            return beside(ir.Name(self._where.get(id(node), (1, 1, 1, 1)), "?"), inner)
        return lowering(self, node)

    def _name(self, node: cst.Name) -> ir.Expr:
        if node.value in SINGLETONS:
            return ir.Const(self.pos(node), SINGLETONS[node.value])
        return ir.Name(self.pos(node), self.word(identifier(node)))

    def _ellipsis(self, node: cst.Ellipsis) -> ir.Expr:
        return ir.Name(self.pos(node), "...")

    def _literal(self, node: Any) -> ir.Expr:
        return ir.Const(self.pos(node), _value(node.value))

    def _concatenated(self, node: cst.ConcatenatedString) -> ir.Expr:
        pos = self.pos(node)
        pieces: list[Piece] = []
        data = b""
        formatted = False
        todo: list[cst.CSTNode] = [node]
        while todo:
            part = todo.pop()
            if isinstance(part, cst.ConcatenatedString):
                todo += [part.right, part.left]
                continue
            value = self.expr(part)
            if isinstance(value, ir.Const) and isinstance(value.value, str):
                pieces.append(value.value)
            elif isinstance(value, ir.Const) and isinstance(value.value, bytes):
                data += value.value
            elif isinstance(value, ir.FString):
                formatted = True
                pieces += value.parts
        if formatted:
            return fstring(pos, pieces)
        return ir.Const(pos, "".join(p for p in pieces if isinstance(p, str)) if pieces or not data else data)

    def _fstring(self, node: cst.FormattedString) -> ir.Expr:
        pieces: list[Piece] = []
        for part in node.parts:
            if isinstance(part, cst.FormattedStringText):
                pieces.append(_text_in(node, part))
            elif isinstance(part, cst.FormattedStringExpression):
                spec: str | None = ""
                widths: list[ir.Expr] = []
                if part.format_spec:
                    inner = (n.expression for n in part.format_spec if isinstance(n, cst.FormattedStringExpression))
                    widths = [self.expr(n) for n in inner if _aside.calls(n)]
                    texts = [_text_in(node, s) for s in part.format_spec if isinstance(s, cst.FormattedStringText)]
                    spec = "".join(texts) if len(texts) == len(part.format_spec) else None
                value = beside(self.expr(part.expression), widths)
                if part.equal is not None:
                    pieces.append(_said_before(part, part.equal))
                shown = part.conversion or ("r" if part.equal is not None and part.format_spec is None else "")
                pieces.append((value, shown, spec))
        return fstring(self.pos(node), pieces)

    def _attribute(self, node: cst.Attribute) -> ir.Expr:
        return self.attribute(self.pos(node), self.expr(node.value), identifier(node.attr))

    def _call(self, node: cst.Call) -> ir.Expr:
        return self.call(self.pos(node), self.expr(node.func), self.args(node.args))

    def _subscript(self, node: cst.Subscript) -> ir.Expr:
        indexes = [self._index(e.slice) for e in node.slice]
        pos = self.pos(node)
        index = indexes[0] if len(indexes) == 1 else ir.Display(pos, "tuple", tuple(indexes))
        return ir.Subscript(pos, self.expr(node.value), index)

    def _index(self, node: cst.BaseSlice) -> ir.Expr:
        if isinstance(node, cst.Index):
            return self.expr(node.value)
        assert isinstance(node, cst.Slice)  # LibCST has just these two
        return ir.Slice(self.pos(node), self._maybe(node.lower), self._maybe(node.upper), self._maybe(node.step))

    def _maybe(self, node: cst.BaseExpression | None) -> ir.Expr | None:
        return None if node is None else self.expr(node)

    def _display(self, node: cst.List | cst.Tuple | cst.Set) -> ir.Expr:
        items = tuple(self._element(e) for e in node.elements)
        return ir.Display(self.pos(node), type(node).__name__.lower(), items)

    def _element(self, node: cst.BaseElement) -> ir.Expr:
        value = self.expr(node.value)
        return ir.Star(value.pos, value) if isinstance(node, cst.StarredElement) else value

    def _dict(self, node: cst.Dict) -> ir.Expr:
        items = tuple(
            (self.expr(e.key) if isinstance(e, cst.DictElement) else None, self.expr(e.value)) for e in node.elements
        )
        return ir.DictDisplay(self.pos(node), items)

    def _binary(self, node: cst.BinaryOperation) -> ir.Expr:
        op = BINARY.get(type(node.operator).__name__, "?")
        return ir.BinOp(self.pos(node), op, self.expr(node.left), self.expr(node.right))

    def _boolean(self, node: cst.BooleanOperation) -> ir.Expr:
        op = type(node.operator).__name__.lower()
        return ir.BoolOp(self.pos(node), op, self.expr(node.left), self.expr(node.right))

    def _unary(self, node: cst.UnaryOperation) -> ir.Expr:
        return ir.Unary(self.pos(node), _UNARY[type(node.operator).__name__], self.expr(node.expression))

    def _comparison(self, node: cst.Comparison) -> ir.Expr:
        rest = tuple((_COMPARE[type(t.operator).__name__], self.expr(t.comparator)) for t in node.comparisons)
        return ir.Compare(self.pos(node), self.expr(node.left), rest)

    def _ifexp(self, node: cst.IfExp) -> ir.Expr:
        return ir.IfExp(self.pos(node), self.expr(node.test), self.expr(node.body), self.expr(node.orelse))

    def _lambda(self, node: cst.Lambda) -> ir.Expr:
        return ir.Lambda(self.pos(node), self.params(node.params), self.expr(node.body))

    def _comprehension(self, node: Any) -> ir.Expr:
        kind = {"ListComp": "list", "SetComp": "set", "GeneratorExp": "generator", "DictComp": "dict"}
        clauses: list[ir.Clause] = []
        clause: cst.CompFor | None = node.for_in
        while clause is not None:
            tests = tuple(self.expr(i.test) for i in clause.ifs)
            clauses.append(ir.Clause(self.expr(clause.target), self.expr(clause.iter), tests))
            clause = clause.inner_for_in
        is_dict = isinstance(node, cst.DictComp)
        element = self.expr(node.key if is_dict else node.elt)
        value = self.expr(node.value) if is_dict else None
        return ir.Comprehension(self.pos(node), kind[type(node).__name__], element, value, tuple(clauses))

    def _walrus(self, node: cst.NamedExpr) -> ir.Expr:
        return ir.Walrus(self.pos(node), self.expr(node.target), self.expr(node.value))

    def _await(self, node: cst.Await) -> ir.Expr:
        return self.expr(node.expression)

    def _yield(self, node: cst.Yield) -> ir.Expr:
        self.yielded()
        if isinstance(node.value, cst.From):
            return ir.Yield(self.pos(node), self.expr(node.value.item), True)
        return ir.Yield(self.pos(node), self._maybe(node.value), False)

    def _starred(self, node: cst.StarredElement) -> ir.Expr:
        return ir.Star(self.pos(node), self.expr(node.value))


def _value(text: str) -> str | bytes | int | float | complex:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # an invalid escape is the file's own matter
        try:
            value: str | bytes | int | float | complex = ast.literal_eval(text)
        except (SyntaxError, ValueError):  # an integer beyond the interpreter's digit limit
            return text
    return value


def _text_in(node: cst.FormattedString, text: cst.FormattedStringText) -> str:
    plain = text.value.replace("{{", "{").replace("}}", "}")
    if "r" in node.prefix.lower():
        return _NEWLINE.sub("\n", plain)
    escaped = _QUOTE.sub(lambda m: m[0] if len(m[0]) > 1 else f"\\{m[0]}", plain)  # it may end with a quote
    return str(_value(f'"""{escaped}"""'))


def _said_before(part: cst.FormattedStringExpression, equal: cst.AssignEqual) -> str:
    """What `{ value = }` shows before the value: its own text."""
    code = cst.Module([]).code_for_node
    spaces = (part.whitespace_before_expression, equal.whitespace_before, equal.whitespace_after)
    before, left, right = map(code, spaces)
    return f"{before}{code(part.expression)}{left}={right}"


def identifier(node: cst.Name) -> str:
    """An identifier as Python reads it: other forms of the same letters are the same name."""
    return node.value if node.value.isascii() else unicodedata.normalize("NFKC", node.value)


_EXPRESSIONS: dict[str, Callable[[Expressions, Any], ir.Expr]] = {
    "Name": Expressions._name, "Ellipsis": Expressions._ellipsis, "Integer": Expressions._literal,
    "Float": Expressions._literal, "Imaginary": Expressions._literal, "SimpleString": Expressions._literal,
    "ConcatenatedString": Expressions._concatenated, "FormattedString": Expressions._fstring,
    "Attribute": Expressions._attribute, "Call": Expressions._call, "Subscript": Expressions._subscript,
    "List": Expressions._display, "Tuple": Expressions._display, "Set": Expressions._display,
    "Dict": Expressions._dict, "BinaryOperation": Expressions._binary, "BooleanOperation": Expressions._boolean,
    "UnaryOperation": Expressions._unary, "Comparison": Expressions._comparison, "IfExp": Expressions._ifexp,
    "Lambda": Expressions._lambda, "ListComp": Expressions._comprehension, "SetComp": Expressions._comprehension,
    "GeneratorExp": Expressions._comprehension, "DictComp": Expressions._comprehension,
    "NamedExpr": Expressions._walrus, "Await": Expressions._await, "Yield": Expressions._yield,
    "StarredElement": Expressions._starred,
}  # fmt: skip
