"""Functions of the program: bind the arguments, follow the body, give back what it returns.

Room: checks, middle. A function is followed once for each call with its real arguments. Bounds: depth, recursion, and
the steps of the whole run; said where a registration may be lost by one. Not here: what is called (`_calls`), objects
of classes and functions that nothing calls (`_instances`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolcrib.checks.surface import _ir as ir
from toolcrib.checks.surface._bounds import (
    ASIDE_STEPS,
    ASIDE_TOTAL,
    ASKED_STEPS,
    MAX_DEPTH,
    MAX_RECURSION,
    MAX_RECURSIONS,
    QUIET_CALLS,
    QUIET_STEPS,
    OutOfSteps,
)
from toolcrib.checks.surface._frame import Frame
from toolcrib.checks.surface._holding import brought, leads
from toolcrib.checks.surface._values import (
    NONE,
    Args,
    Cls,
    Entry,
    Func,
    Inst,
    Items,
    K,
    Native,
    Obj,
    Scope,
    Site,
    Table,
    Unknown,
    Value,
    either,
)

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator


def call_function(ev: Evaluator, func: Func, args: Args, site: Site) -> Value:
    ev.called.add(id(func.decl))
    running = sum(1 for f in ev.frames if f.func is not None and f.func.decl is func.decl)
    if running:
        ev.recursions[id(func.decl)] = again = ev.recursions.get(id(func.decl), 0) + 1
        told = _told(args) and not _same_call(ev, func, args)  # other values each time: it comes to an end by itself
        if (running >= MAX_RECURSION and not told) or again > MAX_RECURSIONS:
            return _cut_off(ev, func, site, f"`{func.qualname}` calls itself", may_register=told)
    if len(ev.frames) >= MAX_DEPTH:
        return _cut_off(ev, func, site, f"more than {MAX_DEPTH} calls inside one another", may_register=True)
    scope = Scope(func.scope.module, func.scope, qualname=func.qualname)
    bind_arguments(ev, func, args, scope)
    servers = brought(ev, func, scope)
    keep = ev.slice_of(func, value=True, brought=servers)
    frame = Frame(func, func.qualname, len(ev.when), keep, given=args, site=site, on_yield=ev.next_yield)
    ev.next_yield = None
    if isinstance(func.decl, ir.FunctionDef):
        relevant = ev.relevant(func, servers)
        if not relevant or _quiet(ev, func, args):
            return _follow_aside(ev, func, scope, frame, may_register=relevant)
    before, said = ev.steps, ev.ledger.said
    made = follow(ev, func, scope, frame)
    calls, spent = ev.quiet.get(id(func.decl), (0, 0))
    ev.quiet[id(func.decl)] = (calls + 1, spent + ev.steps - before) if ev.ledger.said == said else (0, 0)
    return made


def _quiet(ev: Evaluator, func: Func, args: Args) -> bool:
    """It was followed often and long and led to nothing, and this call brings it nothing that registers either."""
    calls, spent = ev.quiet.get(id(func.decl), (0, 0))
    if calls < QUIET_CALLS or spent < QUIET_STEPS:
        return False
    given = (func.receiver, *args.positional, *args.keywords.values())
    return not any(isinstance(v, Obj | Func | Native) or leads(ev, v) for v in given)


def _told(args: Args) -> bool:
    """Every argument is a value that is known as it is."""
    values = (*args.positional, *args.keywords.values())
    if args.open or not values:
        return False
    return all(
        isinstance(v, K | Func | Cls | Inst | Obj) or (isinstance(v, Items | Table) and not v.open) for v in values
    )


def _same_call(ev: Evaluator, func: Func, args: Args) -> bool:
    """The same call is being followed already: another turn shows nothing new."""
    return any(
        f.func is not None and f.func.decl is func.decl and f.given is not None and _equal(f.given, args)
        for f in ev.frames
    )


def _equal(one: Args, other: Args) -> bool:
    pairs = zip(one.positional, other.positional, strict=False)
    keys = one.keywords.keys() == other.keywords.keys() and len(one.positional) == len(other.positional)
    return keys and all(
        a is b or (isinstance(a, K) and isinstance(b, K) and a.value == b.value)
        for a, b in (*pairs, *((v, other.keywords[k]) for k, v in one.keywords.items()))
    )


def _cut_off(ev: Evaluator, func: Func, site: Site, reason: str, *, may_register: bool) -> Value:
    """A bound is hit: said where a registration may be lost by it."""
    if may_register and ev.relevant(func):
        ev.ledger.cannot(site, "", f"{reason}: what it registers there is not followed", SETTLE)
    return Unknown(reason)


SETTLE = "register the tools without it, or acknowledge this place with the names that it registers"


def _follow_aside(ev: Evaluator, func: Func, scope: Scope, frame: Frame, *, may_register: bool) -> Value:
    """Follow a function only for its value, within a smaller bound; said where what it registers may be lost by it."""
    spent = ev.aside.get(id(func.decl), 0)
    if spent > ASIDE_TOTAL:
        return _too_much(ev, func, may_register=may_register)
    before, depth, start = ev.limit, (len(ev.frames), len(ev.when), len(ev.module_stack)), ev.steps
    asked, ev.asked = ev.asked, ev.asked or _registers(ev)
    ev.limit = min(ev.limit, ev.steps + (ASKED_STEPS if ev.asked else ASIDE_STEPS))
    try:
        return follow(ev, func, scope, frame)
    except OutOfSteps:
        if ev.steps >= before:
            raise
        del ev.frames[depth[0] :], ev.when[depth[1] :], ev.module_stack[depth[2] :]
        return _too_much(ev, func, may_register=may_register)
    finally:
        ev.limit, ev.asked = before, asked
        ev.aside[id(func.decl)] = spent + ev.steps - start


def _registers(ev: Evaluator) -> bool:
    """The function that calls says a framework's own word."""
    func = ev.frames[-1].func if ev.frames else None
    return func is not None and isinstance(func.decl, ir.FunctionDef) and not func.decl.words.isdisjoint(ev.seeds)


