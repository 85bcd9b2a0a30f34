"""Statements: bind names, branch, loop, define.

Room: checks, middle. A branch whose condition cannot be told is followed on both arms, each under its condition; names
that differ afterwards hold either value. What comes after a conditional `return` or `continue` is under the opposite.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from toolcrib.checks.surface import _ir as ir
from toolcrib.checks.surface._bounds import MAX_LOOP, OutOfSteps
from toolcrib.checks.surface._expressions import arguments, elements, fork, store
from toolcrib.checks.surface._fold import binary, compare, negate, truth
from toolcrib.checks.surface._program import FRAMEWORK_ROOTS, Module
from toolcrib.checks.surface._values import (
    NONE,
    Args,
    Cls,
    Cond,
    Either,
    Entry,
    Ext,
    Folder,
    Func,
    Inst,
    Items,
    K,
    Mod,
    Obj,
    Scope,
    Table,
    Unknown,
    Value,
    either,
)

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator


@dataclass(slots=True, eq=False)
class Flow:
    """How a block ends: `stop` names the statement that ended it ("" = it runs on); `unless` is the condition under
    which it ran on although some path in it stopped."""

    stop: str = ""
    unless: Cond | None = None
    kind: str = ""  # what the path that stopped did


NEXT = Flow()


@dataclass(slots=True, eq=False)
class Lazy(Value):
    """An imported name: looked up when it is used, so that import cycles resolve as they do at run time."""

    module: Module
    name: str
    fallback: str

    def get(self, ev: Evaluator) -> Value:
        ev.run_module(self.module)
        held = self.module.scope.vars.get(self.name)
        if isinstance(held, Lazy) and held.module is self.module and held.name == self.name:
            held = None  # `from . import name` inside the package itself: the submodule is meant
        if held is not None:
            return held
        found = ev.global_of(self.module, self.name) if self.name not in self.module.scope.vars else None
        if found is not None:
            return found
        child = ev.program.child(self.module, self.name)
        if isinstance(child, Module):
            ev.run_module(child)
            return Mod(child)
        getter = self.module.scope.vars.get("__getattr__")
        if isinstance(getter, Func):
            return ev.call(getter, Args([K(self.name)]), ev.site((1, 1, 1, 1)))
        if self.fallback:
            return Ext(f"{self.fallback}.{self.name}")
        return Unknown(f"`{self.name}` is not defined in {self.module.path}, as far as it can be read")


def run(ev: Evaluator, body: ir.Block, scope: Scope) -> Flow:
    before = len(ev.when)
    unless: Cond | None = None
    kind = ""
    keep = ev.frames[-1].keep
    try:
        for statement in body:
            if keep is not None and id(statement) not in keep:
                continue
            ev.tick()
            flow = _RUN[type(statement)](ev, statement, scope)
            if flow.stop:
                return Flow(flow.stop)
            if flow.unless is not None:
                ev.when.append(flow.unless)
                unless = _both(ev, unless, flow.unless)
                kind = flow.kind if not kind or kind == flow.kind else "return"
    finally:
        del ev.when[before:]
    return Flow("", unless, kind) if unless is not None else NEXT


def _both(ev: Evaluator, first: Cond | None, second: Cond) -> Cond:
    if first is None:
        return second
    return ev.cond(f"{first.text} and {second.text}", second.place, second.arm, first.off or second.off)


# --- simple statements -----------------------------------------------------------------------------------------------


def _import(ev: Evaluator, node: ir.Import, scope: Scope) -> Flow:
    for dotted, bound in node.names:
        found = ev.program.resolve(dotted, ev.module)
        if found is None:
            _saw(ev, dotted)
            name = bound or dotted.split(".", 1)[0]
            bind(ev, scope, name, Ext(dotted if bound else name))
            continue
        if isinstance(found, Module) and found.matters:
            ev.run_module(found)
        if bound:
            bind(ev, scope, bound, Mod(found) if isinstance(found, Module) else Folder(found))
        else:
            first = dotted.split(".", 1)[0]
            top = ev.program.resolve(first, ev.module)
            bind(ev, scope, first, Mod(top) if isinstance(top, Module) else Folder(top or first))
    return NEXT


def _saw(ev: Evaluator, dotted: str) -> None:
    if ev.owner_of(dotted) is not None:
        ev.ledger.saw_framework = True


def _import_from(ev: Evaluator, node: ir.ImportFrom, scope: Scope) -> Flow:
    found = ev.program.resolve(node.module, ev.module, node.level) if (node.module or node.level) else None
    if found is None:
        dotted = node.module if not node.level else f"{ev.module.package}.{node.module}".strip(".")
        _saw(ev, dotted)
        for name, bound in node.names:
            if name != "*":
                bind(ev, scope, bound, Ext(f"{dotted}.{name}"))
        return NEXT
    if isinstance(found, Module) and found.matters:
        ev.run_module(found)
    # A file called like a framework that does not define the name: the framework is meant.
    fallback = node.module if not node.level and node.module.split(".", 1)[0] in FRAMEWORK_ROOTS else ""
    for name, bound in node.names:
        if name == "*":
            if isinstance(found, Module):
                _star_import(ev, found, scope)
            continue
        child = ev.program.child(found, name)
        if isinstance(child, Module) and child.matters:
            ev.run_module(child)
        if isinstance(found, Module):
            bind(ev, scope, bound, Lazy(found, name, fallback))
        elif isinstance(child, Module):
            bind(ev, scope, bound, Mod(child))
        else:
            bind(ev, scope, bound, Folder(child or f"{found}/{name}"))
    return NEXT


def _star_import(ev: Evaluator, module: Module, scope: Scope) -> None:
    ev.run_module(module)
    listed = module.scope.vars.get("__all__")
    if isinstance(listed, Items) and not listed.open:
        names = [e.value.value for e in listed.items if isinstance(e.value, K) and isinstance(e.value.value, str)]
    else:
        names = [n for n in module.scope.vars if not n.startswith("_")]
    for name in names:
        bind(ev, scope, name, Lazy(module, name, ""))


def bind(ev: Evaluator, scope: Scope, name: str, value: Value) -> None:
    place = scope
    if scope.outer.get(name) == "global":
        place = scope.module.scope
    elif scope.outer.get(name) == "nonlocal":
        outer = scope.parent
        while outer is not None and name not in outer.vars:
            outer = outer.parent
        place = outer or scope
    if place is not scope:
        old = place.vars.get(name)  # another frame's name: what it held may still be seen there
        if old is not None and not (isinstance(old, K) and old.value is None) and ev.when:
            value = either([Entry(old), Entry(ev.resolve(value))])
    place.vars[name] = value


def assign(ev: Evaluator, target: ir.Expr, value: Value, scope: Scope) -> None:
    if isinstance(target, ir.Name):
        bind(ev, scope, target.id, value)
    elif isinstance(target, ir.Attr):
        set_attribute(ev, ev.resolve(ev.eval(target.value, scope)), target.name, ev.resolve(value))
    elif isinstance(target, ir.Subscript):
        holder = ev.resolve(ev.eval(target.value, scope))
        index = (
            ev.resolve(ev.eval(target.index, scope)) if not isinstance(target.index, ir.Slice) else Unknown("a slice")
        )
        put_item(ev, holder, index, ev.resolve(value), ev.module.facts.text(target.pos))
    elif isinstance(target, ir.Display):
        _unpack(ev, target, ev.resolve(value), scope)
    elif isinstance(target, ir.Star):
        assign(ev, target.value, value, scope)


def put_item(ev: Evaluator, holder: Value, index: Value, value: Value, text: str) -> None:
    if isinstance(holder, Either):
        for option in holder.options:
            put_item(ev, option.value, index, value, text)
    elif isinstance(holder, Table):
        store(holder, index, Entry(value, ev.conds()), text)
    elif isinstance(holder, Items):
        if (
            isinstance(index, K)
            and isinstance(index.value, int)
            and -len(holder.items) <= index.value < len(holder.items)
        ):
            holder.items[index.value] = Entry(value, ev.conds())
        else:
            holder.open = holder.open or f"`{text}` replaces elements"
    elif isinstance(holder, Obj):
        holder.dialect.put_item(ev, holder, index, value)


def set_attribute(ev: Evaluator, holder: Value, name: str, value: Value) -> None:
    if isinstance(holder, Either):
        for option in holder.options:
            set_attribute(ev, option.value, name, value)
        return
    if isinstance(holder, Inst):
        old = holder.attrs.get(name)
        if old is not None and ev.when and not isinstance(old, Unknown):
            value = either([Entry(old), Entry(value, tuple(ev.when[-1:]))])
        holder.attrs[name] = value
        if holder.framework is not None:
            holder.framework.dialect.set_attribute(ev, holder.framework, name, value)
    elif isinstance(holder, Obj):
        holder.dialect.set_attribute(ev, holder, name, value)
        holder.attrs[name] = value
    elif isinstance(holder, Func):
        holder.attrs[name] = value
    elif isinstance(holder, Cls):
        holder.ns[name] = value
    elif isinstance(holder, Mod):
        holder.module.scope.vars[name] = value


def _unpack(ev: Evaluator, target: ir.Display, value: Value, scope: Scope) -> None:
    if isinstance(value, Either) and len(value.options) == 1:
        value = value.options[0].value
    starred = next((i for i, t in enumerate(target.items) if isinstance(t, ir.Star)), None)
    if isinstance(value, Either) and starred is None:
        rows = [elements(ev, o.value, "") for o in value.options]
        if all(not more and len(found) == len(target.items) for found, more in rows):
            for index, part in enumerate(target.items):
                joined = [Entry(found[index].value, o.when) for (found, _), o in zip(rows, value.options, strict=True)]
                assign(ev, part, either(joined), scope)
            return
    found, more = elements(ev, value, ev.module.facts.text(target.pos))
    if more or (starred is None and len(found) != len(target.items)):
        reason = more or "the value does not have the parts that it is unpacked into, as far as it can be read"
        for part in target.items:
            assign(ev, part, Unknown(reason), scope)
        return
    if starred is None:
        for part, entry in zip(target.items, found, strict=True):
            assign(ev, part, entry.value, scope)
        return
    after = len(target.items) - starred - 1
    for part, entry in zip(target.items[:starred], found, strict=False):
        assign(ev, part, entry.value, scope)
    assign(ev, target.items[starred], Items("list", found[starred : len(found) - after]), scope)
    for part, entry in zip(target.items[starred + 1 :], found[len(found) - after :], strict=False):
        assign(ev, part, entry.value, scope)


def _assign(ev: Evaluator, node: ir.Assign, scope: Scope) -> Flow:
    if node.value is None:
        target = node.targets[0]
        if scope.is_class and isinstance(target, ir.Name):
            scope.vars.setdefault("__annotated__", Items("list", []))
            annotated = scope.vars["__annotated__"]
            assert isinstance(annotated, Items)  # made on the line above
            annotated.items.append(Entry(K(target.id)))
        elif isinstance(target, ir.Name) and node.annotation is not None and not scope.is_class:
            _annotated_only(ev, target, node.annotation, scope)
        return NEXT
    value = ev.resolve(ev.eval(node.value, scope))
    if scope.is_class and node.annotation is not None and isinstance(node.targets[0], ir.Name):
        scope.vars.setdefault("__annotated__", Items("list", []))
        annotated = scope.vars["__annotated__"]
        assert isinstance(annotated, Items)  # made on the line above
        annotated.items.append(Entry(K(node.targets[0].id)))
    for target in node.targets:
        assign(ev, target, value, scope)
        if isinstance(target, ir.Name):
            _call_it(value, target.id)
    return NEXT


def _call_it(value: Value, name: str) -> None:
    """A framework object without a name of its own is spoken of by the first name it is bound to."""
    if isinstance(value, Obj):
        value.data.setdefault("bound", name)
    elif isinstance(value, Inst) and value.framework is not None:
        value.framework.data.setdefault("bound", name)


def _annotated_only(ev: Evaluator, target: ir.Name, annotation: ir.Expr, scope: Scope) -> None:
    if target.id not in scope.vars:
        scope.vars[target.id] = Unknown(f"`{target.id}` is only annotated here")


def _aug_assign(ev: Evaluator, node: ir.AugAssign, scope: Scope) -> Flow:
    old = ev.resolve(ev.eval(node.target, scope))
    new = ev.resolve(ev.eval(node.value, scope))
    text = ev.module.facts.text(node.pos)
    if isinstance(old, Items) and node.op in ("+", "|"):
        entries, more = elements(ev, new, ev.module.facts.text(node.value.pos))
        conds = ev.conds()
        old.items += [Entry(e.value, conds + e.when) for e in entries]
        old.open = old.open or more
        return NEXT
    if isinstance(old, Either) and node.op == "+":
        for option in old.options:
            if isinstance(option.value, Items):
                entries, more = elements(ev, new, text)
                option.value.items += [Entry(e.value, ev.conds() + e.when) for e in entries]
                option.value.open = option.value.open or more
        if any(isinstance(o.value, Items) for o in old.options):
            return NEXT
    if isinstance(old, Table) and isinstance(new, Table) and node.op == "|":
        old.entries.update(new.entries)
        old.keys.update(new.keys)
        return NEXT
    assign(ev, node.target, binary(node.op, old, new, text), scope)
    return NEXT


def _expr(ev: Evaluator, node: ir.ExprStmt, scope: Scope) -> Flow:
    value = node.value
    if isinstance(value, ir.Const):
        return NEXT
    if isinstance(value, ir.Call) and isinstance(value.func, ir.Name):
        func = ev.look_up(value.func.id, scope)
        decl = func.decl if isinstance(func, Func) and ev.frame.func is not None else None
        if isinstance(decl, ir.FunctionDef) and not ev.relevant(decl):
            return NEXT  # its value is not used, and it cannot lead to a registration
    result = ev.eval(value, scope)
    exits = isinstance(result, Ext) and result.path in (
        "sys.exit()",
        "os._exit()",
        "builtins.exit()",
        "builtins.quit()",
    )
    return Flow("raise") if exits else NEXT


def _return(ev: Evaluator, node: ir.Return, scope: Scope) -> Flow:
    value = NONE if node.value is None else ev.resolve(ev.eval(node.value, scope))
    ev.frame.returns.append((value, tuple(ev.when[ev.frame.base :])))
    return Flow("return")


def _raise(ev: Evaluator, node: ir.Raise, scope: Scope) -> Flow:
    return Flow("raise")


def _jump(ev: Evaluator, node: ir.Jump, scope: Scope) -> Flow:
    return Flow(node.kind)


def _delete(ev: Evaluator, node: ir.Delete, scope: Scope) -> Flow:
    if isinstance(node.target, ir.Subscript):
        holder = ev.resolve(ev.eval(node.target.value, scope))
        index = ev.resolve(ev.eval(node.target.index, scope))
        if isinstance(holder, Table) and isinstance(index, K) and not ev.when:
            holder.entries.pop(index.value, None)
    return NEXT


def _scope(ev: Evaluator, node: ir.Scope, scope: Scope) -> Flow:
    for name in node.names:
        scope.outer[name] = node.kind
    return NEXT


# --- branches and loops ----------------------------------------------------------------------------------------------


def _if(ev: Evaluator, node: ir.If, scope: Scope) -> Flow:
    test = ev.resolve(ev.eval(node.test, scope))
    known = truth(test)
    if known is not None:
        return run(ev, node.body if known else node.orelse, scope)
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
            flow = run(ev, body, scope)
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
    for _, cond, flow in ends:
        if flow.stop:
            conds.append(negate(cond.text))
            off = off or next((c.off for _, c, f in ends if not f.stop and c.off), "")
            last, kind = cond, kind or flow.stop
        elif flow.unless is not None:
            conds.append(f"({negate(cond.text)} or {flow.unless.text})")
            last, kind = cond, kind or flow.kind
    if last is None:
        return NEXT
    return Flow("", ev.cond(" and ".join(conds), last.place, "not " + last.arm, off), kind)


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


def _for(ev: Evaluator, node: ir.For, scope: Scope) -> Flow:
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
            flow = run(ev, node.body, scope)
        if flow.stop == "break" and not entry.when:
            break
        if flow.stop in ("return", "raise") and not isinstance(entry.value, Unknown):
            if not entry.when:
                return flow
        elif flow.unless is not None and flow.kind in ("return", "raise"):
            unless = _both(ev, unless, flow.unless)
    run(ev, node.orelse, scope)
    return NEXT


def _while(ev: Evaluator, node: ir.While, scope: Scope) -> Flow:
    test = ev.resolve(ev.eval(node.test, scope))
    if truth(test) is False:
        return run(ev, node.orelse, scope)
    flow = run(ev, node.body, scope)
    return flow if flow.stop in ("return", "raise") and truth(test) is True else NEXT


def _try(ev: Evaluator, node: ir.Try, scope: Scope) -> Flow:
    flow = run(ev, node.body, scope)
    after_body = dict(scope.vars)
    ends: list[tuple[dict[str, Value], Cond]] = []
    for kind, name, body in node.handlers:
        scope.vars.clear()
        scope.vars.update(after_body)
        if name:
            scope.vars[name] = Unknown("an exception")
        cond = ev.cond(f"except {kind}".strip(), str(ev.module.facts.location(node.pos)), f"except {kind}")
        with ev.under([cond]):
            handled = run(ev, body, scope)
        if not handled.stop:
            ends.append((dict(scope.vars), cond))
    scope.vars.clear()
    scope.vars.update(after_body)
    if not flow.stop:
        flow = run(ev, node.orelse, scope) if node.orelse else flow
    if ends:
        ok = ev.cond("no exception", str(ev.module.facts.location(node.pos)), "try")
        joined = [*([] if flow.stop else [(dict(scope.vars), ok)]), *ends]
        _join_handlers(ev, scope, joined)
    final = run(ev, node.final, scope) if node.final else NEXT
    if final.stop:
        return final
    if flow.stop and ends:
        return NEXT  # a handler may run on
    return flow


def _join_handlers(ev: Evaluator, scope: Scope, ends: list[tuple[dict[str, Value], Cond]]) -> None:
    """As `_join`, but what the body bound counts first and what only a handler leaves as None adds nothing."""
    _join(ev, scope, {}, ends)


def _with(ev: Evaluator, node: ir.With, scope: Scope) -> Flow:
    for expression, target in node.items:
        value = ev.resolve(ev.eval(expression, scope))
        if isinstance(value, Items) and value.kind == "generator" and value.items:
            value = value.items[0].value
        elif isinstance(value, Inst):
            enter = value.cls.find("__enter__") or value.cls.find("__aenter__")
            if enter is not None and isinstance(enter[0], Func):
                value = ev.call(enter[0].bound(value), Args(), ev.site(expression.pos))
        if target is not None:
            assign(ev, target, value, scope)
    return run(ev, node.body, scope)


def _match(ev: Evaluator, node: ir.Match, scope: Scope) -> Flow:
    subject = ev.resolve(ev.eval(node.subject, scope))
    arms: list[tuple[Cond, ir.Block]] = []
    subject_text = ev.module.facts.text(node.subject.pos)
    place = str(ev.module.facts.location(node.pos))
    for constants, text, names, guard, body in node.cases:
        for name in names:
            scope.vars[name] = Unknown(f"a part of `{subject_text}`")
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
                return run(ev, body, scope)
            arms.append((ev.cond(f"{subject_text} is anything else", place, "_"), body))
            return _arms(ev, scope, arms)
        arms.append((ev.cond(f"{subject_text} is {text}", place, text), body))
    if not arms:
        return NEXT
    arms.append((ev.cond(f"{subject_text} is none of the cases", place, "none"), ()))
    return _arms(ev, scope, arms)


# --- definitions -----------------------------------------------------------------------------------------------------


def _function(ev: Evaluator, node: ir.FunctionDef, scope: Scope) -> Flow:
    bind(ev, scope, node.name, define_function(ev, node, scope))
    return NEXT


def define_early(ev: Evaluator, node: ir.FunctionDef | ir.ClassDef, scope: Scope) -> Value:
    """A definition that an import cycle needs before its module has reached it; its decorators run later."""
    if isinstance(node, ir.FunctionDef):
        return _plain_function(ev, node, scope)
    return _make_class(ev, node, scope)


def _plain_function(ev: Evaluator, node: ir.FunctionDef, scope: Scope) -> Func:
    defaults = {p.name: ev.resolve(ev.eval(p.default, scope)) for p in node.params if p.default is not None}
    qualname = f"{scope.qualname}.{node.name}".lstrip(".")
    return Func(node, scope, defaults, qualname)


def define_function(ev: Evaluator, node: ir.FunctionDef, scope: Scope) -> Value:
    func = _plain_function(ev, node, scope)
    ev.functions.append(func)
    value: Value = func
    for decorator in reversed(node.decorators):
        made = ev.resolve(ev.eval(decorator, scope))
        value = decorate(ev, made, value, ev.site(decorator.pos))
    return value


def decorate(ev: Evaluator, decorator: Value, value: Value, site: Any) -> Value:
    """Apply a decorator; one that cannot be followed is taken to keep the function, as nearly all do."""
    result = ev.resolve(ev.call(decorator, Args([value]), site))
    if isinstance(result, Unknown | Ext) or (isinstance(result, K) and result.value is None):
        return value
    if isinstance(result, Either):
        kept = [o for o in result.options if not isinstance(o.value, Unknown | Ext)]
        kept = [o for o in kept if not (isinstance(o.value, K) and o.value.value is None)]
        result = either(kept) if kept else value
    return result


def _class(ev: Evaluator, node: ir.ClassDef, scope: Scope) -> Flow:
    value: Value = _make_class(ev, node, scope)
    for decorator in reversed(node.decorators):
        value = decorate(ev, ev.resolve(ev.eval(decorator, scope)), value, ev.site(decorator.pos))
    bind(ev, scope, node.name, value)
    return NEXT


def _make_class(ev: Evaluator, node: ir.ClassDef, scope: Scope) -> Cls:
    bases: list[Value] = []
    for given in arguments(ev, tuple(b for b in node.bases if not b.keyword), scope).positional:
        options = given.options if isinstance(given, Either) else (Entry(given),)
        bases += [o.value for o in options]
    qualname = f"{scope.qualname}.{node.name}".lstrip(".")
    inner = Scope(scope.module, scope, is_class=True, qualname=qualname)
    cls = Cls(node, scope.module, bases, inner.vars, qualname)
    for parent in cls.mro():
        if parent is not cls:
            parent.subclassed = True
    run(ev, node.body, inner)
    annotated = inner.vars.pop("__annotated__", None)
    if isinstance(annotated, Items):
        cls.annotated = [str(e.value.value) for e in annotated.items if isinstance(e.value, K)]
    for value in inner.vars.values():
        _own(value, cls)
    _enum(cls)
    ev.classes.append(cls)
    base = ev.framework_base(cls)
    if base is not None:
        base[0].subclass(ev, cls, base[1])
    for parent in cls.mro():
        hook = parent.ns.get("__init_subclass__")
        if parent is not cls and isinstance(hook, Func):
            keywords = arguments(ev, tuple(b for b in node.bases if b.keyword), scope).keywords
            ev.call(hook.bound(cls), Args([], keywords), ev.site(node.pos))
            break
    return cls


def _own(value: Value, cls: Cls) -> None:
    while isinstance(value, Func):
        if value.owner is None:
            value.owner = cls
        if value.wraps is None:
            return
        value = value.wraps
    if isinstance(value, Obj) and isinstance(value.data.get("function"), Func):
        _own(value.data["function"], cls)


def _enum(cls: Cls) -> None:
    bases = cls.external_bases()
    if not any(b.rsplit(".", 1)[-1] in ("Enum", "StrEnum", "IntEnum") for b in bases):
        return
    for name, value in list(cls.ns.items()):
        if not name.startswith("_") and not isinstance(value, Func | Cls):
            made = value
            if isinstance(value, Ext) and value.path == "enum.auto()":
                made = K(name.lower()) if any(b.endswith("StrEnum") for b in bases) else Unknown("enum.auto()")
            cls.ns[name] = Inst(cls, {"value": made}, member=name)


_RUN: dict[type, Callable[[Evaluator, Any, Scope], Flow]] = {
    ir.Import: _import, ir.ImportFrom: _import_from, ir.Assign: _assign, ir.AugAssign: _aug_assign,
    ir.ExprStmt: _expr, ir.Return: _return, ir.Raise: _raise, ir.Jump: _jump, ir.Delete: _delete, ir.Scope: _scope,
    ir.If: _if, ir.For: _for, ir.While: _while, ir.Try: _try, ir.With: _with, ir.Match: _match,
    ir.FunctionDef: _function, ir.ClassDef: _class,
}  # fmt: skip
