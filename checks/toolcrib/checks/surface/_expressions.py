"""Expressions → values.

Room: checks, middle. What can be folded is folded (text, containers, names, calls); what cannot becomes an unknown with
its reason, never a guess. Not here: what containers hold (`_elements`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from toolcrib.checks.surface import _ir as ir
from toolcrib.checks.surface._bounds import MAX_LOOP
from toolcrib.checks.surface._elements import as_table, elements, item, spread, store
from toolcrib.checks.surface._fold import (
    binary,
    by_default,
    compare,
    format_value,
    negate,
    settled,
    text_of,
    truth,
)
from toolcrib.checks.surface._values import (
    NONE,
    Args,
    Cls,
    Cond,
    Either,
    Entry,
    Func,
    Granted,
    Inst,
    Items,
    K,
    Obj,
    Scope,
    Super,
    Table,
    Unknown,
    Value,
    either,
)

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator


def evaluate(ev: Evaluator, node: ir.Expr, scope: Scope) -> Value:
    ev.tick()
    return _EVALUATE[type(node)](ev, node, scope)


def _const(ev: Evaluator, node: ir.Const, scope: Scope) -> Value:
    if isinstance(node.value, str):
        return K(node.value, at=ev.module.facts.location(node.pos))
    return K(node.value)


def _name(ev: Evaluator, node: ir.Name, scope: Scope) -> Value:
    return ev.look_up(node.id, scope)


def _attr(ev: Evaluator, node: ir.Attr, scope: Scope) -> Value:
    return ev.attr(ev.eval(node.value, scope), node.name, ev.site(node.pos))


def arguments(ev: Evaluator, args: tuple[ir.Arg, ...], scope: Scope) -> Args:
    found = Args()
    for arg in args:
        value = ev.resolve(ev.eval(arg.value, scope))
        if arg.star == "*":
            if isinstance(value, Items):
                found.positional += [e.value for e in value.items]
                found.open = found.open or value.open
            else:
                found.open = f"`*{ev.module.facts.text(arg.value.pos)}` cannot be read"
        elif arg.star == "**":
            table = as_table(value)
            if table is None:
                found.open = f"`**{ev.module.facts.text(arg.value.pos)}` cannot be read"
                continue
            for key, entry in table.entries.items():
                if isinstance(key, str):
                    held = entry.value
                    found.keywords[key] = either([Entry(held, entry.when), Entry(NONE)]) if entry.when else held
            found.open = found.open or table.open
        elif arg.keyword:
            found.keywords[arg.keyword] = value
        else:
            found.positional.append(value)
    return found


def _call(ev: Evaluator, node: ir.Call, scope: Scope) -> Value:
    if isinstance(node.func, ir.Name) and node.func.id == "super" and "super" not in scope.vars:
        return _super(ev, node, scope)
    func = ev.eval(node.func, scope)
    if isinstance(node.func, ir.Name) and node.func.id in ("globals", "locals", "vars") and not node.args:
        place = scope.module.scope if node.func.id == "globals" else scope
        return Table({name: Entry(ev.resolve(v)) for name, v in list(place.vars.items())}, names=place)
    return ev.call(func, arguments(ev, node.args, scope), ev.site(node.pos))


def _super(ev: Evaluator, node: ir.Call, scope: Scope) -> Value:
    if len(node.args) == 2 and not any(arg.star or arg.keyword for arg in node.args):  # also in a nested function
        owner, receiver = (ev.resolve(ev.eval(arg.value, scope)) for arg in node.args)
        if isinstance(owner, Cls) and isinstance(receiver, Inst | Cls):
            return Super(owner, receiver)
    for frame in reversed(ev.frames):
        if frame.func is not None and frame.func.owner is not None and frame.func.receiver is not None:
            return Super(frame.func.owner, frame.func.receiver)
    return Unknown("`super()` outside a method that can be followed")


def _subscript(ev: Evaluator, node: ir.Subscript, scope: Scope) -> Value:
    value = ev.resolve(ev.eval(node.value, scope))
    if isinstance(node.index, ir.Slice):
        return _slice(ev, value, node.index, scope)
    index = ev.resolve(ev.eval(node.index, scope))
    return item(ev, value, index, ev.module.facts.text(node.pos))


def _slice(ev: Evaluator, value: Value, node: ir.Slice, scope: Scope) -> Value:
    bounds: list[int | None] = []
    for part in (node.lower, node.upper, node.step):
        bound = K(None) if part is None else ev.eval(part, scope)
        if not isinstance(bound, K) or not (bound.value is None or isinstance(bound.value, int)):
            return Unknown("a slice whose bounds cannot be read")
        bounds.append(bound.value)
    if bounds[2] == 0:
        return Unknown("a slice with step 0")
    where = slice(*bounds)
    if isinstance(value, Items):
        return Items(value.kind, value.items[where], value.open)
    if isinstance(value, K) and isinstance(value.value, str):
        return K(value.value[where], value.conf)
    return Unknown("a slice of a value that cannot be read")


def _star(ev: Evaluator, node: ir.Star, scope: Scope) -> Value:
    return ev.eval(node.value, scope)


def _display(ev: Evaluator, node: ir.Display, scope: Scope) -> Value:
    found = Items(node.kind, [])
    for element in node.items:
        value = ev.resolve(ev.eval(element, scope))
        if isinstance(element, ir.Star):
            spread(ev, found, value, ev.module.facts.text(element.pos))
        else:
            found.items.append(Entry(value, (), (ev.module.path, element.pos)))
    return found


def _dict(ev: Evaluator, node: ir.DictDisplay, scope: Scope) -> Value:
    table = Table({}, at=ev.module.facts.location(node.pos))
    for key_node, value_node in node.items:
        value = ev.resolve(ev.eval(value_node, scope))
        if key_node is None:
            other = as_table(value)
            if other is None:
                table.open = f"`**{ev.module.facts.text(value_node.pos)}` cannot be read"
            else:
                table.entries.update(other.entries)
                table.keys.update(other.keys)
                table.open = table.open or other.open
            continue
        store(table, ev.resolve(ev.eval(key_node, scope)), Entry(value), ev.module.facts.text(key_node.pos))
    return table


def _fstring(ev: Evaluator, node: ir.FString, scope: Scope) -> Value:
    combined: list[Entry] = [Entry(K(""))]
    for part in node.parts:
        if isinstance(part, str):
            options = [Entry(K(part))]
        else:
            value = ev.resolve(ev.eval(part[0], scope))
            shown = format_value(value, part[1], part[2], ev.module.facts.text(part[0].pos))
            options = list(shown.options) if isinstance(shown, Either) else [Entry(shown)]
        joined: list[Entry] = []
        for left in combined:
            for right in options:
                if isinstance(left.value, K) and isinstance(right.value, K):
                    conf = left.value.conf or right.value.conf
                    joined.append(Entry(K(left.value.value + right.value.value, conf), left.when + right.when))
                else:
                    unknown = left.value if isinstance(left.value, Unknown) else right.value
                    joined.append(Entry(unknown, left.when + right.when))
        told = either(joined)  # more values than are kept apart are unknown, with that reason
        combined = list(told.options) if isinstance(told, Either) else [Entry(told)]
    for entry in combined:
        if isinstance(entry.value, K):
            entry.value.at = ev.module.facts.location(node.pos)
    return either(combined)


def _binop(ev: Evaluator, node: ir.BinOp, scope: Scope) -> Value:
    chain = [node]
    while isinstance(chain[-1].left, ir.BinOp):  # a long sum is no deep one
        chain.append(chain[-1].left)
    value = ev.resolve(ev.eval(chain[-1].left, scope))
    for part in reversed(chain):
        ev.tick()
        right = ev.resolve(ev.eval(part.right, scope))
        text = ev.module.facts.text(part.pos) if len(chain) < _LONG else "a long sum"
        value = binary(part.op, value, right, text)
    if isinstance(value, K) and isinstance(value.value, str):
        value.at = ev.module.facts.location(node.pos)
    return value


_LONG = 50  # parts of a sum whose text says more than it shows


def _boolop(ev: Evaluator, node: ir.BoolOp, scope: Scope) -> Value:
    left = ev.resolve(ev.eval(node.left, scope))
    known = truth(left)
    if known is not None:
        return left if known == (node.op == "or") else ev.eval(node.right, scope)
    right = ev.resolve(ev.eval(node.right, scope))
    if node.op == "and":  # all of it holds only where the allowlist has the name
        granted = next((v for v in (left, right) if isinstance(v, Granted) and not v.negated), None)
        if granted is not None:
            return granted
    if isinstance(left, K) and left.conf and node.op == "or":  # `os.getenv("X") or "default"`
        return (
            K(left.value or (right.value if isinstance(right, K) else left.value), left.conf)
            if (left.value or isinstance(right, K))
            else right
        )
    return either([Entry(left), Entry(right)])


def _unary(ev: Evaluator, node: ir.Unary, scope: Scope) -> Value:
    value = ev.resolve(ev.eval(node.value, scope))
    if node.op == "not" and isinstance(value, Granted):
        return Granted(value.reason, value.grant, not value.negated)
    if node.op == "not":
        known = truth(value)
        if isinstance(value, K) and value.conf:
            return K(not value.value, value.conf)
        return Unknown("a condition that cannot be told here") if known is None else K(not known)
    if node.op == "-" and isinstance(value, K) and isinstance(value.value, int | float):
        return K(-value.value)
    return Unknown("an operation that cannot be folded")


def _compare(ev: Evaluator, node: ir.Compare, scope: Scope) -> Value:
    if isinstance(node.left, ir.Name) and node.left.id == "__name__":
        return K(True)  # `if __name__ == "__main__":` is where a server starts: its block counts
    left = ev.resolve(ev.eval(node.left, scope))
    result: bool | None = True
    conf = ""
    for op, right_node in node.rest:
        right = ev.resolve(ev.eval(right_node, scope))
        granted = in_allowlist(ev, op, left, right) if len(node.rest) == 1 else None
        if granted is not None:
            return granted
        (plain_left, conf_left), (plain_right, conf_right) = settled(left), settled(right)
        conf = conf or conf_left or conf_right
        step = compare(op, plain_left, plain_right)
        if step is False:
            return K(False, conf)
        result = None if step is None or result is None else result
        left = right
    return K(True, conf) if result else Unknown("a comparison that cannot be told here")


def in_allowlist(ev: Evaluator, op: str, left: Value, right: Value) -> Granted | None:
    """`name in registry.allowlist("chat").names`, or in a collection made of it: which allowlist decides."""
    if op not in ("in", "not in"):
        return None
    if isinstance(right, Obj):
        made = right.dialect.holds(ev, right, left)
        return Granted(made.reason, made.grant, op == "not in") if isinstance(made, Granted) else None
    if not isinstance(right, Items) or right.open or not right.items:
        return None
    grants = {e.value.grant if isinstance(e.value, Granted) and not e.when else None for e in right.items}
    grant = grants.pop()
    if grants or grant is None:
        return None
    return Granted("what the manifest grants", replace(grant, tool=text_of(left) or ""), op == "not in")


def _ifexp(ev: Evaluator, node: ir.IfExp, scope: Scope) -> Value:
    test = ev.resolve(ev.eval(node.test, scope))
    known = truth(test)
    if known is not None:
        return ev.eval(node.body if known else node.orelse, scope)
    yes, no = fork(ev, node, test)
    with ev.under([yes]):
        body = ev.resolve(ev.eval(node.body, scope))
    with ev.under([no]):
        orelse = ev.resolve(ev.eval(node.orelse, scope))
    return either([Entry(body, (yes,)), Entry(orelse, (no,))])


def fork(ev: Evaluator, node: ir.IfExp | ir.If, test: Value) -> tuple[Cond, Cond]:
    """The conditions of the two arms; where the test has a default, the other arm says what would have to change."""
    text = ev.module.facts.text(node.test.pos)
    place = str(ev.module.facts.location(node.pos))
    default = by_default(test)
    off_yes = default[1] if default is not None and not default[0] else ""
    off_no = default[1] if default is not None and default[0] else ""
    grant = test.grant if isinstance(test, Granted) else None
    negated = isinstance(test, Granted) and test.negated
    yes = ev.cond(text, place, "if", off_yes, None if negated else grant)
    return yes, ev.cond(negate(text), place, "else", off_no, grant if negated else None)


def _lambda(ev: Evaluator, node: ir.Lambda, scope: Scope) -> Value:
    defaults = {p.name: ev.eval(p.default, scope) for p in node.params if p.default is not None}
    return Func(node, scope, defaults, f"{scope.qualname}.<lambda>".lstrip("."))


def _comprehension(ev: Evaluator, node: ir.Comprehension, scope: Scope) -> Value:
    from toolcrib.checks.surface._binding import assign

    inner = Scope(scope.module, scope, qualname=scope.qualname)
    table = Table({})
    result = Items("generator" if node.kind == "generator" else node.kind, [])
    open_ = ""

    def clause(index: int, conds: tuple[Cond, ...], source: Entry | None = None, *, listed: bool = True) -> None:
        nonlocal open_
        if index == len(node.clauses):
            value = ev.resolve(ev.eval(node.element, inner))
            if not listed:  # followed once for what cannot be listed: it may register
                return
            if node.value is not None:
                held = ev.resolve(ev.eval(node.value, inner))
                store(table, value, Entry(held, conds), ev.module.facts.text(node.element.pos))
            else:
                same = source is not None and ev.resolve(source.value) is value
                result.items.append(Entry(value, conds, source.at if same and source is not None else None))
            return
        part = node.clauses[index]
        text = ev.module.facts.text(part.iter.pos)
        found, more = elements(ev, ev.eval(part.iter, inner), text)
        if len(found) > MAX_LOOP:
            more = more or f"`{text}` has more than {MAX_LOOP:,} elements"
        if more:
            open_ = open_ or more
        rest = [Entry(Unknown(more))] if more else []
        for entry in (*found[:MAX_LOOP], *rest):
            ev.tick()
            assign(ev, part.target, entry.value, inner)
            extra: list[Cond] = list(entry.when)
            keep = True
            with ev.under(extra):
                for test in part.tests:
                    held = ev.resolve(ev.eval(test, inner))
                    known = truth(held)
                    if known is False:
                        keep = False
                        break
                    if known is None:
                        place = str(ev.module.facts.location(test.pos))
                        grant = held.grant if isinstance(held, Granted) and not held.negated else None
                        extra.append(ev.cond(ev.module.facts.text(test.pos), place, "if", "", grant))
                if keep:
                    clause(index + 1, conds + tuple(extra), entry, listed=listed and entry not in rest)

    clause(0, ())
    table.open = result.open = open_ or table.open
    return table if node.value is not None else result


def _walrus(ev: Evaluator, node: ir.Walrus, scope: Scope) -> Value:
    from toolcrib.checks.surface._binding import assign

    value = ev.eval(node.value, scope)
    assign(ev, node.target, value, scope)
    return value


def _yield(ev: Evaluator, node: ir.Yield, scope: Scope) -> Value:
    value = NONE if node.value is None else ev.resolve(ev.eval(node.value, scope))
    if ev.frames:
        conds = tuple(ev.when[ev.frame.base :])
        if node.from_:
            found, _ = elements(ev, value, "")
            ev.frame.yields += [(e.value, conds + e.when) for e in found]
        else:
            ev.frame.yields.append((value, conds))
            block, ev.frame.on_yield = ev.frame.on_yield, None
            if block is not None:
                block(value)
    return Unknown("what is sent into a generator")


def _slice_alone(ev: Evaluator, node: ir.Slice, scope: Scope) -> Value:
    return Unknown("a slice")


_EVALUATE: dict[type, Callable[[Evaluator, Any, Scope], Value]] = {
    ir.Const: _const, ir.Name: _name, ir.Attr: _attr, ir.Call: _call, ir.Subscript: _subscript, ir.Star: _star,
    ir.Display: _display, ir.DictDisplay: _dict, ir.FString: _fstring, ir.BinOp: _binop, ir.BoolOp: _boolop,
    ir.Unary: _unary, ir.Compare: _compare, ir.IfExp: _ifexp, ir.Lambda: _lambda, ir.Comprehension: _comprehension,
    ir.Walrus: _walrus, ir.Yield: _yield, ir.Slice: _slice_alone,
}  # fmt: skip
