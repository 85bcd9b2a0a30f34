"""Methods of constants and containers: text, lists, dictionaries.

Room: checks, middle. A change to a container keeps the conditions of the moment.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolcrib.checks.surface._elements import elements
from toolcrib.checks.surface._fold import MAX_TEXT, compare, text_of, too_wide
from toolcrib.checks.surface._values import (
    NONE,
    Args,
    Cls,
    Entry,
    Func,
    Items,
    K,
    Native,
    Site,
    Table,
    Unknown,
    Value,
    either,
)

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator
from toolcrib.checks.surface._models_containers import chain
from toolcrib.checks.surface._models_objects import row

_STRING_METHODS = frozenset(
    [
        "upper",
        "lower",
        "title",
        "strip",
        "lstrip",
        "rstrip",
        "replace",
        "removeprefix",
        "removesuffix",
        "startswith",
        "endswith",
        "capitalize",
        "casefold",
        "zfill",
        "isdigit",
        "isidentifier",
        "isupper",
        "islower",
        "swapcase",
        "split",
        "rsplit",
        "splitlines",
        "partition",
        "rpartition",
        "find",
        "count",
    ]
)


def method(ev: Evaluator, receiver: Value, name: str, args: Args, site: Site) -> Value:
    if isinstance(receiver, K) and isinstance(receiver.value, str):
        return _string_method(ev, receiver, name, args, site)
    if isinstance(receiver, Items):
        return _list_method(ev, receiver, name, args, site)
    if isinstance(receiver, Table):
        return _dict_method(ev, receiver, name, args, site)
    if isinstance(receiver, Native) and receiver.label == "dict" and name == "fromkeys":
        found, more = elements(ev, args.get(0) or NONE, site.text)
        return Table({e.value.value: Entry(args.get(1) or NONE) for e in found if isinstance(e.value, K)}, more)
    if isinstance(receiver, Native) and receiver.label == "str" and name == "join":
        joiner = args.get(0)
        if isinstance(joiner, K):
            return _string_method(ev, joiner, name, Args(args.positional[1:]), site)
    if isinstance(receiver, Cls) and name == "__subclasses__":
        return Items("list", [Entry(c) for c in ev.classes if receiver in c.bases])
    if isinstance(receiver, Func) and name == "__get__":
        return receiver.bound(args.get(0) or NONE)
    return Unknown(f"`{site.text}` cannot be followed")


def _string_method(ev: Evaluator, receiver: K, name: str, args: Args, site: Site) -> Value:
    if name == "join":
        found, more = elements(ev, args.get(0) or NONE, site.text)
        parts = [text_of(e.value) for e in found]
        if more or any(p is None for p in parts) or any(e.when for e in found) or not isinstance(receiver, K):
            return Unknown(more or f"`{site.text}` joins parts that cannot be read")
        return K(str(receiver.value).join(p for p in parts if p is not None), receiver.conf)
    if name == "format":
        return _format(receiver, args, site)
    if name in _STRING_METHODS and not args.keywords:
        plain = [a.value for a in args.positional if isinstance(a, K)]
        if len(plain) == len(args.positional) and _most(receiver.value, name, plain) < MAX_TEXT:
            try:
                made: Any = getattr(receiver.value, name)(*plain)
            except (TypeError, ValueError):
                return Unknown(f"`{site.text}` cannot be folded")
            if isinstance(made, list | tuple):
                return Items("list", [Entry(K(p, receiver.conf)) for p in made])
            return K(made, receiver.conf, receiver.at)
    return Unknown(f"`{site.text}` cannot be folded")


def _most(text: str, name: str, given: list[Any]) -> int:
    """How long the text may be that a method makes."""
    numbers = [one for one in given if isinstance(one, int)] if name == "zfill" else []
    texts = [len(one) for one in given if isinstance(one, str)] if name == "replace" else []
    return max([(len(text) + 1) * max([1, *texts]), *numbers])


def _format(receiver: K, args: Args, site: Site) -> Value:
    plain = [a.value for a in args.positional if isinstance(a, K)]
    named = {k: v.value for k, v in args.keywords.items() if isinstance(v, K)}
    if len(plain) != len(args.positional) or len(named) != len(args.keywords) or args.open:
        return Unknown(f"`{site.text}` is formatted with values that cannot be read")
    if (
        any(not isinstance(v, str | int) for v in (*plain, *named.values()))
        or len(receiver.value) > 10_000
        or too_wide(receiver.value)
    ):
        return Unknown(f"`{site.text}` cannot be folded")
    conf = next(
        (v.conf for v in (*args.positional, *args.keywords.values()) if isinstance(v, K) and v.conf), receiver.conf
    )
    try:
        return K(receiver.value.format(*plain, **named), conf, receiver.at)
    except (KeyError, IndexError, ValueError, AttributeError):
        return Unknown(f"`{site.text}` cannot be folded")


def _list_method(ev: Evaluator, receiver: Items, name: str, args: Args, site: Site) -> Value:
    conds = ev.conds()
    if name in ("append", "add") and args.positional:
        receiver.items.append(Entry(args.positional[0], conds, (site.module.path, site.pos)))
        return NONE
    if name == "insert" and len(args.positional) == 2:
        where = args.positional[0]
        index = where.value if isinstance(where, K) and isinstance(where.value, int) else len(receiver.items)
        receiver.items.insert(index, Entry(args.positional[1], conds))
        return NONE
    if name in ("extend", "update"):
        for value in args.positional:
            found, more = elements(ev, value, site.text)
            receiver.items += [Entry(e.value, conds + e.when, e.at) for e in found]
            receiver.open = receiver.open or more
        return NONE
    if name in ("copy", "union"):
        return chain(ev, Args([receiver, *args.positional]), site)
    if name in ("pop", "popleft") and receiver.items and not conds:
        return _take(receiver, name, args)
    if name == "appendleft" and args.positional:
        receiver.items.insert(0, Entry(args.positional[0], conds))
        return NONE
    if name in ("remove", "discard") and args.positional and not conds:
        receiver.items = [e for e in receiver.items if compare("==", e.value, args.positional[0]) is not True]
        return NONE
    if name == "clear" and not conds:
        receiver.items.clear()
        return NONE
    if name in ("sort", "reverse"):
        return NONE
    if name not in _READING:
        receiver.open = receiver.open or f"`{site.text}` may add elements"
    return Unknown(f"`{site.text}` cannot be followed")


_READING = frozenset(
    [
        "clear", "count", "difference", "discard", "index", "intersection", "isdisjoint", "issubset", "issuperset",
        "pop", "popleft", "remove", "send", "aclose", "asend", "close", "throw", "symmetric_difference", "rotate",
        "get", "popitem", "difference_update", "intersection_update", "move_to_end", "__contains__", "__len__",
    ]
)  # fmt: skip


def _take(receiver: Items, name: str, args: Args) -> Value:
    where = args.get(0)
    if where is None:
        return receiver.items.pop(0 if name == "popleft" else -1).value
    if (
        isinstance(where, K)
        and isinstance(where.value, int)
        and -len(receiver.items) <= where.value < len(receiver.items)
    ):
        return receiver.items.pop(where.value).value
    return Unknown("which element is taken cannot be told")


def _dict_method(ev: Evaluator, receiver: Table, name: str, args: Args, site: Site) -> Value:
    from toolcrib.checks.surface._elements import as_table, item, store

    keys = {k: receiver.keys.get(k, k if isinstance(k, Value) else K(k)) for k in receiver.entries}
    if name == "values":
        return Items("list", [Entry(e.value, e.when) for e in receiver.entries.values()], receiver.open)
    if name == "keys":
        return Items("list", [Entry(keys[k], e.when) for k, e in receiver.entries.items()], receiver.open)
    if name == "items":
        rows = [Entry(row(keys[k], e.value), e.when) for k, e in receiver.entries.items()]
        return Items("list", rows, receiver.open)
    if name in ("get", "pop", "setdefault") and args.positional:
        return _dict_get(ev, receiver, name, args, site)
    if name == "copy":
        return Table(dict(receiver.entries), receiver.open, receiver.at, dict(receiver.keys))
    if name == "update":
        for value in args.positional:
            other = as_table(value)
            if other is None:
                receiver.open = receiver.open or f"`{site.text}` adds what cannot be read"
            else:
                conds = ev.conds()
                receiver.entries.update({k: Entry(e.value, conds + e.when) for k, e in other.entries.items()})
                receiver.keys.update(other.keys)
                if receiver.names is not None:
                    receiver.names.vars.update((k, e.value) for k, e in other.entries.items() if isinstance(k, str))
                receiver.open = receiver.open or other.open
        for key, value in args.keywords.items():
            store(receiver, K(key), Entry(value, ev.conds()), key)
        return NONE
    if name == "__getitem__" and args.positional:
        return item(ev, receiver, args.positional[0], site.text)
    if name == "__setitem__" and len(args.positional) == 2:
        store(receiver, args.positional[0], Entry(args.positional[1], ev.conds()), site.text)
        return NONE
    if name == "clear" and not ev.when:
        receiver.entries.clear()
        return NONE
    if name not in _READING:
        receiver.open = receiver.open or f"`{site.text}` may add elements"
    return Unknown(f"`{site.text}` cannot be followed")


def _dict_get(ev: Evaluator, receiver: Table, name: str, args: Args, site: Site) -> Value:
    from toolcrib.checks.surface._elements import item, store

    key, default = args.positional[0], args.get(1) or NONE
    if isinstance(key, K):
        try:
            entry = receiver.entries.get(key.value)
        except TypeError:
            entry = None
        if entry is not None:
            if name == "pop" and not ev.when:
                receiver.entries.pop(key.value)
            return either([Entry(entry.value, entry.when), Entry(default)]) if entry.when else entry.value
        if name == "setdefault":
            store(receiver, key, Entry(default, ev.conds()), site.text)
            return default
        return default if not receiver.open else Unknown(receiver.open)
    if name == "setdefault":
        store(receiver, key, Entry(default, ev.conds()), site.text)
    return either([Entry(item(ev, receiver, key, site.text)), Entry(default)])
