"""What containers hold: the elements of an iterable, the item under a key, a value as a table.

Room: checks, middle. Every answer says whether there may be more than can be read. Not here: the displays and
subscripts themselves (`_expressions`), their methods (`_methods`, `_models_containers`).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from toolcrib.checks.surface._bounds import MAX_LOOP
from toolcrib.checks.surface._fold import (
    environment,
    text_of,
)
from toolcrib.checks.surface._program import Module
from toolcrib.checks.surface._values import (
    NONE,
    Args,
    Cls,
    Either,
    Entry,
    Ext,
    Func,
    Granted,
    Inst,
    Items,
    K,
    Mod,
    Obj,
    Table,
    Unknown,
    Value,
    either,
    outside_key,
)

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator


def as_table(value: Value) -> Table | None:
    if isinstance(value, Table):
        return value
    if isinstance(value, K) and value.value is None:
        return Table({})
    if isinstance(value, Either):  # `**({"a": 1} if x else {})`: what any arm may add
        tables = [(as_table(o.value), o.when) for o in value.options]
        if any(t is None for t, _ in tables):
            return None
        merged: dict[Any, Entry] = {}
        for table, when in tables:
            assert table is not None  # checked above
            for key, entry in table.entries.items():
                merged[key] = Entry(entry.value, when + entry.when)
        return Table(merged)
    return None


def item(ev: Evaluator, value: Value, index: Value, text: str) -> Value:
    if isinstance(value, Either):
        return either([Entry(item(ev, o.value, index, text), o.when) for o in value.options])
    if isinstance(index, Either):
        return either([Entry(item(ev, value, o.value, text), o.when) for o in index.options])
    if isinstance(value, Obj):
        found = value.dialect.item(ev, value, index)
        if found is not None:
            return found
    if isinstance(value, Ext):
        if value.path == "os.environ":
            return environment(index, None)
        if value.path == "sys.modules":
            return loaded(ev, index, text)
        put = ev.outside.get(outside_key(value, index.value if isinstance(index, K) else None, item=True))
        if put is not None:
            return put
        return value  # a generic alias: `Context[Session]` is still that class
    if isinstance(value, Cls):
        name = text_of(index)
        member = value.ns.get(name) if name is not None else None
        taker = value.find("__class_getitem__")
        if taker is not None and isinstance(taker[0], Func):
            return ev.call(taker[0].bound(value), Args([index]), ev.site(value.decl.pos))
        return member if isinstance(member, Inst) and member.member else value
    if isinstance(value, Table):
        key = index.value if isinstance(index, K) else index
        try:
            entry = value.entries.get(key)
        except TypeError:
            entry = None
        if entry is not None:
            return entry.value
        if value.factory is not None:
            made = ev.resolve(ev.call(value.factory, Args(), ev.site((1, 1, 1, 1))))
            store(value, index, Entry(made), text)
            return made
        if isinstance(index, Granted) and not value.open:  # each key under which the manifest grants it
            return Either(tuple(granted_entries(ev, value, index, text)))
        if not isinstance(index, K) and value.entries and not value.open:
            return either([Entry(e.value, e.when) for e in value.entries.values()])
        return Unknown(f"`{text}` is not in the table, as far as it can be read")
    if isinstance(value, Items) and isinstance(index, K) and isinstance(index.value, int):
        try:
            return value.items[index.value].value if not value.open or index.value >= 0 else Unknown(value.open)
        except IndexError:
            return Unknown(value.open or f"`{text}` is out of range")
    if isinstance(value, K) and isinstance(value.value, str) and isinstance(index, K) and isinstance(index.value, int):
        return K(value.value[index.value], value.conf) if -len(value.value) <= index.value < len(value.value) else NONE
    return value if isinstance(value, Unknown) else Unknown(f"`{text}` cannot be read")


def loaded(ev: Evaluator, name: Value, text: str) -> Value:
    """`sys.modules[name]`: a module of this program, or another library's."""
    dotted = text_of(name)
    if dotted is None:
        return Unknown(f"`{text}` is a module whose name cannot be told")
    found = ev.module if dotted == ev.module.name else ev.program.resolve(dotted, ev.module)
    if isinstance(found, Module):
        ev.run_module(found)
        return Mod(found)
    return Ext(dotted) if found is None else Unknown(f"`{text}` is a folder of modules")


