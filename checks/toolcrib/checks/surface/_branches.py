"""Branches and loops: `if`, `for`, `while`, `try`, `with`, `match`.

Room: checks, middle. A branch whose condition cannot be told is followed on both arms, each under its condition; names
that differ afterwards hold either value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolcrib.checks.surface import _ir as ir
from toolcrib.checks.surface._bounds import MAX_LOOP, OutOfSteps
from toolcrib.checks.surface._elements import elements
from toolcrib.checks.surface._expressions import arguments, fork
from toolcrib.checks.surface._fold import compare, negate, truth
from toolcrib.checks.surface._holding import gives_server
from toolcrib.checks.surface._outline import blocks
from toolcrib.checks.surface._values import (
    Args,
    Cond,
    Entry,
    Func,
    Inst,
    Items,
    Scope,
    Unknown,
    Value,
    either,
)

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator
    from toolcrib.checks.surface._types import Grant
from toolcrib.checks.surface._binding import Lazy, assign
from toolcrib.checks.surface._flow import NEXT, Flow, both


def run_if(ev: Evaluator, node: ir.If, scope: Scope) -> Flow:
    test = ev.resolve(ev.eval(node.test, scope))
    known = truth(test)
    if known is not None:
        return ev.run(node.body if known else node.orelse, scope)
    yes, no = fork(ev, node, test)
    return _arms(ev, scope, [(yes, node.body), (no, node.orelse)])


def _arms(ev: Evaluator, scope: Scope, arms: list[tuple[Cond, ir.Block]]) -> Flow:
    """Run every arm from the same start, then join the names."""
    start = dict(scope.vars)
    ends: list[tuple[dict[str, Value], Cond, Flow]] = []
    for cond, body in arms:
        scope.vars.clear()
        scope.vars.update(start)
        with ev.under([cond]):
            flow = ev.run(body, scope)
        ends.append((dict(scope.vars), cond, flow))
    running = [(names, cond) for names, cond, flow in ends if not flow.stop]
    _join(ev, scope, start, running or [(n, c) for n, c, _ in ends])
    stops = [(cond, flow) for _, cond, flow in ends if flow.stop]
    if len(stops) == len(ends):
        kinds = {flow.stop for _, flow in stops}
        return Flow(kinds.pop() if len(kinds) == 1 else "return" if "return" in kinds else "raise")
    conds: list[str] = []
    kind = ""
    last: Cond | None = None
    off = ""  # going on at all is not the default
    grant: Grant | None = None  # `if name not in allowed: continue`
    for _, cond, flow in ends:
        if flow.stop:
            conds.append(negate(cond.text))
            grant = grant or next((c.grant for _, c, f in ends if not f.stop and c.grant), None)
            off = off or next((c.off for _, c, f in ends if not f.stop and c.off), "")
            last, kind = cond, kind or flow.stop
        elif flow.unless is not None:
            conds.append(f"({negate(cond.text)} or {flow.unless.text})")
            last, kind = cond, kind or flow.kind
    if last is None:
        return NEXT
    return Flow("", ev.cond(" and ".join(conds), last.place, "not " + last.arm, off, grant), kind)


def _join(ev: Evaluator, scope: Scope, start: dict[str, Value], ends: list[tuple[dict[str, Value], Cond]]) -> None:
    scope.vars.clear()
    if len(ends) == 1:
        scope.vars.update(ends[0][0])
        return
    names: dict[str, None] = {}
    for held, _ in ends:
        names.update(dict.fromkeys(held))
    for name in names:
        values = [(held.get(name), cond) for held, cond in ends]
        first = values[0][0]
        if all(v is first for v, _ in values) and first is not None:
            scope.vars[name] = first
            continue
        known = [Entry(ev.resolve(v) if isinstance(v, Lazy) else v, (cond,)) for v, cond in values if v is not None]
        scope.vars[name] = either(known)


def run_for(ev: Evaluator, node: ir.For, scope: Scope) -> Flow:
    text = ev.module.facts.text(node.iter.pos)
    found, more = elements(ev, ev.eval(node.iter, scope), text)
    if more:
        found = [*found, Entry(Unknown(more))]
    return _loop(ev, node, scope, found)


def _loop(ev: Evaluator, node: ir.For, scope: Scope, found: list[Entry]) -> Flow:
    unless: Cond | None = None
    if len(found) > MAX_LOOP:
        raise OutOfSteps
    for entry in found:
        assign(ev, node.target, entry.value, scope)
        extra = list(entry.when) + ([unless] if unless is not None else [])
        with ev.under(extra):
            flow = ev.run(node.body, scope)
        if flow.stop == "break" and not entry.when:
            break
        if flow.stop in ("return", "raise") and not isinstance(entry.value, Unknown):
            if not entry.when:
                return flow
        elif flow.unless is not None and flow.kind in ("return", "raise"):
            unless = both(ev, unless, flow.unless)
    ev.run(node.orelse, scope)
    return NEXT


def run_while(ev: Evaluator, node: ir.While, scope: Scope) -> Flow:
    """Turn by turn while the condition is known and a turn registers something new; else once more with what it changes
    unknown, so that what later turns register is said."""
    before: set[tuple[object, ...]] = set()
    idle = 0
    for _ in range(MAX_LOOP):
        known = truth(ev.resolve(ev.eval(node.test, scope)))
        if known is False:
            return ev.run(node.orelse, scope)
        start, open_ = len(ev.ledger.exposures), len(ev.ledger.unresolved)
        flow = ev.run(node.body, scope)
        if flow.stop == "break":
            return NEXT
        if flow.stop in ("return", "raise"):
            return flow if known is True else NEXT
        made = {e.key for e in ev.ledger.exposures[start:]}
        news = bool(made - before) or len(ev.ledger.unresolved) > open_
        if known is not True or flow.unless is not None:
            if news:
                _once_more(ev, node, scope)
            return NEXT
        before |= made
        idle = 0 if news else idle + 1
        if idle and (isinstance(node.test, ir.Const) or made or idle > _IDLE_TURNS):
            return NEXT
    raise OutOfSteps


_IDLE_TURNS = 200  # turns of a loop that registers nothing


def _once_more(ev: Evaluator, node: ir.While, scope: Scope) -> None:
    for name in _rebound(node.body):
        if name in scope.vars:
            scope.vars[name] = Unknown(f"`{name}` changes in a loop that cannot be followed to its end")
    ev.run(node.body, scope)


def _rebound(body: ir.Block) -> list[str]:
    found: list[str] = []
    todo: list[ir.Stmt] = list(body)
    while todo:
        statement = todo.pop()
        if isinstance(statement, ir.Assign):
            found += [t.id for t in statement.targets if isinstance(t, ir.Name)]
        elif isinstance(statement, ir.AugAssign) and isinstance(statement.target, ir.Name):
            found.append(statement.target.id)
        if not isinstance(statement, ir.FunctionDef | ir.ClassDef):
            todo += blocks(statement)
    return found


def run_try(ev: Evaluator, node: ir.Try, scope: Scope) -> Flow:
    flow = ev.run(node.body, scope)
    after_body = dict(scope.vars)
    ends: list[tuple[dict[str, Value], Cond]] = []
    for kind, name, body in node.handlers:
        scope.vars.clear()
        scope.vars.update(after_body)
        if name:
            scope.vars[name] = Unknown("an exception")
        cond = ev.cond(f"except {kind}".strip(), str(ev.module.facts.location(node.pos)), f"except {kind}")
        with ev.under([cond]):
            handled = ev.run(body, scope)
        if not handled.stop:
            ends.append((dict(scope.vars), cond))
    scope.vars.clear()
    scope.vars.update(after_body)
    if not flow.stop:
        flow = ev.run(node.orelse, scope) if node.orelse else flow
    if ends:
        ok = ev.cond("no exception", str(ev.module.facts.location(node.pos)), "try")
        joined = [*([] if flow.stop else [(dict(scope.vars), ok)]), *ends]
        _join_handlers(ev, scope, joined)
    final = ev.run(node.final, scope) if node.final else NEXT
    if final.stop:
        return final
    if flow.stop and ends:
        return NEXT  # a handler may run on
    return flow


def _join_handlers(ev: Evaluator, scope: Scope, ends: list[tuple[dict[str, Value], Cond]]) -> None:
    """As `_join`, but what the body bound counts first and what only a handler leaves as None adds nothing."""
    _join(ev, scope, {}, ends)


def run_with(ev: Evaluator, node: ir.With, scope: Scope) -> Flow:
    return _with_items(ev, node, list(node.items), scope)


def _with_items(ev: Evaluator, node: ir.With, items: list[tuple[ir.Expr, ir.Expr | None]], scope: Scope) -> Flow:
    while items:
        expression, target = items.pop(0)
        manager = _manager(ev, expression, scope)
        if manager is not None:
            return _around(ev, node, manager, (expression, target, items), scope)
        value = ev.resolve(ev.eval(expression, scope))
        if isinstance(value, Items) and value.kind == "generator" and value.items:
            value = value.items[0].value
        elif isinstance(value, Inst):
            enter = value.cls.find("__enter__") or value.cls.find("__aenter__")
            if enter is not None and isinstance(enter[0], Func):
                value = ev.call(enter[0].bound(value), Args(), ev.site(expression.pos))
        if target is not None:
            assign(ev, target, value, scope)
    return ev.run(node.body, scope)


def _manager(ev: Evaluator, expression: ir.Expr, scope: Scope) -> Func | None:
    """The generator function that a `with` calls, where it may register: then the block runs at its `yield`."""
    if not isinstance(expression, ir.Call) or not _is_plain(expression.func):
        return None
    func = ev.resolve(ev.eval(expression.func, scope))
    if not isinstance(func, Func) or not isinstance(func.decl, ir.FunctionDef) or not func.decl.is_generator:
        return None
    return func if ev.relevant(func) or gives_server(ev, expression.args, scope) else None


def _is_plain(node: ir.Expr) -> bool:
    """A dotted name: looking it up twice does nothing twice."""
    while isinstance(node, ir.Attr):
        node = node.value
    return isinstance(node, ir.Name)


def _around(
    ev: Evaluator,
    node: ir.With,
    manager: Func,
    item: tuple[ir.Expr, ir.Expr | None, list[tuple[ir.Expr, ir.Expr | None]]],
    scope: Scope,
) -> Flow:
    """`with manager(): block`, in the order in which it runs: up to the `yield`, the block, what comes after."""
    expression, target, rest = item
    assert isinstance(expression, ir.Call)  # `_manager` says so
    flows: list[Flow] = []
    module, frame = ev.module, ev.frame

    def block(value: Value) -> None:
        with ev.inside(module, frame):
            if target is not None:
                assign(ev, target, value, scope)
            flows.append(_with_items(ev, node, rest, scope))

    args = arguments(ev, expression.args, scope)
    ev.next_yield = block
    ev.call(manager, args, ev.site(expression.pos))
    ev.next_yield = None
    if not flows:  # a bound was hit before it, or no path reaches a `yield`
        block(Unknown(f"what `{ev.module.facts.text(expression.pos)}` gives"))
    return flows[0]


def run_match(ev: Evaluator, node: ir.Match, scope: Scope) -> Flow:
    subject = ev.resolve(ev.eval(node.subject, scope))
    arms: list[tuple[Cond, ir.Block]] = []
    subject_text = ev.module.facts.text(node.subject.pos)
    place = str(ev.module.facts.location(node.pos))
    for constants, text, names, guard, body in node.cases:
        for name in names:
            scope.vars[name] = Unknown(f"a part of `{subject_text}`")
        if guard is not None:
            ev.eval(guard, scope)
        same: bool | None = None
        if constants is not None:
            found = [compare("==", subject, ev.resolve(ev.eval(c, scope))) for c in constants]
            same = True if True in found else False if all(f is False for f in found) else None
        elif text == "_":
            same = True
        if same is False:
            continue
        if same is True and guard is None and (not arms or text == "_"):
            if not arms:
                return ev.run(body, scope)
            arms.append((ev.cond(f"{subject_text} is anything else", place, "_"), body))
            return _arms(ev, scope, arms)
        arms.append((ev.cond(f"{subject_text} is {text}", place, text), body))
    if not arms:
        return NEXT
    arms.append((ev.cond(f"{subject_text} is none of the cases", place, "none"), ()))
    return _arms(ev, scope, arms)
