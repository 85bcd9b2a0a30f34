"""Names, attributes and items: what an assignment does.

Room: checks, middle. What is set under a condition may still be what it was before.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from toolcrib.checks.surface import _ir as ir
from toolcrib.checks.surface._elements import elements, store
from toolcrib.checks.surface._program import Module
from toolcrib.checks.surface._values import (
    Args,
    Cls,
    Either,
    Entry,
    Ext,
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
    outside_key,
)

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator


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
        ev.handles.gave(ev, place, name, value)
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
    elif isinstance(holder, Ext):
        _put_outside(ev, outside_key(holder, index.value if isinstance(index, K) else None, item=True), value)


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
    elif isinstance(holder, Ext):
        _put_outside(ev, outside_key(holder, name), value)


def _put_outside(ev: Evaluator, key: tuple[object, ...], value: Value) -> None:
    """`app.state.server = …` on another library's object: it is there when the same object is asked for it."""
    old = ev.outside.get(key)
    ev.outside[key] = either([Entry(old), Entry(value)]) if old is not None and ev.when else value


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
