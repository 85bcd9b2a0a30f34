"""Expressions that run although nothing uses their value: annotations, `raise`, `except`, a format's width, bounds.

Room: checks, part of `read`. Each is kept where it calls something, since a call may register; one that calls nothing
cannot. Not here: statements and expressions in their usual places (`_lower_cst`, `_statements_cst`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import libcst as cst

from toolcrib.checks.surface import _ir as ir

Lower = Callable[[cst.CSTNode], ir.Expr]
_OWN = (cst.FunctionDef, cst.ClassDef, cst.BaseSuite)


def calls(node: cst.CSTNode | None) -> bool:
    """Something in it is called."""
    todo: list[cst.CSTNode] = [] if node is None else [node]
    while todo:
        part = todo.pop()
        if isinstance(part, cst.Call):
            return True
        todo += part.children
    return False


def of_signature(node: cst.FunctionDef, *, postponed: bool) -> list[cst.CSTNode]:
    """What a `def` runs besides its decorators and defaults; annotations do not run where they are postponed."""
    given = node.params
    params = [*given.posonly_params, *given.params, *given.kwonly_params]
    params += [p for p in (given.star_arg, given.star_kwarg) if isinstance(p, cst.Param)]
    notes = [p.annotation for p in params] + [node.returns]
    found: list[cst.CSTNode] = [] if postponed else [n.annotation for n in notes if n is not None]
    return [*found, *of_type_parameters(node.type_parameters)]


def of_type_parameters(node: cst.TypeParameters | None) -> list[cst.CSTNode]:
    """Bounds and defaults: they run when somebody asks for them."""
    found: list[cst.CSTNode | None] = []
    for one in node.params if node is not None else ():
        found += [getattr(one.param, "bound", None), one.default]
    return [n for n in found if n is not None]


def statements(nodes: list[cst.CSTNode], lower: Lower) -> Iterator[ir.Stmt]:
    """Each that calls something, as a statement of its own."""
    for node in nodes:
        if calls(node):
            value = lower(node)
            yield ir.ExprStmt(value.pos, value)


def of_unknown(node: cst.CSTNode) -> list[cst.CSTNode]:
    """The outermost expressions in a construct that is not known here."""
    found: list[cst.CSTNode] = []
    todo = [*reversed(node.children)]
    while todo:
        part = todo.pop()
        if isinstance(part, cst.BaseExpression):
            found.append(part)
        elif not isinstance(part, _OWN):
            todo += reversed(part.children)
    return found
