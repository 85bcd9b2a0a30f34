"""The statements of the standard library's tree → those of `_ir`.

Room: checks, part of `read`. Each gives what `_lower` gives for the same text. Not here: expressions (`_lower_ast`).
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from toolcrib.checks.surface import _ir as ir
from toolcrib.checks.surface._lower_ast import BINARY, Expressions, Unread, calls
from toolcrib.checks.surface._places_ast import Places

_FORM_FEED = re.compile(r"^[ \t\f]*\f[ \t\f]*[^\s#]", re.MULTILINE)
_SOFT = re.compile(r"(?:if|as)\b|:")


def lower(tree: ast.Module, text: str) -> ir.Block:
    """The module's statements. Raises Unread for what is not known here, RecursionError for what is too deep."""
    if "\f" in text and _FORM_FEED.search(text.replace("\r", "\n")):
        raise Unread("a form feed before a statement: LibCST leaves it out of its columns")
    lowering = _Statements(Places(text))
    lowering.postponed = any(
        isinstance(s, ast.ImportFrom) and s.module == "__future__" and any(a.name == "annotations" for a in s.names)
        for s in tree.body
    )
    return lowering.block(tree.body)


class _Statements(Expressions):
    def block(self, body: Sequence[ast.stmt]) -> ir.Block:
        found: list[ir.Stmt] = []
        for node in body:
            lowering = _STATEMENTS.get(type(node))
            if lowering is None:
                raise Unread(type(node).__name__)
            found += lowering(self, node)
        return tuple(found)

    def _aside(self, nodes: Iterable[ast.expr | None]) -> Iterator[ir.Stmt]:
        """Each that calls something, as a statement of its own (see `_aside`)."""
        for node in nodes:
            if node is not None and calls(node):
                value = self.expr(node)
                yield ir.ExprStmt(value.pos, value)

    def _target(self, node: ast.expr) -> ir.Expr:
        return self.target(self.expr(node))

    def _pass(self, node: ast.Pass) -> Iterator[ir.Stmt]:
        yield from ()

    def _import(self, node: ast.Import) -> Iterator[ir.Stmt]:
        yield ir.Import(self.pos(node), tuple((a.name, a.asname or "") for a in node.names))

    def _import_from(self, node: ast.ImportFrom) -> Iterator[ir.Stmt]:
        if node.names[0].name == "*":
            names: tuple[tuple[str, str], ...] = (("*", ""),)
        else:
            names = tuple((self.word(a.name), a.asname or a.name) for a in node.names)
        yield ir.ImportFrom(self.pos(node), node.module or "", node.level, names)

    def _assign(self, node: ast.Assign) -> Iterator[ir.Stmt]:
        targets = tuple(self._target(t) for t in node.targets)
        yield ir.Assign(self.pos(node), targets, self.expr(node.value), None)

    def _ann_assign(self, node: ast.AnnAssign) -> Iterator[ir.Stmt]:
        value, annotation = self.maybe(node.value), self.expr(node.annotation)
        if not self._in_function and not self.postponed:
            yield from self._aside([node.annotation])
        yield ir.Assign(self.pos(node), (self._target(node.target),), value, annotation)

    def _aug_assign(self, node: ast.AugAssign) -> Iterator[ir.Stmt]:
        target = self.expr(node.target)
        self.filled(target)
        yield ir.AugAssign(self.pos(node), target, BINARY[type(node.op)], self.expr(node.value))

    def _expr_stmt(self, node: ast.Expr) -> Iterator[ir.Stmt]:
        yield ir.ExprStmt(self.pos(node), self.expr(node.value))

    def _return(self, node: ast.Return) -> Iterator[ir.Stmt]:
        yield ir.Return(self.pos(node), self.maybe(node.value))

    def _raise(self, node: ast.Raise) -> Iterator[ir.Stmt]:
        yield from self._aside([node.exc, node.cause])
        yield ir.Raise(self.pos(node))

    def _jump(self, node: ast.Break | ast.Continue) -> Iterator[ir.Stmt]:
        yield ir.Jump(self.pos(node), "break" if isinstance(node, ast.Break) else "continue")

    def _delete(self, node: ast.Delete) -> Iterator[ir.Stmt]:
        places = self.places
        pos = self.pos(node)
        last = node.targets[-1]
        commas = [i for i in places.tokens(places.end(last), places.end(node), "),") if places.text[i] == ","]
        if len(node.targets) == 1 and not commas:
            target = self.expr(last)
        else:
            start = places.at(places.skip(places.start(node) + len("del")))
            target = ir.Display((*start, *pos[2:]), "tuple", self.elements(node.targets))
        if any(calls(t) for t in node.targets):
            yield ir.ExprStmt(target.pos, target)
        yield ir.Delete(pos, target)

    def _assert(self, node: ast.Assert) -> Iterator[ir.Stmt]:
        yield ir.ExprStmt(self.pos(node), self.expr(node.test))
        yield from self._aside([node.msg])

    def _scope(self, node: ast.Global | ast.Nonlocal) -> Iterator[ir.Stmt]:
        yield ir.Scope(self.pos(node), "global" if isinstance(node, ast.Global) else "nonlocal", tuple(node.names))

    def _if(self, node: ast.If) -> Iterator[ir.Stmt]:
        test, body = self.expr(node.test), self.block(node.body)
        yield ir.If(self.places.of_compound(node), test, body, self.block(node.orelse))

    def _for(self, node: ast.For | ast.AsyncFor) -> Iterator[ir.Stmt]:
        target, source = self.expr(node.target), self.expr(node.iter)
        yield ir.For(self.places.of_compound(node), target, source, self.block(node.body), self.block(node.orelse))

    def _while(self, node: ast.While) -> Iterator[ir.Stmt]:
        yield ir.While(
            self.places.of_compound(node), self.expr(node.test), self.block(node.body), self.block(node.orelse)
        )

    def _try(self, node: Any) -> Iterator[ir.Stmt]:
        body = self.block(node.body)
        handlers = tuple(
            (self._caught(h), h.name or "", (*self._aside([h.type]), *self.block(h.body))) for h in node.handlers
        )
        yield ir.Try(self.places.of_compound(node), body, handlers, self.block(node.orelse), self.block(node.finalbody))

    def _caught(self, handler: ast.ExceptHandler) -> str:
        if handler.type is None:
            return ""
        places = self.places
        start = places.skip(places.start(handler) + len("except"))
        if places.text[start] == "*":
            start = places.skip(start + 1)
        return self._said_up_to(start, places.end(handler.type))

    def _said_up_to(self, start: int, end: int) -> str:
        """The text from here through what closes after `end`, up to an `if`, an `as` or a colon; white space folded."""
        places = self.places
        while not _SOFT.match(places.text, places.skip(end)):
            end = places.skip(end) + 1
        return " ".join(places.text[start:end].split())

    def _with(self, node: ast.With | ast.AsyncWith) -> Iterator[ir.Stmt]:
        items = tuple((self.expr(i.context_expr), self.maybe(i.optional_vars)) for i in node.items)
        yield ir.With(self.places.of_compound(node), items, self.block(node.body))

    def _match(self, node: ast.Match) -> Iterator[ir.Stmt]:
        subject = self.expr(node.subject)
        places = self.places
        at = places.end(node.subject)
        while not _SOFT.match(places.text, places.skip(at)):
            at = places.skip(at) + 1
        at = places.skip(at) + 1
        cases = []
        for case in node.cases:
            at = places.skip(at)
            while places.text[at] == ";":
                at = places.skip(at + 1)
            text = self._said_up_to(places.skip(at + len("case")), places.end(case.pattern))
            at = places.end(case.body[-1])
            found = self._pattern(case.pattern)
            guard = self.maybe(case.guard)
            cases.append((found, text, tuple(_captures(case.pattern)), guard, self.block(case.body)))
        yield ir.Match(self.places.of_compound(node), subject, tuple(cases))

    def _pattern(self, pattern: ast.pattern) -> tuple[ir.Expr, ...] | None:
        if isinstance(pattern, ast.MatchValue):
            return (self.expr(pattern.value),)
        if isinstance(pattern, ast.MatchSingleton):
            return (ir.Const(self.pos(pattern), pattern.value),)
        if isinstance(pattern, ast.MatchOr):
            parts = [self._pattern(p) for p in pattern.patterns]
            return None if any(p is None for p in parts) else tuple(e for p in parts for e in p or ())
        return None

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[ir.Stmt]:
        decorators = self.decorators([self.expr(d) for d in node.decorator_list])
        given = node.args
        if not self.postponed:
            plain = [*given.posonlyargs, *given.args, *given.kwonlyargs]
            plain += [a for a in (given.vararg, given.kwarg) if a is not None]
            yield from self._aside([*(a.annotation for a in plain), node.returns])
        yield from self._aside(_bounds(node))
        yield self.function(
            self.places.of_definition(node),
            node.name,
            decorators,
            lambda: self.params(given),
            lambda: self.block(node.body),
            lambda: self.maybe(node.returns),
        )

    def _class(self, node: ast.ClassDef) -> Iterator[ir.Stmt]:
        decorators = self.decorators([self.expr(d) for d in node.decorator_list])
        yield from self._aside(_bounds(node))
        yield self.class_(
            self.places.of_definition(node),
            node.name,
            decorators,
            lambda: self.args(node.bases, node.keywords),
            lambda: self.block(node.body),
        )

    def _type_alias(self, node: Any) -> Iterator[ir.Stmt]:
        yield from self._aside([*_bounds(node), node.value])


