"""LibCST's statements → those of `_ir`: the reference, as `_statements_ast` is the fast way.

Room: checks, part of `read`. Not here: expressions (`_lower_cst`), what both readers say alike (`_said`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import libcst as cst

from toolcrib.checks.surface import _aside
from toolcrib.checks.surface import _ir as ir
from toolcrib.checks.surface._lower_cst import BINARY, Expressions, identifier
from toolcrib.checks.surface._positions import places


def lower(module: cst.Module) -> ir.Block:
    """The module's statements. Raises RecursionError for trees deeper than the interpreter's stack."""
    lowering = _Statements(places(module))
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


class _Statements(Expressions):
    def _target(self, node: cst.BaseExpression) -> ir.Expr:
        return self.target(self.expr(node))

    def _decorators(self, nodes: Sequence[cst.Decorator]) -> tuple[ir.Expr, ...]:
        return self.decorators([self.expr(node.decorator) for node in nodes])

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
        yield ir.Import(self.pos(node), tuple((_dotted(a.name), _asname(a)) for a in node.names))

    def _import_from(self, node: cst.ImportFrom) -> Iterator[ir.Stmt]:
        if isinstance(node.names, cst.ImportStar):
            names: tuple[tuple[str, str], ...] = (("*", ""),)
        else:
            names = tuple((self.word(_dotted(a.name)), _asname(a) or _dotted(a.name)) for a in node.names)
        module = "" if node.module is None else _dotted(node.module)
        yield ir.ImportFrom(self.pos(node), module, len(node.relative), names)

    def _assign(self, node: cst.Assign) -> Iterator[ir.Stmt]:
        targets = tuple(self._target(t.target) for t in node.targets)
        yield ir.Assign(self.pos(node), targets, self.expr(node.value), None)

    def _ann_assign(self, node: cst.AnnAssign) -> Iterator[ir.Stmt]:
        value = None if node.value is None else self.expr(node.value)
        annotation = self.expr(node.annotation.annotation)
        if not self._in_function and not self.postponed:
            yield from _aside.statements([node.annotation.annotation], self.expr)
        yield ir.Assign(self.pos(node), (self._target(node.target),), value, annotation)

    def _aug_assign(self, node: cst.AugAssign) -> Iterator[ir.Stmt]:
        op = BINARY.get(type(node.operator).__name__.removesuffix("Assign"), "?")
        target = self.expr(node.target)
        self.filled(target)
        yield ir.AugAssign(self.pos(node), target, op, self.expr(node.value))

    def _expr_stmt(self, node: cst.Expr) -> Iterator[ir.Stmt]:
        yield ir.ExprStmt(self.pos(node), self.expr(node.value))

    def _return(self, node: cst.Return) -> Iterator[ir.Stmt]:
        yield ir.Return(self.pos(node), None if node.value is None else self.expr(node.value))

    def _raise(self, node: cst.Raise) -> Iterator[ir.Stmt]:
        said: list[cst.CSTNode] = [node.exc] if node.exc is not None else []
        said += [node.cause.item] if node.cause is not None else []
        yield from _aside.statements(said, self.expr)
        yield ir.Raise(self.pos(node))

    def _jump(self, node: cst.Break | cst.Continue) -> Iterator[ir.Stmt]:
        yield ir.Jump(self.pos(node), type(node).__name__.lower())

    def _delete(self, node: cst.Del) -> Iterator[ir.Stmt]:
        yield from _aside.statements([node.target], self.expr)
        yield ir.Delete(self.pos(node), self.expr(node.target))

    def _assert(self, node: cst.Assert) -> Iterator[ir.Stmt]:
        yield ir.ExprStmt(self.pos(node), self.expr(node.test))
        yield from _aside.statements([node.msg] if node.msg is not None else [], self.expr)

    def _scope(self, node: cst.Global | cst.Nonlocal) -> Iterator[ir.Stmt]:
        yield ir.Scope(self.pos(node), type(node).__name__.lower(), tuple(identifier(n.name) for n in node.names))

    def _if(self, node: cst.If) -> Iterator[ir.Stmt]:
        test, body = self.expr(node.test), self._suite(node.body)
        if isinstance(node.orelse, cst.If):
            orelse = tuple(self._if(node.orelse))
        else:
            orelse = self._suite(node.orelse.body if node.orelse is not None else None)
        yield ir.If(self.pos(node), test, body, orelse)

    def _for(self, node: cst.For) -> Iterator[ir.Stmt]:
        target, source = self.expr(node.target), self.expr(node.iter)
        yield ir.For(self.pos(node), target, source, self._suite(node.body), self._else(node.orelse))

    def _while(self, node: cst.While) -> Iterator[ir.Stmt]:
        yield ir.While(self.pos(node), self.expr(node.test), self._suite(node.body), self._else(node.orelse))

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
        yield ir.Try(self.pos(node), body, handlers, self._else(node.orelse), final)

    def _with(self, node: cst.With) -> Iterator[ir.Stmt]:
        items = tuple((self.expr(i.item), None if i.asname is None else self.expr(i.asname.name)) for i in node.items)
        yield ir.With(self.pos(node), items, self._suite(node.body))

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
        yield ir.Match(self.pos(node), subject, cases)

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
            identifier(node.name),
            decorators,
            lambda: self.params(node.params),
            lambda: self._suite(node.body),
            lambda: None if node.returns is None else self.expr(node.returns.annotation),
        )

    def _class(self, node: cst.ClassDef) -> Iterator[ir.Stmt]:
        decorators = self._decorators(node.decorators)
        yield from _aside.statements(_aside.of_type_parameters(node.type_parameters), self.expr)
        yield self.class_(
            self._whole(node),
            identifier(node.name),
            decorators,
            lambda: self.args([*node.bases, *node.keywords]),
            lambda: self._suite(node.body),
        )

    def _whole(self, node: cst.FunctionDef | cst.ClassDef) -> ir.Pos:
        """From the first decorator on: that is the line a person sees as the start of it."""
        pos = self.pos(node)
        start = self.pos(node.decorators[0]) if node.decorators else pos
        return (start[0], start[1], pos[2], pos[3])


def _text(node: cst.CSTNode) -> str:
    return " ".join(cst.Module([]).code_for_node(node).split())


def _dotted(node: cst.BaseExpression) -> str:
    parts: list[str] = []
    while isinstance(node, cst.Attribute):
        parts.append(identifier(node.attr))
        node = node.value
    parts.append(identifier(node) if isinstance(node, cst.Name) else "?")
    return ".".join(reversed(parts))


def _asname(alias: cst.ImportAlias) -> str:
    return identifier(alias.asname.name) if alias.asname is not None and isinstance(alias.asname.name, cst.Name) else ""


def _captures(pattern: cst.CSTNode) -> Iterator[str]:
    todo: list[cst.CSTNode] = [pattern]
    while todo:
        part = todo.pop()
        if isinstance(part, cst.MatchAs | cst.MatchStar) and part.name is not None:
            yield identifier(part.name)
        if isinstance(part, cst.MatchMapping) and part.rest is not None:
            yield identifier(part.rest)
        todo += part.children


_STATEMENTS: dict[str, Callable[[_Statements, Any], Iterator[ir.Stmt]]] = {
    "Import": _Statements._import, "LazyImport": _Statements._import, "ImportFrom": _Statements._import_from,
    "LazyImportFrom": _Statements._import_from, "Assign": _Statements._assign, "AnnAssign": _Statements._ann_assign,
    "AugAssign": _Statements._aug_assign, "Expr": _Statements._expr_stmt, "Return": _Statements._return,
    "Raise": _Statements._raise, "Break": _Statements._jump, "Continue": _Statements._jump, "Del": _Statements._delete,
    "Assert": _Statements._assert, "Global": _Statements._scope, "Nonlocal": _Statements._scope, "If": _Statements._if,
    "For": _Statements._for, "While": _Statements._while, "Try": _Statements._try, "TryStar": _Statements._try,
    "With": _Statements._with, "Match": _Statements._match, "FunctionDef": _Statements._function,
    "ClassDef": _Statements._class,
}  # fmt: skip
