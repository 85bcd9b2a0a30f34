"""LibCST tree → the small program of `_ir`.

Room: checks, part of `read`. One walk over the nodes that matter; no visitor, no matchers, no metadata.
"""

from __future__ import annotations

import ast
import re
import unicodedata
import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import libcst as cst

from toolcrib.checks.surface import _aside
from toolcrib.checks.surface import _ir as ir
from toolcrib.checks.surface._positions import places
from toolcrib.checks.surface._said import SINGLETONS, Piece, Saying, beside, fstring

_BINARY = {
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


def lower(module: cst.Module) -> ir.Block:
    """The module's statements. Raises RecursionError for trees deeper than the interpreter's stack."""
    lowering = _Lowering(places(module))
    lowering.postponed = any(_postpones(line) for line in module.body)
    return lowering.block(module.body)


def _postpones(line: cst.CSTNode) -> bool:
    """`from __future__ import annotations`: annotations are kept as text."""
    return isinstance(line, cst.SimpleStatementLine) and any(
        isinstance(s, cst.ImportFrom)
        and not isinstance(s.names, cst.ImportStar)
        and s.module is not None
        and _dotted(s.module) == "__future__"
        and any(_dotted(a.name) == "annotations" for a in s.names)
        for s in line.body
    )


class _Lowering(Saying):
    def __init__(self, where: dict[int, ir.Pos]) -> None:
        super().__init__()
        self._where = where

    def _pos(self, node: cst.CSTNode) -> ir.Pos:
        return self._where[id(node)]

    def _target(self, node: cst.BaseExpression) -> ir.Expr:
        return self.target(self.expr(node))

    def _decorators(self, nodes: Sequence[cst.Decorator]) -> tuple[ir.Expr, ...]:
        return self.decorators([self.expr(node.decorator) for node in nodes])

    # --- statements ------------------------------------------------------------------------------------------------

    def block(self, body: Sequence[cst.CSTNode]) -> ir.Block:
        return tuple(statement for node in body for statement in self._statement(node))

    def _suite(self, suite: cst.BaseSuite | None) -> ir.Block:
        return () if suite is None else self.block(suite.body)

    def _statement(self, node: cst.CSTNode) -> Iterator[ir.Stmt]:
        if isinstance(node, cst.SimpleStatementLine | cst.SimpleStatementSuite):
            for small in node.body:
                yield from self._statement(small)
            return
        lowering = _STATEMENTS.get(type(node).__name__)
        if lowering is not None:
            yield from lowering(self, node)
        elif not isinstance(node, cst.EmptyLine):
            yield from _aside.statements(_aside.of_unknown(node), self.expr)

    def _import(self, node: cst.Import) -> Iterator[ir.Stmt]:
        yield ir.Import(self._pos(node), tuple((_dotted(a.name), _asname(a)) for a in node.names))

    def _import_from(self, node: cst.ImportFrom) -> Iterator[ir.Stmt]:
        if isinstance(node.names, cst.ImportStar):
            names: tuple[tuple[str, str], ...] = (("*", ""),)
        else:
            names = tuple((self.word(_dotted(a.name)), _asname(a) or _dotted(a.name)) for a in node.names)
        module = "" if node.module is None else _dotted(node.module)
        yield ir.ImportFrom(self._pos(node), module, len(node.relative), names)

    def _assign(self, node: cst.Assign) -> Iterator[ir.Stmt]:
        targets = tuple(self._target(t.target) for t in node.targets)
        yield ir.Assign(self._pos(node), targets, self.expr(node.value), None)

    def _ann_assign(self, node: cst.AnnAssign) -> Iterator[ir.Stmt]:
        value = None if node.value is None else self.expr(node.value)
        annotation = self.expr(node.annotation.annotation)
        if not self._in_function and not self.postponed:
            yield from _aside.statements([node.annotation.annotation], self.expr)
        yield ir.Assign(self._pos(node), (self._target(node.target),), value, annotation)

    def _aug_assign(self, node: cst.AugAssign) -> Iterator[ir.Stmt]:
        op = _BINARY.get(type(node.operator).__name__.removesuffix("Assign"), "?")
        target = self.expr(node.target)
        self.filled(target)
        yield ir.AugAssign(self._pos(node), target, op, self.expr(node.value))

    def _expr_stmt(self, node: cst.Expr) -> Iterator[ir.Stmt]:
        yield ir.ExprStmt(self._pos(node), self.expr(node.value))

    def _return(self, node: cst.Return) -> Iterator[ir.Stmt]:
        yield ir.Return(self._pos(node), None if node.value is None else self.expr(node.value))

    def _raise(self, node: cst.Raise) -> Iterator[ir.Stmt]:
        said: list[cst.CSTNode] = [node.exc] if node.exc is not None else []
        said += [node.cause.item] if node.cause is not None else []
        yield from _aside.statements(said, self.expr)
        yield ir.Raise(self._pos(node))

    def _jump(self, node: cst.Break | cst.Continue) -> Iterator[ir.Stmt]:
        yield ir.Jump(self._pos(node), type(node).__name__.lower())

    def _delete(self, node: cst.Del) -> Iterator[ir.Stmt]:
        yield from _aside.statements([node.target], self.expr)
        yield ir.Delete(self._pos(node), self.expr(node.target))

    def _assert(self, node: cst.Assert) -> Iterator[ir.Stmt]:
        yield ir.ExprStmt(self._pos(node), self.expr(node.test))
        yield from _aside.statements([node.msg] if node.msg is not None else [], self.expr)

    def _scope(self, node: cst.Global | cst.Nonlocal) -> Iterator[ir.Stmt]:
        yield ir.Scope(self._pos(node), type(node).__name__.lower(), tuple(_name(n.name) for n in node.names))

    def _if(self, node: cst.If) -> Iterator[ir.Stmt]:
        test, body = self.expr(node.test), self._suite(node.body)
        if isinstance(node.orelse, cst.If):
            orelse = tuple(self._if(node.orelse))
        else:
            orelse = self._suite(node.orelse.body if node.orelse is not None else None)
        yield ir.If(self._pos(node), test, body, orelse)

    def _for(self, node: cst.For) -> Iterator[ir.Stmt]:
        target, source = self.expr(node.target), self.expr(node.iter)
        yield ir.For(self._pos(node), target, source, self._suite(node.body), self._else(node.orelse))

    def _while(self, node: cst.While) -> Iterator[ir.Stmt]:
        yield ir.While(self._pos(node), self.expr(node.test), self._suite(node.body), self._else(node.orelse))

    def _else(self, node: cst.Else | None) -> ir.Block:
        return () if node is None else self._suite(node.body)

    def _try(self, node: cst.Try | cst.TryStar) -> Iterator[ir.Stmt]:
        body = self._suite(node.body)
        handlers = tuple(
            (
                "" if h.type is None else _text(h.type),
                h.name.name.value if h.name is not None and isinstance(h.name.name, cst.Name) else "",
                (*_aside.statements([h.type] if h.type is not None else [], self.expr), *self._suite(h.body)),
            )
            for h in node.handlers
        )
        final = () if node.finalbody is None else self._suite(node.finalbody.body)
        yield ir.Try(self._pos(node), body, handlers, self._else(node.orelse), final)

    def _with(self, node: cst.With) -> Iterator[ir.Stmt]:
        items = tuple((self.expr(i.item), None if i.asname is None else self.expr(i.asname.name)) for i in node.items)
        yield ir.With(self._pos(node), items, self._suite(node.body))

    def _match(self, node: cst.Match) -> Iterator[ir.Stmt]:
        subject = self.expr(node.subject)
        cases = tuple(
            (
                self._pattern(case.pattern),
                _text(case.pattern),
                tuple(_captures(case.pattern)),
                None if case.guard is None else self.expr(case.guard),
                self._suite(case.body),
            )
            for case in node.cases
        )
        yield ir.Match(self._pos(node), subject, cases)

    def _pattern(self, pattern: cst.MatchPattern) -> tuple[ir.Expr, ...] | None:
        if isinstance(pattern, cst.MatchValue):
            return (self.expr(pattern.value),)
        if isinstance(pattern, cst.MatchSingleton):
            return (self.expr(pattern.value),)
        if isinstance(pattern, cst.MatchOr):
            parts = [self._pattern(p.pattern) for p in pattern.patterns]
            return None if any(p is None for p in parts) else tuple(e for p in parts for e in p or ())
        return None

    def _function(self, node: cst.FunctionDef) -> Iterator[ir.Stmt]:
        decorators = self._decorators(node.decorators)
        yield from _aside.statements(_aside.of_signature(node, postponed=self.postponed), self.expr)
        yield self.function(
            self._whole(node),
            _name(node.name),
            decorators,
            lambda: self._params(node.params),
            lambda: self._suite(node.body),
            lambda: None if node.returns is None else self.expr(node.returns.annotation),
        )

    def _class(self, node: cst.ClassDef) -> Iterator[ir.Stmt]:
        decorators = self._decorators(node.decorators)
        yield from _aside.statements(_aside.of_type_parameters(node.type_parameters), self.expr)
        yield self.class_(
            self._whole(node),
            _name(node.name),
            decorators,
            lambda: self._args([*node.bases, *node.keywords]),
            lambda: self._suite(node.body),
        )

    def _whole(self, node: cst.FunctionDef | cst.ClassDef) -> ir.Pos:
        """From the first decorator on: that is the line a person sees as the start of it."""
        pos = self._pos(node)
        start = self._pos(node.decorators[0]) if node.decorators else pos
        return (start[0], start[1], pos[2], pos[3])

    def _params(self, params: cst.Parameters) -> tuple[ir.Param, ...]:
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
        return ir.Param(_name(param.name), kind, default, annotation)

    def _args(self, args: Sequence[cst.Arg]) -> tuple[ir.Arg, ...]:
        return tuple(
            self.argument(a.star, "" if a.keyword is None else _name(a.keyword), self.expr(a.value)) for a in args
        )

    # --- expressions -----------------------------------------------------------------------------------------------

    def expr(self, node: cst.CSTNode) -> ir.Expr:
        lowering = _EXPRESSIONS.get(type(node).__name__)
        if lowering is None:
            # An unknown construct: an unknown value, after what is called in it.
            inner = [self.expr(n) for n in _aside.of_unknown(node) if _aside.calls(n)]
            return beside(ir.Name(self._where.get(id(node), (1, 1, 1, 1)), "?"), inner)
        return lowering(self, node)

    def _name(self, node: cst.Name) -> ir.Expr:
        if node.value in SINGLETONS:
            return ir.Const(self._pos(node), SINGLETONS[node.value])
        return ir.Name(self._pos(node), self.word(_name(node)))

    def _ellipsis(self, node: cst.Ellipsis) -> ir.Expr:
        return ir.Name(self._pos(node), "...")

    def _literal(self, node: Any) -> ir.Expr:
        return ir.Const(self._pos(node), _value(node.value))

    def _concatenated(self, node: cst.ConcatenatedString) -> ir.Expr:
        pos = self._pos(node)
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
        return fstring(self._pos(node), pieces)

    def _attribute(self, node: cst.Attribute) -> ir.Expr:
        return self.attribute(self._pos(node), self.expr(node.value), _name(node.attr))

    def _call(self, node: cst.Call) -> ir.Expr:
        return self.call(self._pos(node), self.expr(node.func), self._args(node.args))

    def _subscript(self, node: cst.Subscript) -> ir.Expr:
        indexes = [self._index(e.slice) for e in node.slice]
        pos = self._pos(node)
        index = indexes[0] if len(indexes) == 1 else ir.Display(pos, "tuple", tuple(indexes))
        return ir.Subscript(pos, self.expr(node.value), index)

    def _index(self, node: cst.BaseSlice) -> ir.Expr:
        if isinstance(node, cst.Index):
            return self.expr(node.value)
        assert isinstance(node, cst.Slice)  # LibCST has just these two
        return ir.Slice(self._pos(node), self._maybe(node.lower), self._maybe(node.upper), self._maybe(node.step))

    def _maybe(self, node: cst.BaseExpression | None) -> ir.Expr | None:
        return None if node is None else self.expr(node)

    def _display(self, node: cst.List | cst.Tuple | cst.Set) -> ir.Expr:
        items = tuple(self._element(e) for e in node.elements)
        return ir.Display(self._pos(node), type(node).__name__.lower(), items)

    def _element(self, node: cst.BaseElement) -> ir.Expr:
        value = self.expr(node.value)
        return ir.Star(value.pos, value) if isinstance(node, cst.StarredElement) else value

    def _dict(self, node: cst.Dict) -> ir.Expr:
        items = tuple(
            (self.expr(e.key) if isinstance(e, cst.DictElement) else None, self.expr(e.value)) for e in node.elements
        )
        return ir.DictDisplay(self._pos(node), items)

    def _binary(self, node: cst.BinaryOperation) -> ir.Expr:
        op = _BINARY.get(type(node.operator).__name__, "?")
        return ir.BinOp(self._pos(node), op, self.expr(node.left), self.expr(node.right))

    def _boolean(self, node: cst.BooleanOperation) -> ir.Expr:
        op = type(node.operator).__name__.lower()
        return ir.BoolOp(self._pos(node), op, self.expr(node.left), self.expr(node.right))

    def _unary(self, node: cst.UnaryOperation) -> ir.Expr:
        return ir.Unary(self._pos(node), _UNARY[type(node.operator).__name__], self.expr(node.expression))

    def _comparison(self, node: cst.Comparison) -> ir.Expr:
        rest = tuple((_COMPARE[type(t.operator).__name__], self.expr(t.comparator)) for t in node.comparisons)
        return ir.Compare(self._pos(node), self.expr(node.left), rest)

    def _ifexp(self, node: cst.IfExp) -> ir.Expr:
        return ir.IfExp(self._pos(node), self.expr(node.test), self.expr(node.body), self.expr(node.orelse))

    def _lambda(self, node: cst.Lambda) -> ir.Expr:
        return ir.Lambda(self._pos(node), self._params(node.params), self.expr(node.body))

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
        return ir.Comprehension(self._pos(node), kind[type(node).__name__], element, value, tuple(clauses))

    def _walrus(self, node: cst.NamedExpr) -> ir.Expr:
        return ir.Walrus(self._pos(node), self.expr(node.target), self.expr(node.value))

    def _await(self, node: cst.Await) -> ir.Expr:
        return self.expr(node.expression)

    def _yield(self, node: cst.Yield) -> ir.Expr:
        self.yielded()
        if isinstance(node.value, cst.From):
            return ir.Yield(self._pos(node), self.expr(node.value.item), True)
        return ir.Yield(self._pos(node), self._maybe(node.value), False)

    def _starred(self, node: cst.StarredElement) -> ir.Expr:
        return ir.Star(self._pos(node), self.expr(node.value))


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


def _name(node: cst.Name) -> str:
    """An identifier as Python reads it: other forms of the same letters are the same name."""
    return node.value if node.value.isascii() else unicodedata.normalize("NFKC", node.value)


def _text(node: cst.CSTNode) -> str:
    return " ".join(cst.Module([]).code_for_node(node).split())


def _dotted(node: cst.BaseExpression) -> str:
    parts: list[str] = []
    while isinstance(node, cst.Attribute):
        parts.append(_name(node.attr))
        node = node.value
    parts.append(_name(node) if isinstance(node, cst.Name) else "?")
    return ".".join(reversed(parts))


def _asname(alias: cst.ImportAlias) -> str:
    return _name(alias.asname.name) if alias.asname is not None and isinstance(alias.asname.name, cst.Name) else ""


def _captures(pattern: cst.CSTNode) -> Iterator[str]:
    todo: list[cst.CSTNode] = [pattern]
    while todo:
        part = todo.pop()
        if isinstance(part, cst.MatchAs | cst.MatchStar) and part.name is not None:
            yield _name(part.name)
        if isinstance(part, cst.MatchMapping) and part.rest is not None:
            yield _name(part.rest)
        todo += part.children


_STATEMENTS: dict[str, Callable[[_Lowering, Any], Iterator[ir.Stmt]]] = {
    "Import": _Lowering._import, "LazyImport": _Lowering._import, "ImportFrom": _Lowering._import_from,
    "LazyImportFrom": _Lowering._import_from, "Assign": _Lowering._assign, "AnnAssign": _Lowering._ann_assign,
    "AugAssign": _Lowering._aug_assign, "Expr": _Lowering._expr_stmt, "Return": _Lowering._return,
    "Raise": _Lowering._raise, "Break": _Lowering._jump, "Continue": _Lowering._jump, "Del": _Lowering._delete,
    "Assert": _Lowering._assert, "Global": _Lowering._scope, "Nonlocal": _Lowering._scope, "If": _Lowering._if,
    "For": _Lowering._for, "While": _Lowering._while, "Try": _Lowering._try, "TryStar": _Lowering._try,
    "With": _Lowering._with, "Match": _Lowering._match, "FunctionDef": _Lowering._function,
    "ClassDef": _Lowering._class,
}  # fmt: skip
_EXPRESSIONS: dict[str, Callable[[_Lowering, Any], ir.Expr]] = {
    "Name": _Lowering._name, "Ellipsis": _Lowering._ellipsis, "Integer": _Lowering._literal,
    "Float": _Lowering._literal, "Imaginary": _Lowering._literal, "SimpleString": _Lowering._literal,
    "ConcatenatedString": _Lowering._concatenated, "FormattedString": _Lowering._fstring,
    "Attribute": _Lowering._attribute, "Call": _Lowering._call, "Subscript": _Lowering._subscript,
    "List": _Lowering._display, "Tuple": _Lowering._display, "Set": _Lowering._display, "Dict": _Lowering._dict,
    "BinaryOperation": _Lowering._binary, "BooleanOperation": _Lowering._boolean, "UnaryOperation": _Lowering._unary,
    "Comparison": _Lowering._comparison, "IfExp": _Lowering._ifexp, "Lambda": _Lowering._lambda,
    "ListComp": _Lowering._comprehension, "SetComp": _Lowering._comprehension,
    "GeneratorExp": _Lowering._comprehension, "DictComp": _Lowering._comprehension, "NamedExpr": _Lowering._walrus,
    "Await": _Lowering._await, "Yield": _Lowering._yield, "StarredElement": _Lowering._starred,
}  # fmt: skip
