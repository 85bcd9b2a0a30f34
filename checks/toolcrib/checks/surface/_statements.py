"""Statements: imports, assignments and jumps, and the way through a block.

Room: checks, middle. What comes after a conditional `return` or `continue` is under the opposite condition.
Not here: branches and loops (`_branches`), definitions (`_definitions`), what an assignment does (`_binding`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from toolcrib.checks.surface import _ir as ir
from toolcrib.checks.surface._elements import elements
from toolcrib.checks.surface._fold import binary
from toolcrib.checks.surface._holding import gives_server
from toolcrib.checks.surface._program import FRAMEWORK_ROOTS, Module
from toolcrib.checks.surface._values import (
    NONE,
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
)

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator
from toolcrib.checks.surface import _branches, _definitions
from toolcrib.checks.surface._binding import Lazy, assign, bind
from toolcrib.checks.surface._flow import NEXT, Flow, both


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
                unless = both(ev, unless, flow.unless)
                kind = flow.kind if not kind or kind == flow.kind else "return"
    finally:
        del ev.when[before:]
    return Flow("", unless, kind) if unless is not None else NEXT


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
        if isinstance(target, ir.Name | ir.Attr):
            _call_it(ev, value, target, scope)
    return NEXT


def _call_it(ev: Evaluator, value: Value, target: ir.Name | ir.Attr, scope: Scope) -> None:
    """A framework object without a name of its own is spoken of by the first name it is bound to."""
    held = value.framework if isinstance(value, Inst) else value
    if not isinstance(held, Obj):
        return
    name, around = (target.id, scope.qualname) if isinstance(target, ir.Name) else (target.name, _owner(ev))
    if isinstance(target, ir.Name):
        held.data.setdefault("bound", name)
    held.data.setdefault("places", {})[f"{ev.module.path}:{around}.{name}".replace(":.", ":")] = None


def _owner(ev: Evaluator) -> str:
    """The class whose method runs, for `self.agent = …`."""
    func = ev.frame.func if ev.frames else None
    return func.owner.qualname if func is not None and func.owner is not None else ""


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
        old.items += [Entry(e.value, conds + e.when, e.at) for e in entries]
        old.open = old.open or more
        return NEXT
    if isinstance(old, Either) and node.op == "+":
        for option in old.options:
            if isinstance(option.value, Items):
                entries, more = elements(ev, new, text)
                option.value.items += [Entry(e.value, ev.conds() + e.when, e.at) for e in entries]
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
        if isinstance(func, Func) and ev.frame.func is not None and _leads_nowhere(ev, func, value, scope):
            return NEXT
    result = ev.eval(value, scope)
    exits = isinstance(result, Ext) and result.path in (
        "sys.exit()",
        "os._exit()",
        "builtins.exit()",
        "builtins.quit()",
    )
    return Flow("raise") if exits else NEXT


def _leads_nowhere(ev: Evaluator, func: Func, call: ir.Call, scope: Scope) -> bool:
    """A call whose value is not used: it fills nothing, and it cannot lead to a registration."""
    if not isinstance(func.decl, ir.FunctionDef) or any(w.endswith("!") for w in func.decl.words):
        return False
    return not ev.relevant(func) and not gives_server(ev, call.args, scope)


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


_RUN: dict[type, Callable[[Evaluator, Any, Scope], Flow]] = {
    ir.Import: _import,
    ir.ImportFrom: _import_from,
    ir.Assign: _assign,
    ir.AugAssign: _aug_assign,
    ir.ExprStmt: _expr,
    ir.Return: _return,
    ir.Raise: _raise,
    ir.Jump: _jump,
    ir.Delete: _delete,
    ir.Scope: _scope,
    ir.If: _branches.run_if,
    ir.For: _branches.run_for,
    ir.While: _branches.run_while,
    ir.Try: _branches.run_try,
    ir.With: _branches.run_with,
    ir.Match: _branches.run_match,
    ir.FunctionDef: _definitions.run_function,
    ir.ClassDef: _definitions.run_class,
}
