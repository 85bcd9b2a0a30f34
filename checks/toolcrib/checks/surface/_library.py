"""Builtins and the parts of the standard library that declarations go through.

Room: checks, middle. A table of small models; what is not here stays a dotted name that nothing is claimed about.
"""

from __future__ import annotations

import contextlib
import inspect
import textwrap
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from toolcrib.checks.surface._expressions import elements
from toolcrib.checks.surface._fold import MAX_TEXT, compare, format_value, text_of, truth
from toolcrib.checks.surface._program import Module
from toolcrib.checks.surface._values import (
    NONE,
    Args,
    Cls,
    Either,
    Entry,
    Ext,
    Folder,
    Func,
    Inst,
    Items,
    K,
    Method,
    Mod,
    Native,
    Obj,
    Partial,
    Site,
    Table,
    Unknown,
    Value,
    either,
)

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator

Model = Callable[["Evaluator", Args, Site], Value]

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


def builtin(name: str) -> Value | None:
    if name in _BUILTINS:
        return Native(_BUILTINS[name], name)
    if name in _BUILTIN_NAMES:
        return Ext(f"builtins.{name}" if name not in ("str",) else "str")
    return None


def call(ev: Evaluator, path: str, args: Args, site: Site) -> Value | None:
    """A call of a library function by its dotted name, or None when there is no model of it."""
    model = _MODELS.get(path)
    if model is None and path.startswith(("builtins.", "str")):
        name = path.removeprefix("builtins.")
        model = _BUILTINS.get(name)
    return model(ev, args, site) if model is not None else None


# --- text, environment -----------------------------------------------------------------------------------------------


def environment(name: Value, default: Value | None) -> Value:
    """A value that the environment sets: its default counts, and that it is one is remembered."""
    key = text_of(name) or "?"
    if default is None or isinstance(default, K):
        return K(default.value if isinstance(default, K) else None, f"the environment variable {key}")
    return default


def _getenv(ev: Evaluator, args: Args, site: Site) -> Value:
    return environment(args.get(0, "key") or NONE, args.get(1, "default"))


def _dedent(ev: Evaluator, args: Args, site: Site) -> Value:
    return _on_text(args, textwrap.dedent)


def _cleandoc(ev: Evaluator, args: Args, site: Site) -> Value:
    return _on_text(args, inspect.cleandoc)


def _on_text(args: Args, make: Callable[[str], str]) -> Value:
    value = args.get(0)
    if isinstance(value, K) and isinstance(value.value, str):
        return K(make(value.value), value.conf, value.at)
    return value if isinstance(value, Unknown) else Unknown("a text that cannot be folded")


def _getdoc(ev: Evaluator, args: Args, site: Site) -> Value:
    value = args.get(0)
    doc = ev.attr(value, "__doc__", site) if value is not None else NONE
    return _on_text(Args([doc]), inspect.cleandoc) if isinstance(doc, K) and doc.value is not None else doc


def _str(ev: Evaluator, args: Args, site: Site) -> Value:
    value = args.get(0)
    return K("") if value is None else format_value(value, "s", "", site.text)


def add_argument(ev: Evaluator, args: Args) -> None:
    """argparse: remember an option's default under the name that `args.<name>` reads."""
    names = [t for t in (text_of(a) for a in args.positional) if t]
    dest = text_of(args.get(None, "dest") or NONE) or next(
        (n for n in names if n.startswith("--")), names[0] if names else ""
    )
    action = text_of(args.get(None, "action") or NONE)
    default = args.get(None, "default")
    if default is None and action in ("store_true", "store_false"):
        default = K(action == "store_false")
    ev.options[dest.lstrip("-").replace("-", "_")] = default if isinstance(default, K) else NONE


# --- functions -------------------------------------------------------------------------------------------------------