def granted_entries(ev: Evaluator, table: Table, index: Granted, text: str) -> Iterator[Entry]:
    for key, entry in table.entries.items():
        name = text_of(table.keys.get(key, K(key)))
        if name is not None:
            grant = replace(index.grant, tool=name)
            yield Entry(entry.value, (*entry.when, ev.cond(text, str(grant.at), name, "", grant)))


def spread(ev: Evaluator, into: Items, value: Value, text: str) -> None:
    """Add the elements of `value`, with the conditions under which they are in it."""
    entries, open_ = elements(ev, value, text)
    into.items += entries
    into.open = into.open or open_


def elements(ev: Evaluator, value: Value, text: str) -> tuple[list[Entry], str]:
    """The elements of an iterable and the reason why there may be more."""
    value = ev.resolve(value)
    if isinstance(value, Items):
        return list(value.items), value.open
    if isinstance(value, Table):
        return [
            Entry(value.keys.get(k, k if isinstance(k, Value) else K(k)), e.when) for k, e in value.entries.items()
        ], value.open
    if isinstance(value, K) and isinstance(value.value, str | bytes):
        more = f"`{text}` has more than {MAX_LOOP:,} elements" if len(value.value) > MAX_LOOP else ""
        return [Entry(K(c, value.conf)) for c in value.value[:MAX_LOOP]], more
    if isinstance(value, K) and value.value is None:
        return [], ""
    if isinstance(value, Cls):
        members = [Entry(v) for v in value.ns.values() if isinstance(v, Inst) and v.member]
        return members, "" if members else f"`{text}` is a class that cannot be iterated here"
    if isinstance(value, Either):
        found: list[Entry] = []
        open_ = ""
        for option in value.options:
            inner, more = elements(ev, option.value, text)
            found += [Entry(e.value, option.when + e.when, e.at) for e in inner]
            open_ = open_ or more
        return found, open_
    if isinstance(value, Obj):
        inner_value = value.dialect.iterate(ev, value)
        if inner_value is not None:
            return elements(ev, inner_value, text)
    if isinstance(value, Inst):
        iterator = value.cls.find("__iter__")
        if iterator is not None and isinstance(iterator[0], Func):
            made = ev.call(iterator[0].bound(value), Args(), ev.site(value.cls.decl.pos))
            if isinstance(made, Items):
                return list(made.items), made.open
        if any(b.endswith(".NamedTuple") for b in value.cls.external_bases()):
            names = [n for c in reversed(list(value.cls.mro())) for n in c.annotated]
            return [Entry(ev.attr(value, name, ev.site(value.cls.decl.pos))) for name in names], ""
    if isinstance(value, Ext) and value.args is not None and value.root not in sys.stdlib_module_names:
        return [], f"dynamic surface: `{text}` holds what `{value.path}` gives"
    reason = value.reason if isinstance(value, Unknown) else ""
    return [], f"`{text}` cannot be read" + (f": {reason}" if reason else "")


def store(table: Table, key: Value, entry: Entry, text: str) -> None:
    raw = key.value if isinstance(key, K) else key
    if isinstance(key, Inst) and key.member and text_of(key) is not None:
        raw = text_of(key)
    if isinstance(key, Unknown | Either):
        table.open = table.open or f"the key `{text}` cannot be read"
        table.keys[entry] = key
        table.entries[entry] = entry  # kept: the value may be a tool although its key is unknown
        return
    try:
        table.entries[raw] = entry
        table.keys[raw] = key
        if table.names is not None and isinstance(raw, str):
            table.names.vars[raw] = entry.value
    except TypeError:
        table.open = table.open or f"the key `{text}` cannot be read"