def _bounds(node: Any) -> list[ast.expr | None]:
    """Bounds and defaults of type parameters (Python 3.12 and newer)."""
    found: list[ast.expr | None] = []
    for one in getattr(node, "type_params", ()):
        found += [getattr(one, "bound", None), getattr(one, "default_value", None)]
    return found


def _captures(pattern: ast.pattern) -> Iterator[str]:
    """The names that a pattern binds, in the order in which LibCST's tree names them."""
    todo: list[ast.AST] = [pattern]
    while todo:
        part = todo.pop()
        if isinstance(part, ast.MatchAs | ast.MatchStar) and part.name is not None:
            yield part.name
        elif isinstance(part, ast.MatchMapping) and part.rest is not None:
            yield part.rest
        todo += ast.iter_child_nodes(part)


_STATEMENTS: dict[type[ast.AST], Callable[[_Statements, Any], Iterator[ir.Stmt]]] = {
    ast.Pass: _Statements._pass, ast.Import: _Statements._import, ast.ImportFrom: _Statements._import_from,
    ast.Assign: _Statements._assign, ast.AnnAssign: _Statements._ann_assign, ast.AugAssign: _Statements._aug_assign,
    ast.Expr: _Statements._expr_stmt, ast.Return: _Statements._return, ast.Raise: _Statements._raise,
    ast.Break: _Statements._jump, ast.Continue: _Statements._jump, ast.Delete: _Statements._delete,
    ast.Assert: _Statements._assert, ast.Global: _Statements._scope, ast.Nonlocal: _Statements._scope,
    ast.If: _Statements._if, ast.For: _Statements._for, ast.AsyncFor: _Statements._for, ast.While: _Statements._while,
    ast.Try: _Statements._try, ast.TryStar: _Statements._try, ast.With: _Statements._with,
    ast.AsyncWith: _Statements._with, ast.Match: _Statements._match, ast.FunctionDef: _Statements._function,
    ast.AsyncFunctionDef: _Statements._function, ast.ClassDef: _Statements._class,
}  # fmt: skip
if sys.version_info >= (3, 12):
    _STATEMENTS[ast.TypeAlias] = _Statements._type_alias