def _wraps(ev: Evaluator, args: Args, site: Site) -> Value:
    wrapped = args.get(0, "wrapped")

    def apply(ev: Evaluator, inner: Args, site: Site) -> Value:
        wrapper = inner.get(0)
        if isinstance(wrapper, Func) and isinstance(wrapped, Func):
            copy = Func(wrapper.decl, wrapper.scope, wrapper.defaults, wrapper.qualname, wrapper.receiver)
            copy.attrs = {**wrapped.attrs, **wrapper.attrs}
            copy.wraps = wrapped
            copy.owner = wrapped.owner
            return copy
        if isinstance(wrapper, Func) and isinstance(wrapped, Obj) and isinstance(wrapped.data.get("function"), Func):
            return apply_to(wrapper, wrapped.data["function"])
        if isinstance(wrapper, Func) and wrapped is not None and not isinstance(wrapped, Func):
            copy = Func(wrapper.decl, wrapper.scope, wrapper.defaults, wrapper.qualname, wrapper.receiver)
            copy.attrs = {"__name__": ev.attr(wrapped, "__name__", site), **wrapper.attrs}
            return copy
        return wrapper if wrapper is not None else NONE

    def apply_to(wrapper: Func, original: Func) -> Value:
        copy = Func(wrapper.decl, wrapper.scope, wrapper.defaults, wrapper.qualname, wrapper.receiver)
        copy.wraps = original
        return copy

    return Native(apply, "functools.wraps")


def _update_wrapper(ev: Evaluator, args: Args, site: Site) -> Value:
    wrapper, wrapped = args.get(0), args.get(1)
    return ev.call(_wraps(ev, Args([wrapped or NONE]), site), Args([wrapper or NONE]), site)


def _partial(ev: Evaluator, args: Args, site: Site) -> Value:
    if not args.positional:
        return Unknown("functools.partial without a function")
    return Partial(args.positional[0], Args(args.positional[1:], dict(args.keywords), args.open))


def _identity(ev: Evaluator, args: Args, site: Site) -> Value:
    return args.get(0) or NONE


def _second(ev: Evaluator, args: Args, site: Site) -> Value:
    return args.get(1) or NONE


def _identity_decorator(ev: Evaluator, args: Args, site: Site) -> Value:
    """`@x` and `@x(…)` both give back the function."""
    first = args.get(0)
    return first if isinstance(first, Func) else Native(_identity)


def _kind(kind: str) -> Model:
    def mark(ev: Evaluator, args: Args, site: Site) -> Value:
        value = args.get(0)
        if isinstance(value, Func):
            value.kind = kind
        return value or NONE

    return mark


def _run_callable(ev: Evaluator, args: Args, site: Site) -> Value:
    """asyncio.run(main()) has already followed the call; anyio.run(main, …) calls it."""
    value = args.get(0)
    if isinstance(value, Func | Partial):
        return ev.call(value, Args(args.positional[1:]), site)
    return value or NONE


# --- containers ------------------------------------------------------------------------------------------------------


def _sequence(kind: str) -> Model:
    def make(ev: Evaluator, args: Args, site: Site) -> Value:
        value = args.get(0)
        if value is None:
            return Items(kind, [])
        found, more = elements(ev, value, site.text)
        return Items(kind, [Entry(e.value, e.when) for e in found], more)

    return make


def _sorted(ev: Evaluator, args: Args, site: Site) -> Value:
    found, more = elements(ev, args.get(0) or NONE, site.text)
    if args.get(None, "key") is None and all(isinstance(e.value, K) for e in found):
        with contextlib.suppress(TypeError):
            found = sorted(found, key=lambda e: e.value.value)  # type: ignore[attr-defined]  # all are K, see above
    return Items("list", list(found), more)


