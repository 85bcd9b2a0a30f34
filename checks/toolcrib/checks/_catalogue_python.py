"""Names that a Python file lists: an Enum, a Literal, a collection or a class of constants, read without running it.

Room: checks, middle. Pure: text in, names with their places out. What could change when the program runs (another
assignment, a call that adds, a value from elsewhere) is refused with its place.
Not here: what a name stands for and what may change it (`_catalogue_scope`), a class's members (`_catalogue_class`).
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from toolcrib.checks._catalogue_class import Listed, Member, read_class
from toolcrib.checks._catalogue_scope import NotExactError, Scope, at

__all__ = ["Named", "NotExactError", "python_names"]

_SAME = frozenset(
    {
        *(f"builtins.{name}" for name in ("list", "tuple", "set", "frozenset", "sorted")),
        "typing.get_args",
        "types.MappingProxyType",
    }
)
_ALIAS_TYPE = "typing.TypeAliasType"
_MAX_NAMES = 100_000

T = TypeVar("T", bound=ast.AST)


@dataclass(frozen=True, slots=True)
class Named:
    """Names with line and column, and the place of the whole."""

    names: tuple[tuple[str, int, int], ...]
    line: int = 1
    column: int = 1


Element = tuple[str, ast.expr | ast.stmt]


def python_names(text: str, name: str) -> Named:
    """What `name` lists at the top of a file."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what the file's own code warns of is not our news
            module = ast.parse(text)
    except SyntaxError as error:
        line, column = error.lineno or 1, error.offset or 1
        raise NotExactError(f"the file is not Python here: {error.msg}", line, column) from error
    except (ValueError, RecursionError, MemoryError) as error:
        raise NotExactError("the file cannot be read as Python") from error
    scope = Scope(module)
    reader = _Reader(scope)
    where = scope.bound(name, module)
    try:
        found = tuple((value, node.lineno, node.col_offset + 1) for value, node in reader.names_of(name, where))
    except RecursionError as error:
        raise NotExactError("it is nested too deeply", *at(where)) from error
    return Named(found, *at(where))


@dataclass
class _Reader:
    scope: Scope
    following: list[str] = field(default_factory=list)
    count: int = 0

    # -- names --------------------------------------------------------------------------------------------------------

    def names_of(self, name: str, statement: ast.stmt) -> Iterator[Element]:
        if name in self.following:
            raise NotExactError(f"`{name}` is defined by itself", *at(statement))
        self.following.append(name)
        if isinstance(statement, ast.ClassDef):
            yield from ((text, place) for text, place in self._class(statement).members.values())
        else:
            yield from self._listed(self._value(name, statement))
        self.following.pop()

    def _value(self, name: str, statement: ast.stmt) -> ast.expr:
        value = getattr(statement, "value", None)
        plain = isinstance(statement, ast.Assign | ast.AnnAssign) or type(statement).__name__ == "TypeAlias"
        if isinstance(statement, ast.Assign) and not all(isinstance(t, ast.Name) for t in statement.targets):
            plain = False
        if not plain or not isinstance(value, ast.expr):
            origin = "comes from another file: name that file" if isinstance(statement, ast.ImportFrom) else ""
            raise NotExactError(f"`{name}` {origin or 'is bound by more than a plain assignment'}", *at(statement))
        return value

    # -- what lists names ---------------------------------------------------------------------------------------------

    def _listed(self, node: ast.expr) -> Iterator[Element]:
        match node:
            case ast.List() | ast.Tuple() | ast.Set():
                for element in node.elts:
                    if isinstance(element, ast.Starred):
                        yield from self._listed(element.value)
                    else:
                        yield self._text(element), self._counted(element)
            case ast.Dict():
                for key, value in zip(node.keys, node.values, strict=True):
                    if key is None:
                        yield from self._listed(value)
                    else:
                        yield self._text(key), self._counted(key)
            case ast.BinOp(op=ast.BitOr() | ast.Add()):
                yield from self._listed(node.left)
                yield from self._listed(node.right)
            case ast.Subscript(value=of) if self.scope.origin(of) == "typing.Literal":
                parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
                for part in parts:
                    if isinstance(part, ast.Subscript):
                        yield from self._listed(part)
                    else:
                        yield self._text(part), self._counted(part)
            case ast.Call(func=called, args=[inner], keywords=[]) if self.scope.origin(called) in _SAME:
                yield from self._listed(inner)
            case ast.Call(func=called, args=[_, inner], keywords=[]) if self.scope.origin(called) == _ALIAS_TYPE:
                yield from self._listed(inner)
            case ast.Call(func=called, args=[], keywords=[]) if self.scope.origin(called) in _SAME:
                return
            case ast.SetComp() | ast.ListComp() | ast.GeneratorExp():
                yield from self._comprehended(node)
            case ast.Name(id=name):
                yield from self.names_of(name, self.scope.bound(name, node))
            case _:
                raise NotExactError(f"`{ast.unparse(node)[:80]}` lists nothing that can be read", *at(node))

    def _comprehended(self, node: ast.SetComp | ast.ListComp | ast.GeneratorExp) -> Iterator[Element]:
        """`{feature.value for feature in Feature}`: the same names."""
        first = node.generators[0]
        element = node.elt.value if isinstance(node.elt, ast.Attribute) and node.elt.attr == "value" else node.elt
        plain = isinstance(first.target, ast.Name) and isinstance(element, ast.Name) and element.id == first.target.id
        if len(node.generators) != 1 or first.ifs or not plain:
            raise NotExactError(f"`{ast.unparse(node)[:80]}` lists nothing that can be read", *at(node))
        yield from self._listed(first.iter)

    def _counted(self, node: T) -> T:
        self.count += 1
        if self.count > _MAX_NAMES:
            raise NotExactError(f"it has more than {_MAX_NAMES:,} names", *at(node))
        return node

    def _text(self, node: ast.expr, own: Mapping[str, Member] | None = None) -> str:
        """The text of an expression; in a class, `own` are the names that stand before it."""
        match node:
            case ast.Constant(value=str() as text):
                return text
            case ast.BinOp(op=ast.Add()):
                return self._text(node.left, own) + self._text(node.right, own)
            case ast.Attribute(value=ast.Attribute() as member, attr="value"):
                return self._text(member)
            case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name not in (own or {}):
                statement = self.scope.bound(name, node)
                if isinstance(statement, ast.ClassDef):
                    found = self._class(statement).members.get(attribute)
                    if found is not None:
                        return found[0]
            case ast.Name(id=name) if own is not None and name in own:
                value = own[name][0]
                if isinstance(value, ast.Constant | ast.BinOp | ast.Name):
                    return self._text(value, {n: m for n, m in own.items() if n != name})
            case ast.Name(id=name):
                return self._text(self._value(name, self.scope.bound(name, node)))
        raise NotExactError(f"`{ast.unparse(node)[:80]}` is no text that can be read", *at(node))

    def _class(self, cls: ast.ClassDef) -> Listed:
        listed = read_class(cls, self.scope, self._text)
        for _, place in listed.members.values():
            self._counted(place)
        return listed
