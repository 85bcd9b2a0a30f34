"""The small frozen program that leaves LibCST: the expressions and statements that matter, with positions.

Room: checks, between `read` and `link`. Values only: no LibCST node, no metadata wrapper travels further than `_read`.
Touch it when the evaluator needs a construct that is not here. Positions count lines and columns from 1; the end is
exclusive.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(*, frozen, slots, eq):
        """Frozen for type checkers: a tree has millions of nodes, and frozen ones take four times as long to make."""
        assert frozen
        return dataclasses.dataclass(slots=slots, eq=eq)


Pos: TypeAlias = tuple[int, int, int, int]  # line, column, end line, end column


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """Equality is identity: two equal texts at two places are two nodes."""

    pos: Pos


# --- expressions ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Const(Node):
    value: str | bytes | int | float | complex | bool | None


@dataclass(frozen=True, slots=True, eq=False)
class Name(Node):
    id: str


@dataclass(frozen=True, slots=True, eq=False)
class Attr(Node):
    value: Expr
    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Arg:
    star: str  # "", "*" or "**"
    keyword: str
    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Call(Node):
    func: Expr
    args: tuple[Arg, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Subscript(Node):
    value: Expr
    index: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Star(Node):
    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Display(Node):
    """A list, tuple or set display."""

    kind: str
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False)
class DictDisplay(Node):
    items: tuple[tuple[Expr | None, Expr], ...]  # a key of None is a `**` item


@dataclass(frozen=True, slots=True, eq=False)
class FString(Node):
    """Parts are text or (expression, conversion, format spec); a spec that is itself computed is kept as None."""

    parts: tuple[str | tuple[Expr, str, str | None], ...]


@dataclass(frozen=True, slots=True, eq=False)
class BinOp(Node):
    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, eq=False)
class BoolOp(Node):
    op: str  # "and" or "or"
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Unary(Node):
    op: str
    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Compare(Node):
    left: Expr
    rest: tuple[tuple[str, Expr], ...]


@dataclass(frozen=True, slots=True, eq=False)
class IfExp(Node):
    test: Expr
    body: Expr
    orelse: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Param:
    name: str
    kind: str  # "positional", "any", "keyword", "*" or "**"
    default: Expr | None
    annotation: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class Lambda(Node):
    params: tuple[Param, ...]
    body: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Clause:
    target: Expr
    iter: Expr
    tests: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Comprehension(Node):
    kind: str  # "list", "set", "generator" or "dict"
    element: Expr
    value: Expr | None  # of a dict comprehension
    clauses: tuple[Clause, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Walrus(Node):
    target: Expr
    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Yield(Node):
    value: Expr | None
    from_: bool


@dataclass(frozen=True, slots=True, eq=False)
class Slice(Node):
    lower: Expr | None
    upper: Expr | None
    step: Expr | None


Expr: TypeAlias = (
    Const
    | Name
    | Attr
    | Call
    | Subscript
    | Star
    | Display
    | DictDisplay
    | FString
    | BinOp
    | BoolOp
    | Unary
    | Compare
    | IfExp
    | Lambda
    | Comprehension
    | Walrus
    | Yield
    | Slice
)


# --- statements ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Import(Node):
    names: tuple[tuple[str, str], ...]  # dotted module, bound name ("" binds the first part)


@dataclass(frozen=True, slots=True, eq=False)
class ImportFrom(Node):
    module: str
    level: int
    names: tuple[tuple[str, str], ...]  # name, bound name; ("*", "") for a star import


@dataclass(frozen=True, slots=True, eq=False)
class Assign(Node):
    targets: tuple[Expr, ...]
    value: Expr | None  # None: only annotated
    annotation: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class AugAssign(Node):
    target: Expr
    op: str
    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class ExprStmt(Node):
    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Return(Node):
    value: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class Raise(Node):
    pass


@dataclass(frozen=True, slots=True, eq=False)
class Jump(Node):
    """`break` or `continue`."""

    kind: str


@dataclass(frozen=True, slots=True, eq=False)
class Delete(Node):
    target: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Scope(Node):
    """`global` or `nonlocal`."""

    kind: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class If(Node):
    test: Expr
    body: Block
    orelse: Block


@dataclass(frozen=True, slots=True, eq=False)
class For(Node):
    target: Expr
    iter: Expr
    body: Block
    orelse: Block


@dataclass(frozen=True, slots=True, eq=False)
class While(Node):
    test: Expr
    body: Block
    orelse: Block


@dataclass(frozen=True, slots=True, eq=False)
class Try(Node):
    body: Block
    handlers: tuple[tuple[str, str, Block], ...]  # text of the type, bound name, body
    orelse: Block
    final: Block


@dataclass(frozen=True, slots=True, eq=False)
class With(Node):
    items: tuple[tuple[Expr, Expr | None], ...]
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class Match(Node):
    """A case is (constants it is equal to or None when it is not that simple, text, bound names, guard, body)."""

    subject: Expr
    cases: tuple[tuple[tuple[Expr, ...] | None, str, tuple[str, ...], Expr | None, Block], ...]


@dataclass(frozen=True, slots=True, eq=False)
class FunctionDef(Node):
    """`pos` runs from the first decorator to the end of the body."""

    name: str
    params: tuple[Param, ...]
    decorators: tuple[Expr, ...]
    body: Block
    is_generator: bool
    words: frozenset[str]  # every identifier in it: what it could possibly touch
    returns: Expr | None = None  # the annotation


@dataclass(frozen=True, slots=True, eq=False)
class ClassDef(Node):
    name: str
    bases: tuple[Arg, ...]
    decorators: tuple[Expr, ...]
    body: Block
    words: frozenset[str]


Stmt: TypeAlias = (
    Import
    | ImportFrom
    | Assign
    | AugAssign
    | ExprStmt
    | Return
    | Raise
    | Jump
    | Delete
    | Scope
    | If
    | For
    | While
    | Try
    | With
    | Match
    | FunctionDef
    | ClassDef
)
Block: TypeAlias = tuple[Stmt, ...]


def docstring(body: Block) -> Const | None:
    """The docstring's literal, where the block starts with one."""
    if body and isinstance(body[0], ExprStmt) and isinstance(body[0].value, Const):
        literal = body[0].value
        if isinstance(literal.value, str):
            return literal
    return None
