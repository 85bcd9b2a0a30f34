"""Which names the nodes of a Python file bind, and in which scope a name is read.

Room: checks, middle. Pure. Not here: what that means for a permission catalogue (`_catalogue_scope`).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TypeAlias

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def binds(statement: ast.stmt) -> Iterator[str]:
    match statement:
        case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            yield name
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            yield from (alias.asname or alias.name.split(".")[0] for alias in names)
        case ast.AugAssign():
            return
        case _ if type(statement).__name__ == "TypeAlias":
            yield from (n.id for n in [getattr(statement, "name", None)] if isinstance(n, ast.Name))
        case ast.Assign() | ast.AnnAssign():
            yield from (n.id for n in ast.walk(statement) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))


def names_bound(node: ast.AST) -> Iterator[str]:
    """The names that this node alone binds, imports left out."""
    match node:
        case ast.Name(id=name, ctx=ast.Store() | ast.Del()) | ast.arg(arg=name):
            yield name
        case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            yield name
        case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            yield name
        case ast.MatchMapping(rest=str(name)):
            yield name


def rebinds(node: ast.AST, name: str) -> bool:
    """Whether a node could give the name, or what it holds, another value."""
    match node:
        case ast.Global(names=names):
            return name in names
        case ast.AugAssign(target=ast.Name(id=found)) | ast.NamedExpr(target=ast.Name(id=found)):
            return found == name
        case ast.Attribute(value=ast.Name(id=found), ctx=ast.Store() | ast.Del()):
            return found == name
        case ast.Subscript(value=ast.Name(id=found), ctx=ast.Store() | ast.Del()):
            return found == name
        case ast.Name(id=found, ctx=ast.Del()):
            return found == name
    return False


def sometimes(module: ast.Module, name: str) -> Iterator[ast.AST]:
    """What binds the name in a branch or a loop at the top of the file, or may do so under a star."""
    blocks = (ast.If, ast.Try, ast.For, ast.AsyncFor, ast.While, ast.With, ast.AsyncWith, ast.Match)
    for statement in module.body:
        if isinstance(statement, ast.ImportFrom) and any(alias.name == "*" for alias in statement.names):
            yield statement
        if isinstance(statement, blocks) or type(statement).__name__ == "TryStar":
            for node in ast.walk(statement):
                imported = isinstance(node, ast.Import | ast.ImportFrom) and name in binds(node)
                if imported or (not isinstance(node, ast.arg) and name in names_bound(node)):
                    yield node


def is_local(name: str, use: ast.AST, line: list[ast.AST]) -> bool:
    """Whether a function, or a comprehension, around the use has a name of its own that is spelled the same."""
    inner = use
    for place in line:
        if isinstance(place, _FUNCTIONS) and _in_body(place, inner) and name in _own_names(place):
            return True
        if isinstance(place, _COMPREHENSIONS) and any(name in _targets(g.target) for g in place.generators):
            return True
        inner = place
    return False


def _in_body(function: Function, child: ast.AST) -> bool:
    return child is function.body if isinstance(function, ast.Lambda) else child in function.body


def _own_names(function: Function) -> set[str]:
    arguments = function.args
    every = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg)
    found = {a.arg for a in every if a is not None}
    if isinstance(function, ast.Lambda):
        return found
    declared: set[str] = set()
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Global | ast.Nonlocal):
            declared.update(node.names)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            found.update(binds(node))
        else:
            found.update(names_bound(node))
        if not isinstance(node, (*_FUNCTIONS, ast.ClassDef, *_COMPREHENSIONS)):
            waiting += ast.iter_child_nodes(node)
    return found - declared


def _targets(node: ast.AST) -> set[str]:
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
