"""Names that a Python file lists: an Enum, a Literal, a collection or a class of constants, read without running it.

Room: checks, middle. Pure: text in, names with their places out. What could change when the program runs (another
assignment, a call that adds, a value from elsewhere) is refused with its place.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field

from toolcrib.manifest import nearest

_SAME = ("list", "tuple", "set", "frozenset", "sorted", "get_args", "MappingProxyType", "TypeAliasType")
_CHANGES = ("add", "append", "extend", "update", "insert", "remove", "discard", "pop", "clear", "setdefault", "popitem")
_PLAIN_DECORATORS = ("unique", "verify", "final", "dataclass")
_MAX_NAMES = 100_000


class NotExactError(Exception):
    """The names cannot be told, and where that shows; lines and columns count from 1."""

    def __init__(self, message: str, line: int = 1, column: int = 1, *, hint: str = "") -> None:
        super().__init__(message)
        self.line, self.column, self.hint = line, column, hint


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
    reader = _Reader(module)
    where = reader.bound(name, module)
    try:
        found = tuple((value, node.lineno, node.col_offset + 1) for value, node in reader.names_of(name, where))
    except RecursionError as error:
        raise NotExactError("it is nested too deeply", *_at(where)) from error
    return Named(found, *_at(where))


def _at(node: ast.AST) -> tuple[int, int]:
    return getattr(node, "lineno", 1), getattr(node, "col_offset", 0) + 1


@dataclass
class _Reader:
    module: ast.Module
    following: list[str] = field(default_factory=list)
    count: int = 0

    # -- names --------------------------------------------------------------------------------------------------------

    def bound(self, name: str, used: ast.AST) -> ast.stmt:
        """The one statement at the top of the file that binds `name`; nothing may change it elsewhere."""
        at_top = [statement for statement in self.module.body if name in _binds(statement)]
        if not at_top:
            known = [n for statement in self.module.body for n in _binds(statement)]
            near = nearest(name, known)
            hint = f"Nearest: {', '.join(f'`{n}`' for n in near)}." if near else ""
            raise NotExactError(f"`{name}` is not assigned at the top of the file", *_at(used), hint=hint)
        own = {id(node) for node in ast.walk(at_top[0])}
        changes = [node for node in ast.walk(self.module) if id(node) not in own and _changes(node, name)]
        for node in (*changes, *_sometimes(self.module, name)):
            raise NotExactError(f"`{name}` may be another value here", *_at(node))
        if len(at_top) > 1:
            raise NotExactError(f"`{name}` is bound more than once", *_at(at_top[1]))
        return at_top[0]

    def names_of(self, name: str, statement: ast.stmt) -> Iterator[Element]:
        if name in self.following:
            raise NotExactError(f"`{name}` is defined by itself", *_at(statement))
        self.following.append(name)
        if isinstance(statement, ast.ClassDef):
            yield from self._class(statement)
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
            raise NotExactError(f"`{name}` {origin or 'is bound by more than a plain assignment'}", *_at(statement))
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
            case ast.Subscript(value=of) if _tail(of) == "Literal":
                parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
                for part in parts:
                    if isinstance(part, ast.Subscript):
                        yield from self._listed(part)
                    else:
                        yield self._text(part), self._counted(part)
            case ast.Call(func=called, args=[*_, inner], keywords=[]) if _tail(called) in _SAME:
                yield from self._listed(inner)
            case ast.Call(func=called, args=[], keywords=[]) if _tail(called) in _SAME:
                return
            case ast.SetComp() | ast.ListComp() | ast.GeneratorExp():
                yield from self._comprehended(node)
            case ast.Name(id=name):
                yield from self.names_of(name, self.bound(name, node))
            case _:
                raise NotExactError(f"`{ast.unparse(node)[:80]}` lists nothing that can be read", *_at(node))

    def _comprehended(self, node: ast.SetComp | ast.ListComp | ast.GeneratorExp) -> Iterator[Element]:
        """`{feature.value for feature in Feature}`: the same names."""
        first = node.generators[0]
        element = node.elt.value if isinstance(node.elt, ast.Attribute) and node.elt.attr == "value" else node.elt
        plain = isinstance(first.target, ast.Name) and isinstance(element, ast.Name) and element.id == first.target.id
        if len(node.generators) != 1 or first.ifs or not plain:
            raise NotExactError(f"`{ast.unparse(node)[:80]}` lists nothing that can be read", *_at(node))
        yield from self._listed(first.iter)

    def _counted(self, node: ast.expr) -> ast.expr:
        self.count += 1
        if self.count > _MAX_NAMES:
            raise NotExactError(f"it has more than {_MAX_NAMES:,} names", *_at(node))
        return node

    def _text(self, node: ast.expr) -> str:
        match node:
            case ast.Constant(value=str() as text):
                return text
            case ast.BinOp(op=ast.Add()):
                return self._text(node.left) + self._text(node.right)
            case ast.Attribute(value=ast.Attribute() as member, attr="value"):
                return self._text(member)
            case ast.Attribute(value=ast.Name(id=name), attr=attribute):
                statement = self.bound(name, node)
                if isinstance(statement, ast.ClassDef):
                    for named, value, place in self._members(statement):
                        if named == attribute:
                            return self._member(statement, named, value, place)
            case ast.Name(id=name):
                return self._text(self._value(name, self.bound(name, node)))
        raise NotExactError(f"`{ast.unparse(node)[:80]}` is no text that can be read", *_at(node))

    # -- classes ------------------------------------------------------------------------------------------------------

    def _class(self, cls: ast.ClassDef) -> Iterator[Element]:
        for decorator in cls.decorator_list:
            called = decorator.func if isinstance(decorator, ast.Call) else decorator
            if _tail(called) not in _PLAIN_DECORATORS:
                raise NotExactError(f"`@{ast.unparse(decorator)}` may change the class", *_at(decorator))
        if not _is_enum(cls):
            for base in cls.bases:
                if isinstance(base, ast.Name) and base.id != "object":
                    yield from self.names_of(base.id, self.bound(base.id, base))
                elif not isinstance(base, ast.Name):
                    raise NotExactError(f"`{ast.unparse(base)}` may bring more names", *_at(base))
        for member, value, place in self._members(cls):
            yield self._member(cls, member, value, place), place

    def _members(self, cls: ast.ClassDef) -> Iterator[tuple[str, ast.expr, ast.stmt]]:
        for statement in cls.body:
            match statement:
                case ast.Assign(targets=targets, value=value) if all(isinstance(t, ast.Name) for t in targets):
                    for target in targets:
                        if isinstance(target, ast.Name) and not target.id.startswith("_"):
                            yield target.id, value, statement
                case ast.AnnAssign(target=ast.Name(id=name), value=value):
                    if value is not None and not name.startswith("_"):
                        yield name, value, statement
                case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Pass() | ast.Expr(value=ast.Constant()):
                    continue
                case _:
                    raise NotExactError(f"what `{cls.name}` holds here cannot be read", *_at(statement))

    def _member(self, cls: ast.ClassDef, member: str, value: ast.expr, place: ast.stmt) -> str:
        bases = [_tail(base) for base in cls.bases]
        if isinstance(value, ast.Call) and _tail(value.func) == "auto" and not value.args:
            own = any(isinstance(s, ast.FunctionDef) and s.name == "_generate_next_value_" for s in cls.body)
            if "StrEnum" in bases and not own:
                return member.lower()
            raise NotExactError(f"what `auto()` gives `{member}` is no text that can be read", *_at(place))
        if isinstance(value, ast.Tuple) and value.elts and any(base.endswith("Choices") for base in bases):
            return self._text(value.elts[0])
        return self._text(value)


def _is_enum(cls: ast.ClassDef) -> bool:
    return any(_tail(base).endswith(("Enum", "Choices")) for base in cls.bases)


def _tail(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _binds(statement: ast.stmt) -> Iterator[str]:
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


def _changes(node: ast.AST, name: str) -> bool:
    """Whether a node could give the name, or what it holds, another value."""
    match node:
        case ast.Global(names=names):
            return name in names
        case ast.AugAssign(target=ast.Name(id=found)) | ast.NamedExpr(target=ast.Name(id=found)):
            return found == name
        case ast.Call(func=ast.Attribute(value=ast.Name(id=found), attr=method)):
            return found == name and method in _CHANGES
        case ast.Attribute(value=ast.Name(id=found), ctx=ast.Store() | ast.Del()):
            return found == name
        case ast.Subscript(value=ast.Name(id=found), ctx=ast.Store() | ast.Del()):
            return found == name
        case ast.Name(id=found, ctx=ast.Del()):
            return found == name
    return False


def _sometimes(module: ast.Module, name: str) -> Iterator[ast.AST]:
    """What binds the name in a branch or a loop at the top of the file, or may do so under a star."""
    for statement in module.body:
        if isinstance(statement, ast.ImportFrom) and any(alias.name == "*" for alias in statement.names):
            yield statement
        if isinstance(statement, ast.If | ast.Try | ast.For | ast.While | ast.With | ast.Match):
            for node in ast.walk(statement):
                stored = isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id == name
                if stored or (isinstance(node, ast.ClassDef | ast.Import | ast.ImportFrom) and name in _binds(node)):
                    yield node
