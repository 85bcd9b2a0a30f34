"""What the names of one Python file stand for, and every place where one of them may come to stand for something else.

Room: checks, middle. Pure: a parsed file in, statements and places out. What could change a name when the program runs
is refused with its place; a use that is not known to leave a value as it is counts as one that changes it.
Not here: what a statement lists (`_catalogue_python`, `_catalogue_class`).
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from toolcrib.checks._catalogue_bindings import binds, is_local, names_bound, rebinds, sometimes
from toolcrib.checks.writes._names import word_set
from toolcrib.manifest import nearest

_READ_METHODS = word_set(
    "copy count difference get index intersection isdisjoint issubset issuperset items keys symmetric_difference union "
    "values"
)
_READ_CALLS = word_set(
    "builtins.all builtins.any builtins.bool builtins.dict builtins.enumerate builtins.frozenset builtins.isinstance "
    "builtins.issubclass builtins.len builtins.list builtins.max builtins.min builtins.print builtins.repr "
    "builtins.reversed builtins.set builtins.sorted builtins.str builtins.tuple typing.get_args json.dumps"
)
_SETS_ATTRIBUTES = frozenset({"setattr", "delattr", "extend_enum", "__setattr__", "__delattr__"})
_INNER = frozenset({"_member_map_", "_member_names_", "_value2member_map_", "_value_", "__dict__", "__members__"})
_KEEP = "A frozenset, a tuple, a Literal or an Enum cannot be changed by what it is given to."


class NotExactError(Exception):
    """The names cannot be told, and where that shows; lines and columns count from 1."""

    def __init__(self, message: str, line: int = 1, column: int = 1, *, hint: str = "") -> None:
        super().__init__(message)
        self.line, self.column, self.hint = line, column, hint


def at(node: ast.AST) -> tuple[int, int]:
    return getattr(node, "lineno", 1), getattr(node, "col_offset", 0) + 1


@dataclass
class Scope:
    """The top of a file."""

    module: ast.Module
    _sure: dict[str, ast.stmt] = field(default_factory=dict)

    def bound(self, name: str, used: ast.AST) -> ast.stmt:
        """The one statement at the top of the file that binds `name`; nothing may change it elsewhere."""
        known = self._sure.get(name)
        if known is not None:
            return known
        found = self._bound_once(name, used)
        self._sure[name] = found  # before the uses: an alias leads back here
        for use, line in self._uses(name, found):
            self._look(name, use, line, found)
        return found

    def _bound_once(self, name: str, used: ast.AST) -> ast.stmt:
        at_top = [statement for statement in self.module.body if name in binds(statement)]
        if not at_top:
            known = [n for statement in self.module.body for n in binds(statement)]
            near = nearest(name, known)
            hint = f"Nearest: {', '.join(f'`{n}`' for n in near)}." if near else ""
            raise NotExactError(f"`{name}` is not assigned at the top of the file", *at(used), hint=hint)
        own = {id(node) for node in ast.walk(at_top[0])}
        rebound = [node for node in ast.walk(self.module) if id(node) not in own and rebinds(node, name)]
        for node in sorted((*rebound, *sometimes(self.module, name), *self.dynamic), key=at):
            raise NotExactError(f"`{name}` may be another value here", *at(node))
        if len(at_top) > 1:
            raise NotExactError(f"`{name}` is bound more than once", *at(at_top[1]))
        return at_top[0]

    def origin(self, node: ast.expr) -> str:
        """The dotted name under which a library has it (`enum.Enum`, `builtins.list`); "" for anything else."""
        if isinstance(node, ast.Attribute):
            owner = self.origin(node.value)
            return f"{owner}.{node.attr}" if owner else ""
        if not isinstance(node, ast.Name):
            return ""
        found = self._imported.get(node.id)
        if found is not None:
            return found
        return f"builtins.{node.id}" if hasattr(builtins, node.id) and node.id not in self._stored else ""

    @cached_property
    def _stored(self) -> frozenset[str]:
        """Names that anything in the file binds, at any place."""
        return frozenset(name for node in ast.walk(self.module) for name in names_bound(node))

    @cached_property
    def _imported(self) -> dict[str, str]:
        """Names that imports alone bind, and always to the same thing: also under `try` and conditions."""
        found: dict[str, set[str]] = {}
        for node in ast.walk(self.module):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    dotted = alias.name if alias.asname else alias.name.split(".")[0]
                    found.setdefault(alias.asname or dotted, set()).add(dotted)
            elif isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    dotted = f"{'.' * node.level}{node.module or ''}.{alias.name}"
                    found.setdefault(alias.asname or alias.name, set()).add(_plain(dotted))
            else:
                for name in names_bound(node):
                    found.setdefault(name, set()).add("")
        return {name: next(iter(origins)) for name, origins in found.items() if len(origins) == 1 and "" not in origins}

    @cached_property
    def dynamic(self) -> tuple[ast.AST, ...]:
        """What may bind any name of the file."""
        found: list[ast.AST] = []
        for node in ast.walk(self.module):
            if isinstance(node, ast.Call):
                called = self.origin(node.func)
                if called in ("builtins.exec", "builtins.globals") or (
                    called in ("builtins.vars", "builtins.locals") and not node.args
                ):
                    found.append(node)
            elif isinstance(node, ast.Attribute) and self.origin(node) == "sys.modules":
                found.append(node)
        parents = self._parents
        return tuple(node for node in found if not _only_read(node, parents))

    @cached_property
    def _parents(self) -> dict[int, ast.AST]:
        return {id(child): node for node in ast.walk(self.module) for child in ast.iter_child_nodes(node)}

    # -- uses ---------------------------------------------------------------------------------------------------------

    def _uses(self, name: str, definition: ast.stmt) -> Iterator[tuple[ast.Name, list[ast.AST]]]:
        """Every place that reads the file's own `name`, with what it stands in, from the inside out."""
        inside = {id(node) for node in ast.walk(definition)}
        for node in ast.walk(self.module):
            if isinstance(node, ast.Name) and node.id == name and id(node) not in inside:
                line: list[ast.AST] = []
                place: ast.AST | None = self._parents.get(id(node))
                while place is not None:
                    line.append(place)
                    place = self._parents.get(id(place))
                if not is_local(name, node, line):
                    yield node, line

    def _look(self, name: str, use: ast.Name, line: list[ast.AST], definition: ast.stmt) -> None:
        outer = line[0]
        if isinstance(outer, ast.Attribute) and outer.attr in _INNER and len(line) > 1:
            raise NotExactError(f"`{name}` may be another value here", *at(use))
        if isinstance(outer, ast.Assign) and use is outer.value and isinstance(line[1], ast.Module):
            for target in outer.targets:
                if not isinstance(target, ast.Name):
                    raise NotExactError(f"`{name}` may be another value here", *at(use))
                self._alias(name, target.id, outer)
            return
        called = outer.func if isinstance(outer, ast.Call) and use in outer.args else None
        if called is not None and _tail(called) in _SETS_ATTRIBUTES:
            raise NotExactError(f"`{name}` may be another value here", *at(outer))
        if self._is_fixed(definition) or self._leaves_it(use, line):
            return
        what = "may be another value here"
        if not isinstance(outer, ast.Attribute):
            what = "may be changed by what it is given to"
        raise NotExactError(f"`{name}` {what}", *at(use), hint=_KEEP)

    def _alias(self, name: str, other: str, statement: ast.stmt) -> None:
        """A second name for the same value: what changes one changes both."""
        if other in self._sure:
            return
        self._sure[other] = statement
        for node in ast.walk(self.module):
            if rebinds(node, other) and not isinstance(node, ast.Name):
                raise NotExactError(f"`{other}` is `{name}`, which may be another value here", *at(node))
        for use, line in self._uses(other, statement):
            self._look(other, use, line, self._sure.get(name, statement))

    def _is_fixed(self, definition: ast.stmt) -> bool:
        """Nothing that merely gets hold of it changes what it lists: a class, a type, or a value that never changes."""
        if isinstance(definition, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef | ast.Import | ast.ImportFrom):
            return True
        value = getattr(definition, "value", None)
        match value:
            case ast.Constant() | ast.Tuple() | ast.Subscript():
                return True
            case ast.Call(func=called):
                origin = self.origin(called)
                return origin not in ("builtins.list", "builtins.set", "builtins.sorted", "builtins.dict")
            case ast.BinOp(left=left, right=right):
                sides = (ast.Assign(targets=[], value=side, lineno=1) for side in (left, right))
                return all(self._is_fixed(side) for side in sides)
            case ast.Name(id=other):
                known = self._sure.get(other)
                return known is not None and known is not definition and self._is_fixed(known)
        return type(definition).__name__ == "TypeAlias"

    def _leaves_it(self, use: ast.Name, line: list[ast.AST]) -> bool:
        """A use that reads a list, set or mapping and hands it to nobody."""
        outer = line[0]
        match outer:
            case ast.Attribute(attr=method):
                return method in _READ_METHODS
            case ast.Subscript(value=value):
                return value is use
            case ast.Compare() | ast.BinOp() | ast.Starred() | ast.FormattedValue() | ast.Expr() | ast.Assert():
                return True
            case ast.UnaryOp() | ast.If() | ast.While() | ast.AugAssign():  # as a target it is refused before
                return True
            case ast.For(iter=over) | ast.AsyncFor(iter=over) | ast.comprehension(iter=over):
                return over is use
            case ast.Call():
                return use in outer.args and self.origin(outer.func) in _READ_CALLS
            case ast.keyword(arg=None):
                return True
            case ast.Dict(values=values, keys=keys):
                return all(key is None for key, value in zip(keys, values, strict=True) if value is use)
            case ast.arg() | ast.AnnAssign():
                return getattr(outer, "annotation", None) is use
            case ast.FunctionDef(returns=returns) | ast.AsyncFunctionDef(returns=returns):
                return returns is use
        return False


def _tail(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _plain(dotted: str) -> str:
    return dotted.replace("typing_extensions.", "typing.") if dotted.startswith("typing_extensions.") else dotted


def _only_read(node: ast.AST, parents: dict[int, ast.AST]) -> bool:
    """`globals()["x"]` and `x in sys.modules`, of which nothing is then set or called."""
    outer = parents.get(id(node))
    if isinstance(outer, ast.Compare):
        return True
    if not isinstance(outer, ast.Subscript) or not isinstance(outer.ctx, ast.Load):
        return False
    return not isinstance(parents.get(id(outer)), ast.Attribute | ast.Subscript | ast.Call)
