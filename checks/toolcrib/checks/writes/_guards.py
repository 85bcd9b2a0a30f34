"""Whether a function looks at a statement before it runs it, so that a caller's choice of it may only read.

Room: checks, middle. Pure. Only what runs in this call counts: one branch's look says nothing of the next. A look that
lets through what writes (`if not query.startswith("CREATE"): raise`) is none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolcrib.checks.surface import _ir as ir
from toolcrib.checks.writes import _sql_names, _truth
from toolcrib.checks.writes._bindings import expressions, parts
from toolcrib.checks.writes._names import word_set

if TYPE_CHECKING:
    from toolcrib.checks.writes._evaluate import Follower
    from toolcrib.checks.writes._values import Frame

_READING = word_set("SELECT WITH SHOW EXPLAIN DESCRIBE DESC PRAGMA VALUES TABLE MATCH RETURN FROM")
_BEGINS = "startswith"


def guarded(follower: Follower, frame: Frame) -> bool:
    decl = frame.decl
    if not isinstance(decl, ir.FunctionDef) or not decl.words & _sql_names.GUARDS:
        return False
    if any(isinstance(s, ir.FunctionDef | ir.ClassDef) for s in decl.body):  # what stands inside is not gone through
        return True
    for statement in _truth.live(follower, decl.body, frame):
        if isinstance(statement, ir.If) and _begins(statement.test):
            if not _lets_writes_through(statement):
                return True
        elif any(_says(node) for node in expressions(statement)):
            return True
    return False


def _says(node: ir.Expr) -> bool:
    todo = [node]
    while todo:
        one = todo.pop()
        name = one.id if isinstance(one, ir.Name) else one.name if isinstance(one, ir.Attr) else ""
        if name in _sql_names.GUARDS and name != _BEGINS:
            return True
        if name == _BEGINS:
            return True
        todo += parts(one)
    return False


def _begins(node: ir.Expr) -> ir.Call | None:
    """The one `x.startswith(…)` of a test, also under `not`."""
    if isinstance(node, ir.Unary) and node.op == "not":
        node = node.value
    if isinstance(node, ir.Call) and isinstance(node.func, ir.Attr) and node.func.name == _BEGINS:
        return node
    return None


def _lets_writes_through(statement: ir.If) -> bool:
    call = _begins(statement.test)
    begins = _texts(call.args[0].value) if call is not None and call.args else []
    if not begins:
        return False
    reads = all((text.split() or [""])[0].upper().strip("(") in _READING for text in begins)
    negated = isinstance(statement.test, ir.Unary)
    stops = bool(statement.body) and isinstance(statement.body[-1], ir.Raise)
    if reads:
        return stops and not negated  # what reads is refused
    if negated:
        return stops  # all that does not write is refused
    refuses = stops or (len(statement.body) == 1 and isinstance(statement.body[0], ir.Return))
    return not refuses  # what writes is committed


def _texts(node: ir.Expr) -> list[str]:
    items = node.items if isinstance(node, ir.Display) else (node,)
    texts = [item.value for item in items if isinstance(item, ir.Const) and isinstance(item.value, str)]
    return texts if len(texts) == len(items) else []
