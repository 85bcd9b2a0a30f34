"""Which names a block binds, and to what: read once for each function, class and module, without running anything.

Room: checks, middle. Pure. The order of statements is not kept: a name stands for everything that is ever bound to it.
Not here: what the bound expressions are worth (`_evaluate`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum, auto

from toolcrib.checks.surface import _ir as ir


class How(Enum):
    VALUE = auto()  # x = EXPR
    PART = auto()  # x, y = EXPR: the part `index`
    EACH = auto()  # for x in EXPR
    EACH_PART = auto()  # for x, y in EXPR
    ENTER = auto()  # with EXPR as x
    ADD = auto()  # x += EXPR
    IMPORT = auto()
    FROM = auto()
    DEFINE = auto()  # def or class
    UNKNOWN = auto()


@dataclass(frozen=True, slots=True, eq=False)
class Binding:
    how: How
    value: ir.Expr | None = None
    index: int = 0
    annotation: ir.Expr | None = None
    statement: ir.Stmt | None = None
    name: str = ""  # of an import: what is imported
    inside: ir.FunctionDef | None = None  # the function in which a global is bound


@dataclass(slots=True, eq=False)
class Bound:
    """The names of one block; `attributes` are bindings of `self.x` in a method, `stars` are star imports."""

    names: dict[str, list[Binding]] = field(default_factory=dict)
    attributes: dict[str, list[Binding]] = field(default_factory=dict)
    stars: list[ir.ImportFrom] = field(default_factory=list)
    outer: dict[str, str] = field(default_factory=dict)

    def add(self, name: str, binding: Binding) -> None:
        self.names.setdefault(name, []).append(binding)


def bound(body: ir.Block, *, own: str = "", top: bool = False) -> Bound:
    """The bindings of a block, without those of nested functions; `own` is the method's name for its object.

    `top`: the block of a whole module, where `global` says nothing: it has no outer names.
    """
    found = Bound()
    for statement in statements(body):
        if isinstance(statement, ir.Scope) and not top:
            found.outer.update(dict.fromkeys(statement.names, statement.kind))
    for statement in statements(body):
        _statement(statement, found, own)
    for statement in statements(body):
        if isinstance(statement, ir.FunctionDef):
            _escaping(statement, found)
        elif isinstance(statement, ir.ClassDef):
            for inner in statements(statement.body):
                if isinstance(inner, ir.FunctionDef):
                    _escaping(inner, found)
    return found


def statements(body: ir.Block) -> Iterator[ir.Stmt]:
    """Every statement of a block, in order, without the bodies of functions and classes."""
    for statement in body:
        yield statement
        for inner in inner_blocks(statement):
            yield from statements(inner)


def inner_blocks(statement: ir.Stmt) -> tuple[ir.Block, ...]:
    if isinstance(statement, ir.If | ir.For | ir.While):
        return (statement.body, statement.orelse)
    if isinstance(statement, ir.Try):
        return (statement.body, *(h[2] for h in statement.handlers), statement.orelse, statement.final)
    if isinstance(statement, ir.With):
        return (statement.body,)
    if isinstance(statement, ir.Match):
        return tuple(case[4] for case in statement.cases)
    return ()


def expressions(statement: ir.Stmt) -> tuple[ir.Expr, ...]:
    """The expressions of a statement itself, without those of its blocks."""
    match statement:
        case ir.Assign():
            return (*statement.targets, *_some(statement.value))
        case ir.AugAssign():
            return (statement.target, statement.value)
        case ir.ExprStmt():
            return (statement.value,)
        case ir.Return():
            return _some(statement.value)
        case ir.Delete():
            return (statement.target,)
        case ir.If() | ir.While():
            return (statement.test,)
        case ir.For():
            return (statement.iter,)
        case ir.With():
            return tuple(item for item, _ in statement.items)
        case ir.Match():
            return (statement.subject, *(case[3] for case in statement.cases if case[3] is not None))
    return ()


def parts(node: ir.Expr) -> tuple[ir.Expr, ...]:
    """The direct parts of an expression; a lambda's body is not one: it runs when it is called."""
    match node:
        case ir.Attr() | ir.Star() | ir.Unary():
            return (node.value,)
        case ir.Call():
            return (node.func, *(arg.value for arg in node.args))
        case ir.Subscript():
            return (node.value, node.index)
        case ir.Display():
            return node.items
        case ir.DictDisplay():
            return tuple(e for key, value in node.items for e in (*_some(key), value))
        case ir.FString():
            return tuple(part[0] for part in node.parts if not isinstance(part, str))
        case ir.BinOp() | ir.BoolOp():
            return (node.left, node.right)
        case ir.Compare():
            return (node.left, *(right for _, right in node.rest))
        case ir.IfExp():
            return (node.test, node.body, node.orelse)
        case ir.Comprehension():
            clauses = tuple(e for c in node.clauses for e in (c.iter, *c.tests))
            return (node.element, *_some(node.value), *clauses)
        case ir.Walrus():
            return (node.value,)
        case ir.Yield():
            return _some(node.value)
        case ir.Slice():
            return (*_some(node.lower), *_some(node.upper), *_some(node.step))
    return ()


