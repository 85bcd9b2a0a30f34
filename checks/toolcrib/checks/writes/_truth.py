"""Which way a condition goes where it hangs on constant arguments alone (`_request("GET", …)`), and which statements
are then followed.

Room: checks, middle. Pure. Only names of the function itself are looked at: a global or an attribute may be set from
anywhere. A doubt follows both ways.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolcrib.checks.surface import _ir as ir
from toolcrib.checks.writes._bindings import Binding, How
from toolcrib.checks.writes._values import HOLE, Frame, Items, K, Obj, Values

if TYPE_CHECKING:
    from toolcrib.checks.writes._evaluate import Follower


def truth(follower: Follower, test: ir.Expr, frame: Frame) -> bool | None:
    """True or False where it is certain."""
    match test:
        case ir.Const():
            return bool(test.value)
        case ir.Name() if test.id == "TYPE_CHECKING":
            return False
        case ir.Name():
            values = _certain(follower, test, frame)
            said = {bool(v) for v in values} if values is not None else set()
            return said.pop() if len(said) == 1 else None
        case ir.Unary() if test.op == "not":
            inner = truth(follower, test.value, frame)
            return None if inner is None else not inner
        case ir.BoolOp():
            left, right = truth(follower, test.left, frame), truth(follower, test.right, frame)
            stop = test.op == "or"
            if left is stop or right is stop:
                return stop
            return None if left is None or right is None else not stop
        case ir.Call() if isinstance(test.func, ir.Attr) and test.func.name in ("startswith", "endswith"):
            return _begins(follower, test, test.func, frame)
        case ir.Compare() if len(test.rest) == 1:
            return _compared(follower, test, frame)
    return None


def _begins(follower: Follower, test: ir.Call, func: ir.Attr, frame: Frame) -> bool | None:
    """`query.upper().startswith("SELECT")`, also of a tuple."""
    whole = _certain(follower, func.value, frame)
    if whole is None or len(test.args) != 1 or test.args[0].star or test.args[0].keyword:
        return None
    node = test.args[0].value
    ends = _options(follower, node, frame) if isinstance(node, ir.Display) else _certain(follower, node, frame)
    if not ends or not all(isinstance(text, str) for text in (*whole, *ends)):
        return None
    ways = tuple(str(end) for end in ends)
    said = {getattr(str(text), func.name)(ways) for text in whole}
    return said.pop() if len(said) == 1 else None


def _compared(follower: Follower, test: ir.Compare, frame: Frame) -> bool | None:
    op, right_node = test.rest[0]
    left = _certain(follower, test.left, frame)
    if left is None:
        return None
    if op in ("in", "not in"):
        options = _options(follower, right_node, frame)
        if options is None:
            return None
        said = {(value in options) is (op == "in") for value in left}
    else:
        right = _certain(follower, right_node, frame)
        if right is None or op not in ("==", "!=", "is", "is not"):
            return None
        said = {(a == b) is (op in ("==", "is")) for a in left for b in right}
    return said.pop() if len(said) == 1 else None


def _options(follower: Follower, node: ir.Expr, frame: Frame) -> list[object] | None:
    if not isinstance(node, ir.Display):
        if not isinstance(node, ir.Name):
            return None
        values = follower.evaluate(node, frame)  # a constant collection of the module
        if len(values) != 1 or not isinstance(values[0], Items) or values[0].open:
            return None
        items = [item for group in values[0].items for item in group]
        return [i.value for i in items if isinstance(i, K)] if all(isinstance(i, K) for i in items) else None
    found: list[object] = []
    for item in node.items:
        values_of = _certain(follower, item, frame)
        if values_of is None:
            return None
        found += values_of
    return found


def _certain(follower: Follower, node: ir.Expr, frame: Frame) -> list[object] | None:
    """The constants that an expression certainly is one of."""
    if isinstance(node, ir.Name):
        return _constants(follower.evaluate(node, frame)) if _own(follower, node.id, frame) else None
    if isinstance(node, ir.Call) and isinstance(node.func, ir.Attr):  # method.upper()
        if node.func.name not in ("upper", "lower", "strip", "casefold") or node.args:
            return None
        if _certain(follower, node.func.value, frame) is None:
            return None
    elif not isinstance(node, ir.Const):
        return None
    return _constants(follower.evaluate(node, frame))


def _own(follower: Follower, name: str, frame: Frame) -> bool:
    """A name of the function itself, or of one around it, that is only ever bound to what may be a constant."""
    place: Frame | None = frame
    while place is not None and place.decl is not None:
        names = follower.bound_of(place)
        if names.outer.get(name) == "global":
            return False
        if name in place.args or name in names.names:
            plain = all(isinstance(v, K) for v in place.args.get(name, ()))
            return (
                plain and all(_plain(b) for b in names.names.get(name, ())) and place.decl.__class__ is not ir.ClassDef
            )
        place = place.parent
    return False


def _plain(binding: Binding) -> bool:
    """Worth asking for: a literal, another name, or one of them in other letters."""
    value = binding.value
    if isinstance(value, ir.Call) and isinstance(value.func, ir.Attr) and not value.args:
        value = value.func.value
    return binding.how is How.VALUE and isinstance(value, ir.Const | ir.Name)


def _constants(values: Values) -> list[object] | None:
    found: list[object] = []
    for value in values:
        if isinstance(value, Obj):
            return None
        if not isinstance(value, K) or (isinstance(value.value, str) and HOLE in value.value):
            return None
        found.append(value.value)
    return found or None


def live(follower: Follower, body: ir.Block, frame: Frame) -> list[ir.Stmt]:
    """The statements of the frame's function that may run, in order, without the bodies of functions and classes."""
    known = follower.live.get(frame.key)
    if known is None:
        known = []
        _live(follower, body, frame, known)
        follower.live[frame.key] = known
    return known


def _live(follower: Follower, body: ir.Block, frame: Frame, found: list[ir.Stmt]) -> bool:
    """Collects; whether the block certainly ends here."""
    for statement in body:
        found.append(statement)
        if isinstance(statement, ir.Return | ir.Raise | ir.Jump):
            return True
        if isinstance(statement, ir.If):
            taken = truth(follower, statement.test, frame)
            first = _live(follower, statement.body, frame, found) if taken is not False else True
            second = _live(follower, statement.orelse, frame, found) if taken is not True else True
            if first and second and (statement.orelse or taken is True):
                return True
        elif isinstance(statement, ir.Match):
            _match(follower, statement, frame, found)
        elif isinstance(statement, ir.Try):
            ended = _live(follower, statement.body, frame, found)
            for _, _, inner in statement.handlers:
                ended = _live(follower, inner, frame, found) and ended
            _live(follower, statement.orelse, frame, found)
            _live(follower, statement.final, frame, found)
            if ended:
                return True
        elif isinstance(statement, ir.With):  # what it enters may swallow an exception, never a return
            _live(follower, statement.body, frame, found)
        elif isinstance(statement, ir.For | ir.While):
            _live(follower, statement.body, frame, found)
            _live(follower, statement.orelse, frame, found)
    return False


def _match(follower: Follower, statement: ir.Match, frame: Frame, found: list[ir.Stmt]) -> None:
    subject = _certain(follower, statement.subject, frame)
    for constants, _, _, guard, body in statement.cases:
        if subject is not None and constants is not None:
            options = [c.value for c in constants if isinstance(c, ir.Const)]
            if len(options) == len(constants):
                hits = {value in options for value in subject}
                if hits == {False}:
                    continue
                _live(follower, body, frame, found)
                if hits == {True} and guard is None:
                    return
                continue
        _live(follower, body, frame, found)