def _dict(ev: Evaluator, args: Args, site: Site) -> Value:
    from toolcrib.checks.surface._expressions import as_table, store

    table = Table({}, args.open)
    first = args.get(0)
    if first is not None:
        other = as_table(first)
        if other is not None:
            table.entries.update(other.entries)
            table.keys.update(other.keys)
            table.open = table.open or other.open
        else:
            found, more = elements(ev, first, site.text)
            table.open = table.open or more
            for entry in found:
                pair, _ = elements(ev, entry.value, site.text)
                if len(pair) == 2:
                    store(table, pair[0].value, Entry(pair[1].value, entry.when), site.text)
                else:
                    table.open = table.open or f"`{site.text}` cannot be read"
    table.entries.update({k: Entry(v) for k, v in args.keywords.items()})
    return table


def _zip(ev: Evaluator, args: Args, site: Site) -> Value:
    columns = [elements(ev, a, site.text) for a in args.positional]
    rows = [
        Entry(Items("tuple", [Entry(e.value) for e in row]), tuple(c for e in row for c in e.when))
        for row in zip(*(c for c, _ in columns), strict=False)
    ]
    return Items("list", rows, next((more for _, more in columns if more), ""))


def _enumerate(ev: Evaluator, args: Args, site: Site) -> Value:
    found, more = elements(ev, args.get(0) or NONE, site.text)
    start = args.get(1, "start")
    first = start.value if isinstance(start, K) and isinstance(start.value, int) else 0
    rows = [Entry(Items("tuple", [Entry(K(i)), Entry(e.value)]), e.when) for i, e in enumerate(found, first)]
    return Items("list", rows, more)


def _range(ev: Evaluator, args: Args, site: Site) -> Value:
    bounds = [a.value for a in args.positional if isinstance(a, K) and isinstance(a.value, int)]
    if len(bounds) != len(args.positional) or not 1 <= len(bounds) <= 3 or (len(bounds) == 3 and bounds[2] == 0):
        return Items("list", [], f"`{site.text}` cannot be read")
    numbers = range(*bounds)
    if len(numbers) > 1000:
        return Items("list", [], f"`{site.text}` is too long to follow")
    return Items("list", [Entry(K(n)) for n in numbers])


def _map(ev: Evaluator, args: Args, site: Site) -> Value:
    func = args.get(0) or NONE
    found, more = elements(ev, args.get(1) or NONE, site.text)
    return Items("list", [Entry(ev.resolve(ev.call(func, Args([e.value]), site)), e.when) for e in found], more)


def _filter(ev: Evaluator, args: Args, site: Site) -> Value:
    func = args.get(0) or NONE
    found, more = elements(ev, args.get(1) or NONE, site.text)
    kept: list[Entry] = []
    for entry in found:
        known = truth(entry.value if isinstance(func, K) else ev.resolve(ev.call(func, Args([entry.value]), site)))
        if known is not False:
            extra = () if known else (ev.cond(f"kept by {site.text}", str(site.location), "if"),)
            kept.append(Entry(entry.value, entry.when + extra))
    return Items("list", kept, more)


def _reversed(ev: Evaluator, args: Args, site: Site) -> Value:
    found, more = elements(ev, args.get(0) or NONE, site.text)
    return Items("list", list(reversed(found)), more)


def _chain(ev: Evaluator, args: Args, site: Site) -> Value:
    joined = Items("list", [])
    for value in args.positional:
        found, more = elements(ev, value, site.text)
        joined.items += found
        joined.open = joined.open or more
    return joined


def _chain_from(ev: Evaluator, args: Args, site: Site) -> Value:
    found, more = elements(ev, args.get(0) or NONE, site.text)
    joined = _chain(ev, Args([e.value for e in found]), site)
    assert isinstance(joined, Items)  # what _chain gives
    joined.open = joined.open or more
    return joined


def _len(ev: Evaluator, args: Args, site: Site) -> Value:
    found, more = elements(ev, args.get(0) or NONE, site.text)
    return Unknown("a length that cannot be told") if more or any(e.when for e in found) else K(len(found))