def calls_in(node: ir.Expr) -> Iterator[ir.Call]:
    """Every call in an expression, inner ones first."""
    for part in parts(node):
        yield from calls_in(part)
    if isinstance(node, ir.Call):
        yield node


def _some(value: ir.Expr | None) -> tuple[ir.Expr, ...]:
    return () if value is None else (value,)


def _statement(statement: ir.Stmt, found: Bound, own: str) -> None:
    match statement:
        case ir.Import():
            for dotted, name in statement.names:
                found.add(name or dotted.partition(".")[0], Binding(How.IMPORT, statement=statement, name=dotted))
        case ir.ImportFrom():
            if statement.names == (("*", ""),):
                found.stars.append(statement)
            else:
                for name, bound_name in statement.names:
                    found.add(bound_name or name, Binding(How.FROM, statement=statement, name=name))
        case ir.FunctionDef() | ir.ClassDef():
            found.add(statement.name, Binding(How.DEFINE, statement=statement))
        case ir.Assign():
            for target in statement.targets:
                _target(target, Binding(How.VALUE, statement.value, annotation=statement.annotation), found, own)
        case ir.AugAssign():
            _target(statement.target, Binding(How.ADD, statement.value, statement=statement), found, own)
        case ir.For():
            _target(statement.target, Binding(How.EACH, statement.iter), found, own)
        case ir.With():
            for item, entered in statement.items:
                if entered is not None:
                    _target(entered, Binding(How.ENTER, item), found, own)
        case ir.Try():
            for _, name, _ in statement.handlers:
                if name:
                    found.add(name, Binding(How.UNKNOWN))
        case ir.Match():
            for case in statement.cases:
                for name in case[2]:
                    found.add(name, Binding(How.UNKNOWN))
    for expression in expressions(statement):
        _inside(expression, found)


def _target(target: ir.Expr, binding: Binding, found: Bound, own: str) -> None:
    if isinstance(target, ir.Name):
        found.add(target.id, binding)
    elif isinstance(target, ir.Attr) and isinstance(target.value, ir.Name) and target.value.id == own != "":
        found.attributes.setdefault(target.name, []).append(binding)
    elif isinstance(target, ir.Display):
        how = {How.VALUE: How.PART, How.EACH: How.EACH_PART}.get(binding.how, How.UNKNOWN)
        for index, item in enumerate(target.items):
            starred = isinstance(item, ir.Star)
            part = Binding(How.UNKNOWN if starred else how, binding.value, index)
            _target(item.value if isinstance(item, ir.Star) else item, part, found, own)


def _inside(expression: ir.Expr, found: Bound) -> None:
    """Names that an expression binds: `:=` and the targets of comprehensions."""
    todo = [expression]
    while todo:
        node = todo.pop()
        if isinstance(node, ir.Walrus):
            _target(node.target, Binding(How.VALUE, node.value), found, "")
        elif isinstance(node, ir.Comprehension):
            for clause in node.clauses:
                _target(clause.target, Binding(How.EACH, clause.iter), found, "")
        todo += parts(node)


def _escaping(function: ir.FunctionDef, found: Bound) -> None:
    """What a nested function binds with `global` or `nonlocal` counts where it is seen."""
    if not _says_scope(function.body):
        return
    inner = bound(function.body)
    for name in inner.outer:
        for binding in inner.names.get(name, ()):
            found.add(
                name,
                Binding(
                    binding.how,
                    binding.value,
                    binding.index,
                    binding.annotation,
                    binding.statement,
                    binding.name,
                    binding.inside or function,
                ),
            )


def _says_scope(body: ir.Block) -> bool:
    todo = [body]
    while todo:
        for statement in statements(todo.pop()):
            if isinstance(statement, ir.Scope):
                return True
            if isinstance(statement, ir.FunctionDef):
                todo.append(statement.body)
    return False