def _too_much(ev: Evaluator, func: Func, *, may_register: bool) -> Value:
    if may_register:
        reason = f"`{func.qualname}` is called often, takes long and registered nothing so far: later calls may"
        at = Site(func.scope.module, func.decl.pos, func.qualname)
        ev.ledger.cannot(at, "", f"{reason}, and are not followed to their end", SETTLE)
    return Unknown(f"`{func.qualname}` does too much to follow it for its value")


def follow(ev: Evaluator, func: Func, scope: Scope, frame: Frame) -> Value:
    with ev.inside(func.scope.module, frame):
        if isinstance(func.decl, ir.Lambda):
            return ev.resolve(ev.eval(func.decl.body, scope))
        flow = ev.run(func.decl.body, scope)
    if func.decl.is_generator:
        return Items("generator", [Entry(v, when) for v, when in frame.yields])
    returns = [Entry(v, when) for v, when in frame.returns]
    if not flow.stop and returns:
        returns.append(Entry(NONE))
    return either(returns) if returns else NONE


def bind_arguments(ev: Evaluator, func: Func, args: Args, scope: Scope) -> None:
    """Bind a call's arguments to the parameters, as Python would; what is missing is unknown, with the reason."""
    positional = list(args.positional)
    if func.receiver is not None and func.kind != "static":
        positional.insert(0, func.receiver)
    keywords = dict(args.keywords)
    for param in func.decl.params:
        if param.kind == "*":
            scope.vars[param.name] = Items("tuple", [Entry(v) for v in positional], args.open)
            positional = []
        elif param.kind == "**":
            scope.vars[param.name] = Table({k: Entry(v) for k, v in keywords.items()}, args.open)
            keywords = {}
        elif param.kind in ("positional", "any") and positional:
            scope.vars[param.name] = positional.pop(0)
        elif param.name in keywords and param.kind != "positional":
            scope.vars[param.name] = keywords.pop(param.name)
        elif args.open:
            scope.vars[param.name] = Unknown(args.open)
        elif param.name in func.defaults:
            scope.vars[param.name] = func.defaults[param.name]
        else:
            scope.vars[param.name] = Unknown(f"`{param.name}` is not given in a call of `{func.qualname}`")