def _any_all(want: bool) -> Model:
    def run(ev: Evaluator, args: Args, site: Site) -> Value:
        found, more = elements(ev, args.get(0) or NONE, site.text)
        known = [truth(e.value) if not e.when else None for e in found]
        if want in known:
            return K(want)
        return Unknown(f"`{site.text}` cannot be told") if more or None in known else K(not want)

    return run


def _next(ev: Evaluator, args: Args, site: Site) -> Value:
    found, more = elements(ev, args.get(0) or NONE, site.text)
    if found and not found[0].when:
        return found[0].value
    default = args.get(1)
    options = [Entry(e.value, e.when) for e in found] + ([Entry(default)] if default is not None else [])
    return either(options) if options else Unknown(more or "an empty iterator")


# --- objects ---------------------------------------------------------------------------------------------------------


def _getattr(ev: Evaluator, args: Args, site: Site) -> Value:
    holder, name, default = args.get(0), args.get(1), args.get(2)
    if isinstance(name, Either):
        return either(
            [
                Entry(_getattr(ev, Args([holder or NONE, o.value, *args.positional[2:]]), site), o.when)
                for o in name.options
            ]
        )
    text = text_of(name) if name is not None else None
    if holder is None or text is None:
        return Unknown(f"`{site.text}` reads an attribute whose name cannot be told")
    if isinstance(holder, Ext) and text.startswith("_") and default is not None:
        return default  # a mark that local code puts on its own functions
    found = ev.resolve(ev.attr(holder, text, site))
    missing = isinstance(found, Unknown) or (
        isinstance(found, Method) and not isinstance(found.receiver, Obj) and isinstance(found.receiver, Func | Unknown)
    )
    if (text.startswith("_") and not text.startswith("__")) or text.endswith("__"):
        missing = (
            missing or isinstance(found, Ext) or (isinstance(found, Method) and not isinstance(found.receiver, Obj))
        )
    if missing and default is not None:
        return default if not isinstance(holder, Unknown) else either([Entry(default), Entry(Unknown(holder.reason))])
    return found


def _hasattr(ev: Evaluator, args: Args, site: Site) -> Value:
    holder, name = args.get(0), args.get(1)
    text = text_of(name) if name is not None else None
    if holder is None or text is None or isinstance(holder, Unknown | Ext | Obj | Either):
        return Unknown(f"`{site.text}` cannot be told")
    found = ev.resolve(ev.attr(holder, text, site))
    return K(not isinstance(found, Unknown | Method))


def _setattr(ev: Evaluator, args: Args, site: Site) -> Value:
    from toolcrib.checks.surface._statements import set_attribute

    holder, name, value = args.get(0), args.get(1), args.get(2)
    text = text_of(name) if name is not None else None
    if holder is not None and text is not None:
        set_attribute(ev, holder, text, value or NONE)
    return NONE


def _vars(ev: Evaluator, args: Args, site: Site) -> Value:
    holder = args.get(0)
    if isinstance(holder, Mod):
        ev.run_module(holder.module)
        return Table({k: Entry(ev.resolve(v)) for k, v in list(holder.module.scope.vars.items())})
    if isinstance(holder, Cls):
        return Table({k: Entry(v) for k, v in holder.ns.items()})
    if isinstance(holder, Inst):
        return Table({k: Entry(v) for k, v in holder.attrs.items()})
    return Table({}, f"`{site.text}` cannot be read")


def _dir(ev: Evaluator, args: Args, site: Site) -> Value:
    holder = args.get(0)
    if isinstance(holder, Inst):
        names = sorted({n for c in holder.cls.mro() for n in c.ns} | set(holder.attrs))
        return Items("list", [Entry(K(n)) for n in names])
    if isinstance(holder, Cls):
        return Items("list", [Entry(K(n)) for n in sorted({n for c in holder.mro() for n in c.ns})])
    table = _vars(ev, args, site)
    assert isinstance(table, Table)  # what _vars gives
    return Items("list", [Entry(K(n)) for n in sorted(k for k in table.entries if isinstance(k, str))], table.open)


