"""Names that a class of one Python file lists: an Enum's values, a class of constants, read without running it.

Room: checks, middle. Pure. A class whose code could give a member another value, or bring members of its own, is
refused.
Not here: collections and types (`_catalogue_python`), what a name stands for (`_catalogue_scope`).
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from toolcrib.checks._catalogue_scope import NotExactError, Scope, at
from toolcrib.checks.writes._names import word_set

_ENUMS: Final = frozenset(
    {
        *(f"enum.{name}" for name in ("Enum", "StrEnum", "ReprEnum")),
        *(f"{package}.StrEnum" for package in ("strenum", "backports.strenum", "aenum", "fastapi_utils.enums")),
        "aenum.Enum",
    }
)
_CHOICES: Final = frozenset(
    f"django.db.models.{name}" for name in ("TextChoices", "enums.TextChoices", "Choices", "enums.Choices")
)
_HARMLESS: Final = frozenset({"builtins.object", "builtins.str", "typing.Protocol", "typing.Final", "abc.ABC"})
_DECORATORS: Final = frozenset(
    {"enum.unique", "enum.verify", "typing.final", "dataclasses.dataclass", "functools.total_ordering"}
)
_METACLASSES: Final = frozenset({"enum.EnumMeta", "enum.EnumType", "abc.ABCMeta"})
_CHANGES_MEMBERS: Final = frozenset({"__new__", "_ignore_", "__init_subclass__", "__class_getitem__", "__set_name__"})
_INNER: Final = word_set(
    "_value_ _member_map_ _member_names_ _value2member_map_ _add_alias_ _add_value_alias_ _add_member_ __new__ setattr "
    "__setattr__ __dict__ vars"
)

Member: TypeAlias = tuple[ast.expr, ast.stmt]
Text: TypeAlias = Callable[[ast.expr, "dict[str, Member]"], str]
"""The text of an expression, with the names of the class that stand before it."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A class with what it holds: members of its bases first, each name once."""

    members: dict[str, tuple[str, ast.stmt]]
    enum: bool


def read_class(cls: ast.ClassDef, scope: Scope, text: Text, following: tuple[str, ...] = ()) -> Listed:
    """The members of a class, with the texts that they stand for."""
    if cls.name in following:
        raise NotExactError(f"`{cls.name}` is defined by itself", *at(cls))
    _plain(cls, scope)
    found: dict[str, tuple[str, ast.stmt]] = {}
    enum = False
    choices = False
    for base in reversed(cls.bases):
        origin = scope.origin(base)
        enum, choices = enum or origin in _ENUMS | _CHOICES, choices or origin in _CHOICES
        if origin in _ENUMS | _CHOICES | _HARMLESS:
            continue
        if not isinstance(base, ast.Name):
            raise NotExactError(f"`{ast.unparse(base)}` may bring more names", *at(base))
        statement = scope.bound(base.id, base)
        if not isinstance(statement, ast.ClassDef):
            origin = "comes from another file" if isinstance(statement, ast.ImportFrom | ast.Import) else "is no class"
            raise NotExactError(f"`{base.id}` {origin}, and may bring more names", *at(statement))
        above = read_class(statement, scope, text, (*following, cls.name))
        found.update(above.members)
        enum = enum or above.enum
    lower = any(scope.origin(base) == "enum.StrEnum" for base in cls.bases)
    own: dict[str, Member] = {}
    for name, value, place in _members(cls, enum=enum):
        if name in own:
            raise NotExactError(f"`{name}` is bound more than once", *at(place))
        found[name] = (_value(cls, name, value, place, text, own, scope, lower=lower, choices=choices), place)
        own[name] = (value, place)
    return Listed(found, enum)


def _plain(cls: ast.ClassDef, scope: Scope) -> None:
    """Nothing in the class changes what its statements say."""
    for decorator in cls.decorator_list:
        called = decorator.func if isinstance(decorator, ast.Call) else decorator
        if scope.origin(called) not in _DECORATORS:
            raise NotExactError(f"`@{ast.unparse(decorator)}` may change the class", *at(decorator))
    for keyword in cls.keywords:
        if keyword.arg != "metaclass" or scope.origin(keyword.value) not in _METACLASSES:
            raise NotExactError(f"`{ast.unparse(keyword.value)}` may change the class", *at(keyword.value))
    for statement in cls.body:
        for node in ast.walk(statement):
            changes = isinstance(node, ast.FunctionDef) and node.name in _CHANGES_MEMBERS
            ignores = isinstance(node, ast.Name) and node.id in _CHANGES_MEMBERS | {"setattr"}
            inner = isinstance(node, ast.Attribute) and (
                (node.attr in _INNER and not _reads_a_value(node)) or _is_set_on_the_class(node)
            )
            if changes or ignores or inner:
                raise NotExactError(f"`{cls.name}` may give its members other values here", *at(node))


def _reads_a_value(node: ast.Attribute) -> bool:
    return node.attr == "_value_" and isinstance(node.ctx, ast.Load)


def _is_set_on_the_class(node: ast.Attribute) -> bool:
    """`cls.X = …`, `type(self).X = …`."""
    if isinstance(node.ctx, ast.Load):
        return False
    return isinstance(node.value, ast.Call) or (isinstance(node.value, ast.Name) and node.value.id == "cls")


def _members(cls: ast.ClassDef, *, enum: bool) -> Iterator[tuple[str, ast.expr, ast.stmt]]:
    functions = {s.name: s for s in cls.body if isinstance(s, ast.FunctionDef | ast.AsyncFunctionDef)}
    for statement in cls.body:
        match statement:
            case ast.Assign(targets=targets, value=value) if all(isinstance(t, ast.Name) for t in targets):
                names = [target.id for target in targets if isinstance(target, ast.Name)]
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                names = [name]
            case ast.AnnAssign(target=ast.Name(), value=None) | ast.Pass() | ast.Expr(value=ast.Constant()):
                continue
            case ast.FunctionDef() | ast.AsyncFunctionDef() if not any(_is_member(d) for d in statement.decorator_list):
                continue
            case _:
                raise NotExactError(f"what `{cls.name}` holds here cannot be read", *at(statement))
        for name in names:
            if name in functions:
                raise NotExactError(f"`{name}` is bound more than once", *at(functions[name]))
            if _names_a_member(name, enum=enum):
                yield name, value, statement


def _is_member(decorator: ast.expr) -> bool:
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    return ast.unparse(called).rpartition(".")[2] in ("member", "nonmember", "_member")


def _names_a_member(name: str, *, enum: bool) -> bool:
    """An Enum takes `_x` for a member, and neither `_x_` nor `__x`; of other classes what starts so is no constant."""
    if not name.startswith("_"):
        return True
    return enum and not name.startswith("__") and not name.endswith("_")


def _value(
    cls: ast.ClassDef,
    member: str,
    value: ast.expr,
    place: ast.stmt,
    text: Text,
    own: dict[str, Member],
    scope: Scope,
    *,
    lower: bool,
    choices: bool,
) -> str:
    if isinstance(value, ast.Call) and scope.origin(value.func).rpartition(".")[2] == "auto" and not value.args:
        own_way = any(isinstance(s, ast.FunctionDef) and s.name == "_generate_next_value_" for s in cls.body)
        if lower and not own_way and scope.origin(value.func) == "enum.auto":
            return member.lower()
        raise NotExactError(f"what `auto()` gives `{member}` is no text that can be read", *at(place))
    if isinstance(value, ast.Tuple) and len(value.elts) == 2 and choices:
        return text(value.elts[0], own)
    return text(value, own)
