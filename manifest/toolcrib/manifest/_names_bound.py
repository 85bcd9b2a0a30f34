"""Which names a Python module binds, how often, and what could change their values.

Room: manifest, middle. Pure: a parsed module in, facts about its names out; the part of reading Python that has nothing
to do with manifests.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator

_CHANGING = frozenset(
    [
        "append",
        "extend",
        "insert",
        "remove",
        "pop",
        "clear",
        "update",
        "setdefault",
        "popitem",
        "sort",
        "reverse",
        "__setitem__",
        "__delitem__",
        "__ior__",
    ]
)
_HARMLESS = frozenset(
    ("len", "sorted", "list", "tuple", "set", "frozenset", "dict", "print", "repr", "str", "iter", "enumerate")
)
Bound = ast.stmt | ast.expr


class Bindings:
    """The names at the top of a module. `used` is filled by the reader: the names that its result rests on."""

    def __init__(self, module: ast.Module) -> None:
        self.module = module
        self.bound: dict[str, list[Bound]] = {}
        self.values: dict[str, ast.expr] = {}
        self.imports: dict[str, str] = {}
        self.stars: list[ast.stmt] = []
        self.globals: dict[str, ast.stmt] = {}
        self.used: set[str] = set()
        for statement in module.body:
            self._top(statement)
        for statement in module.body:
            for node in _same_scope(statement):
                self._binding(node)
        for node in ast.walk(module):
            if isinstance(node, ast.Global):
                self.globals |= dict.fromkeys(node.names, node)

    def origin(self, expression: ast.expr) -> str:
        """The dotted name that an expression means, through imports: `toolcrib.manifest.ToolRow`. "" when unknown."""
        if isinstance(expression, ast.Attribute):
            base = self.origin(expression.value)
            return f"{base}.{expression.attr}" if base else ""
        if not isinstance(expression, ast.Name):
            return ""
        name = expression.id
        if len(self.bound.get(name, ())) > 1 or name in self.globals or self.stars:
            return ""
        if name in self.imports:
            return self.imports[name]
        return name if name not in self.bound and hasattr(builtins, name) else ""

    def changes(self) -> Iterator[tuple[str, ast.expr | ast.stmt]]:
        """Places where the value of a used name may be changed after it was made."""
        mutable = {name for name in self.used if not _is_fixed(self.values[name])}
        for node in ast.walk(self.module):
            for target in _changed(node):
                name = _root(target)
                if name in mutable and isinstance(node, (ast.expr, ast.stmt)):
                    yield name, node
            if isinstance(node, ast.Call) and self.origin(node.func).rpartition(".")[2] not in _HARMLESS:
                for argument in (*node.args, *(keyword.value for keyword in node.keywords)):
                    known = self.origin(node.func).startswith("toolcrib.")
                    if isinstance(argument, ast.Name) and argument.id in mutable and not known:
                        yield argument.id, node

    def _top(self, statement: ast.stmt) -> None:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                self.values[name] = value
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                self.values[name] = value
            case ast.Import(names=names):
                for alias in names:
                    self.imports[alias.asname or alias.name.partition(".")[0]] = (
                        alias.name if alias.asname else alias.name.partition(".")[0]
                    )
            case ast.ImportFrom(module=str() as module, names=names, level=0):
                self.imports |= {alias.asname or alias.name: f"{module}.{alias.name}" for alias in names}
            case ast.ImportFrom(names=names):
                self.imports |= {alias.asname or alias.name: f".{alias.name}" for alias in names}

    def _binding(self, node: ast.AST) -> None:
        match node:
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                self._bind(name, node)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                self._bind(name, node)
            case ast.Import(names=names):
                for alias in names:
                    self._bind(alias.asname or alias.name.partition(".")[0], node)
            case ast.ImportFrom(names=names):
                for alias in names:
                    if alias.name == "*":
                        self.stars.append(node)
                    else:
                        self._bind(alias.asname or alias.name, node)
            case ast.ExceptHandler(name=str() as name, body=[first, *_]):
                self._bind(name, first)
            case (
                ast.MatchAs(name=str() as name)
                | ast.MatchStar(name=str() as name)
                | ast.MatchMapping(rest=str() as name)
            ):
                self._bind(name, ast.Pass(lineno=node.lineno, col_offset=node.col_offset))

    def _bind(self, name: str, node: Bound) -> None:
        self.bound.setdefault(name, []).append(node)


def _same_scope(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes whose names are bound where `node` stands: not what lies inside functions, classes and lambdas."""
    yield node
    waiting = [node]
    while waiting:
        current = waiting.pop()
        if isinstance(current, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
            continue
        if isinstance(current, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            inner = [n for n in ast.walk(current) if isinstance(n, ast.NamedExpr)]
            yield from (named.target for named in inner)
            continue
        for child in ast.iter_child_nodes(current):
            yield child
            waiting.append(child)


def _changed(node: ast.AST) -> Iterator[ast.expr]:
    match node:
        case (
            ast.Subscript(value=value, ctx=ast.Store() | ast.Del())
            | ast.Attribute(value=value, ctx=ast.Store() | ast.Del())
        ):
            yield value
        case ast.AugAssign(target=ast.Name() as target):
            yield target
        case ast.Call(func=ast.Attribute(value=value, attr=attr)) if attr in _CHANGING:
            yield value


def _root(expression: ast.expr) -> str:
    while isinstance(expression, (ast.Subscript, ast.Attribute)):
        expression = expression.value
    return expression.id if isinstance(expression, ast.Name) else ""


def _is_fixed(value: ast.expr) -> bool:
    """Whether a value cannot change in place: texts, numbers, the manifest's own classes."""
    return isinstance(value, (ast.Constant, ast.JoinedStr, ast.Call)) and not (
        isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id in ("dict", "list")
    )