def _getmembers(ev: Evaluator, args: Args, site: Site) -> Value:
    holder, predicate = args.get(0) or NONE, args.get(1, "predicate")
    names = _dir(ev, Args([holder]), site)
    assert isinstance(names, Items)  # what _dir gives
    rows: list[Entry] = []
    for entry in names.items:
        value = _getattr(ev, Args([holder, entry.value]), site)
        keep = truth(ev.resolve(ev.call(predicate, Args([value]), site))) if predicate is not None else True
        if keep is not False:
            rows.append(Entry(Items("tuple", [Entry(entry.value), Entry(value)])))
    return Items("list", rows, names.open)


def _isinstance(ev: Evaluator, args: Args, site: Site) -> Value:
    value, kinds = args.get(0) or NONE, args.get(1) or NONE
    options = [e.value for e in kinds.items] if isinstance(kinds, Items) else [kinds]
    found = [_is_a(value, ev.resolve(kind)) for kind in options]
    if True in found:
        return K(True)
    return K(False) if all(f is False for f in found) else Unknown(f"`{site.text}` cannot be told")


_PLAIN = {"str": str, "int": int, "float": float, "bool": bool, "bytes": bytes}


def _is_a(value: Value, kind: Value) -> bool | None:
    if isinstance(kind, Cls):
        if isinstance(value, Inst):
            return kind in value.cls.mro()
        return False if isinstance(value, K | Items | Table | Func | Cls | Mod) else None
    name = (
        kind.label if isinstance(kind, Native) else kind.path.removeprefix("builtins.") if isinstance(kind, Ext) else ""
    )
    if isinstance(value, K) and name in _PLAIN:
        return isinstance(value.value, _PLAIN[name])
    if isinstance(value, Items) and name in ("list", "tuple", "set", "dict", "str"):
        return value.kind == name
    if isinstance(value, Table) and name in ("list", "tuple", "set", "dict", "str"):
        return name == "dict"
    if isinstance(value, Cls) and name == "type":
        return True
    if isinstance(value, Func | Obj | Inst | Cls | Mod) and name in (*_PLAIN, "list", "tuple", "set", "dict"):
        return False
    return None


def _issubclass(ev: Evaluator, args: Args, site: Site) -> Value:
    value, kind = args.get(0), args.get(1)
    if isinstance(value, Cls) and isinstance(kind, Cls):
        return K(kind in value.mro())
    if isinstance(value, Cls) and isinstance(kind, Ext):
        return K(kind.path in value.external_bases()) if value.external_bases() else K(False)
    return Unknown(f"`{site.text}` cannot be told")


def _is_function(ev: Evaluator, args: Args, site: Site) -> Value:
    value = args.get(0)
    if isinstance(value, Unknown | Ext | Either) or value is None:
        return Unknown(f"`{site.text}` cannot be told")
    return K(isinstance(value, Func))


def _is_async(ev: Evaluator, args: Args, site: Site) -> Value:
    return Unknown(f"`{site.text}` cannot be told")


def _is_class(ev: Evaluator, args: Args, site: Site) -> Value:
    value = args.get(0)
    return K(isinstance(value, Cls)) if not isinstance(value, Unknown | Ext | Either) else Unknown("it cannot be told")


def _callable(ev: Evaluator, args: Args, site: Site) -> Value:
    value = args.get(0)
    if isinstance(value, Func | Cls | Native | Partial):
        return K(True)
    if isinstance(value, K | Items | Table | Mod):
        return K(False)
    return Unknown(f"`{site.text}` cannot be told")


def _type(ev: Evaluator, args: Args, site: Site) -> Value:
    value = args.get(0)
    return value.cls if isinstance(value, Inst) else Unknown("a type that cannot be told")


def _import_module(ev: Evaluator, args: Args, site: Site) -> Value:
    name = args.get(0, "name")
    if isinstance(name, Either):
        return either(
            [
                Entry(_import_module(ev, Args([o.value, *args.positional[1:]], args.keywords), site), o.when)
                for o in name.options
            ]
        )
    text = text_of(name) if name is not None else None
    if text is None:
        return Unknown(f"`{site.text}` imports a module whose name cannot be told")
    level = len(text) - len(text.lstrip("."))
    found = ev.program.resolve(text.lstrip("."), site.module, level)
    if isinstance(found, Module):
        ev.run_module(found)
        return Mod(found)
    return Folder(found) if found is not None else Ext(text)


def _iter_modules(ev: Evaluator, args: Args, site: Site) -> Value:
    """pkgutil.iter_modules(package.__path__): the modules of that package, as (finder, name, ispkg)."""
    where = args.get(0, "path")
    prefix = args.get(1, "prefix")
    start = text_of(prefix) if prefix is not None else ""
    package = where.items[0].value if isinstance(where, Items) and where.items else where
    if isinstance(package, Method) and package.name == "__path__":
        package = package.receiver
    module = package.module if isinstance(package, Mod) else None
    if module is None:
        return Items("list", [], f"`{site.text}` lists modules of a folder that cannot be told")
    rows = []
    for child in ev.program.children(module):
        name = K(f"{start}{child.name.rpartition('.')[2]}")
        row = Inst_row(K(None), name, K(child.is_package))
        rows.append(Entry(row))
    return Items("list", rows)


def Inst_row(*values: Value) -> Value:  # noqa: N802  # reads as the row it makes
    return Items("tuple", [Entry(v) for v in values])


# --- methods of constants and containers -----------------------------------------------------------------------------


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
        if len(plain) == len(args.positional) and len(receiver.value) < MAX_TEXT:
            try:
                made: Any = getattr(receiver.value, name)(*plain)
            except (TypeError, ValueError):
                return Unknown(f"`{site.text}` cannot be folded")
            if isinstance(made, list | tuple):
                return Items("list", [Entry(K(p, receiver.conf)) for p in made])
            return K(made, receiver.conf, receiver.at)
    return Unknown(f"`{site.text}` cannot be folded")


def _format(receiver: K, args: Args, site: Site) -> Value:
    plain = [a.value for a in args.positional if isinstance(a, K)]
    named = {k: v.value for k, v in args.keywords.items() if isinstance(v, K)}
    if len(plain) != len(args.positional) or len(named) != len(args.keywords) or args.open:
        return Unknown(f"`{site.text}` is formatted with values that cannot be read")
    if any(not isinstance(v, str | int) for v in (*plain, *named.values())) or len(receiver.value) > 10_000:
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
        receiver.items.append(Entry(args.positional[0], conds))
        return NONE
    if name == "insert" and len(args.positional) == 2:
        where = args.positional[0]
        index = where.value if isinstance(where, K) and isinstance(where.value, int) else len(receiver.items)
        receiver.items.insert(index, Entry(args.positional[1], conds))
        return NONE
    if name in ("extend", "update"):
        for value in args.positional:
            found, more = elements(ev, value, site.text)
            receiver.items += [Entry(e.value, conds + e.when) for e in found]
            receiver.open = receiver.open or more
        return NONE
    if name in ("copy", "union"):
        return _chain(ev, Args([receiver, *args.positional]), site)
    if name == "pop" and receiver.items and not conds:
        return receiver.items.pop().value
    if name in ("remove", "discard") and args.positional and not conds:
        receiver.items = [e for e in receiver.items if compare("==", e.value, args.positional[0]) is not True]
        return NONE
    if name == "clear" and not conds:
        receiver.items.clear()
        return NONE
    if name in ("sort", "reverse"):
        return NONE
    return Unknown(f"`{site.text}` cannot be followed")


def _dict_method(ev: Evaluator, receiver: Table, name: str, args: Args, site: Site) -> Value:
    from toolcrib.checks.surface._expressions import as_table, item, store

    keys = {k: receiver.keys.get(k, k if isinstance(k, Value) else K(k)) for k in receiver.entries}
    if name == "values":
        return Items("list", [Entry(e.value, e.when) for e in receiver.entries.values()], receiver.open)
    if name == "keys":
        return Items("list", [Entry(keys[k], e.when) for k, e in receiver.entries.items()], receiver.open)
    if name == "items":
        rows = [Entry(Inst_row(keys[k], e.value), e.when) for k, e in receiver.entries.items()]
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
                receiver.open = receiver.open or other.open
        for key, value in args.keywords.items():
            store(receiver, K(key), Entry(value, ev.conds()), key)
        return NONE
    return (
        item(ev, receiver, K(name), site.text)
        if name == "__getitem__"
        else Unknown(f"`{site.text}` cannot be followed")
    )


def _dict_get(ev: Evaluator, receiver: Table, name: str, args: Args, site: Site) -> Value:
    from toolcrib.checks.surface._expressions import item

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
            receiver.entries[key.value] = Entry(default, ev.conds())
            return default
        return default if not receiver.open else Unknown(receiver.open)
    return either([Entry(item(ev, receiver, key, site.text)), Entry(default)])


_BUILTIN_NAMES = frozenset(
    [
        "object",
        "type",
        "Exception",
        "ValueError",
        "print",
        "property",
        "staticmethod",
        "classmethod",
        "id",
        "repr",
        "hash",
    ]
)
_BUILTINS: dict[str, Model] = {
    "list": _sequence("list"), "tuple": _sequence("tuple"), "set": _sequence("set"), "frozenset": _sequence("set"),
    "iter": _sequence("list"), "dict": _dict, "str": _str, "sorted": _sorted, "zip": _zip, "enumerate": _enumerate,
    "range": _range, "map": _map, "filter": _filter, "reversed": _reversed, "len": _len, "any": _any_all(True),
    "all": _any_all(False), "next": _next, "getattr": _getattr, "hasattr": _hasattr, "setattr": _setattr,
    "vars": _vars, "dir": _dir, "isinstance": _isinstance, "issubclass": _issubclass, "callable": _callable,
    "type": _type, "property": _kind("property"), "staticmethod": _kind("static"), "classmethod": _kind("class"),
    "__import__": _import_module,
}  # fmt: skip
_MODELS: dict[str, Model] = {
    "os.getenv": _getenv, "os.environ.get": _getenv, "textwrap.dedent": _dedent, "inspect.cleandoc": _cleandoc,
    "inspect.getdoc": _getdoc, "functools.wraps": _wraps, "functools.update_wrapper": _update_wrapper,
    "functools.partial": _partial, "functools.cached_property": _kind("property"), "functools.cache": _identity,
    "functools.lru_cache": _identity_decorator, "typing.cast": _second, "typing_extensions.cast": _second,
    "copy.copy": _identity, "copy.deepcopy": _identity, "asyncio.run": _run_callable, "anyio.run": _run_callable,
    "trio.run": _run_callable, "itertools.chain": _chain, "itertools.chain.from_iterable": _chain_from,
    "inspect.getmembers": _getmembers, "inspect.isfunction": _is_function, "inspect.ismethod": _is_function,
    "inspect.isroutine": _is_function, "inspect.iscoroutinefunction": _is_async, "inspect.isclass": _is_class,
    "asyncio.iscoroutinefunction": _is_async, "importlib.import_module": _import_module,
    "pkgutil.iter_modules": _iter_modules, "pkgutil.walk_packages": _iter_modules,
    "contextlib.contextmanager": _identity, "contextlib.asynccontextmanager": _identity,
    "dataclasses.dataclass": _identity_decorator, "abc.abstractmethod": _identity, "types.MappingProxyType": _identity,
    "collections.OrderedDict": _dict, "collections.deque": _sequence("list"), "asyncio.gather": _chain,
    "typing.final": _identity, "typing.overload": _identity, "collections.defaultdict": lambda ev, a, s: Table({}),
}  # fmt: skip
