"""Builtins over objects and modules: getattr and setattr, vars and dir, isinstance, importlib, pkgutil.

Room: checks, middle. What an object has is told from the program; what cannot be told stays unknown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolcrib.checks.surface._fold import text_of, truth
from toolcrib.checks.surface._holding import leads, server_of
from toolcrib.checks.surface._mounts import label_of
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


def get_attribute(ev: Evaluator, args: Args, site: Site) -> Value:
    holder, name, default = args.get(0), args.get(1), args.get(2)
    if isinstance(name, Either):
        return either(
            [
                Entry(get_attribute(ev, Args([holder or NONE, o.value, *args.positional[2:]]), site), o.when)
                for o in name.options
            ]
        )
    text = text_of(name) if name is not None else None
    server = server_of(holder)
    if server is not None and text is None:
        return _any_method(server)
    if text is None and (hidden := _may_lead(ev, holder)):
        return _one_of(hidden)
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
    if isinstance(holder, Unknown) and default is not None and f".{text}" in ev.seeds:
        return either([Entry(default), Entry(found)])  # `getattr(agent, "register_for_llm", None)`
    if missing and default is not None:
        return default if not isinstance(holder, Unknown) else either([Entry(default), Entry(Unknown(holder.reason))])
    return found


def _may_lead(ev: Evaluator, holder: Value | None) -> str:
    """A name of a module or object with which something may be registered."""
    if isinstance(holder, Mod):
        ev.run_module(holder.module)
        names = list(holder.module.scope.vars.items())
    elif isinstance(holder, Inst | Cls):
        cls = holder.cls if isinstance(holder, Inst) else holder
        names = [(name, held) for part in cls.mro() for name, held in part.ns.items() if not name.startswith("__")]
    else:
        return ""
    return next((name for name, held in names if leads(ev, held) and server_of(held) is None), "")


def _one_of(name: str) -> Native:
    """`getattr(core, how)`: what it gives may be a helper that registers."""

    def run(ev: Evaluator, args: Args, site: Site) -> Value:
        given = (*args.positional, *args.keywords.values())
        if any(isinstance(v, Func | Cls | Partial | Obj) or (isinstance(v, Inst) and not v.member) for v in given):
            ev.ledger.cannot(
                site,
                "",
                f"`{site.text}` calls something whose name cannot be told: it may register tools, as `{name}` does",
                "take it by its name, or acknowledge this place with the names that it registers",
            )
        return Unknown(f"`{site.text}` calls something whose name cannot be told")

    return Native(run, "attribute")


def _any_method(server: Obj) -> Native:
    """`getattr(server, how)` with a name that cannot be told: to call it may be to register."""

    def run(ev: Evaluator, args: Args, site: Site) -> Value:
        ev.ledger.cannot(
            site,
            server.dialect.name,
            f"`{site.text}` calls a method of the server whose name cannot be told: it may register tools",
            "call the method by its name, or acknowledge this place with the names that it registers",
            server=label_of(server),
        )
        return Unknown(f"`{site.text}` calls a method whose name cannot be told")

    return Native(run, "tool")


def model_hasattr(ev: Evaluator, args: Args, site: Site) -> Value:
    holder, name = args.get(0), args.get(1)
    text = text_of(name) if name is not None else None
    if holder is None or text is None or isinstance(holder, Unknown | Ext | Obj | Either):
        return Unknown(f"`{site.text}` cannot be told")
    found = ev.resolve(ev.attr(holder, text, site))
    return K(not isinstance(found, Unknown | Method))


def model_setattr(ev: Evaluator, args: Args, site: Site) -> Value:
    from toolcrib.checks.surface._binding import set_attribute

    holder, name, value = args.get(0), args.get(1), args.get(2)
    text = text_of(name) if name is not None else None
    if holder is not None and text is not None:
        set_attribute(ev, holder, text, value or NONE)
    return NONE


def model_vars(ev: Evaluator, args: Args, site: Site) -> Value:
    holder = args.get(0)
    if isinstance(holder, Mod):
        ev.run_module(holder.module)
        return Table({k: Entry(ev.resolve(v)) for k, v in list(holder.module.scope.vars.items())})
    if isinstance(holder, Cls):
        return Table({k: Entry(v) for k, v in holder.ns.items()})
    if isinstance(holder, Inst):
        return Table({k: Entry(v) for k, v in holder.attrs.items()})
    return Table({}, f"`{site.text}` cannot be read")


def model_dir(ev: Evaluator, args: Args, site: Site) -> Value:
    holder = args.get(0)
    if isinstance(holder, Inst):
        names = sorted({n for c in holder.cls.mro() for n in c.ns} | set(holder.attrs))
        return Items("list", [Entry(K(n)) for n in names])
    if isinstance(holder, Cls):
        return Items("list", [Entry(K(n)) for n in sorted({n for c in holder.mro() for n in c.ns})])
    table = model_vars(ev, args, site)
    assert isinstance(table, Table)  # what model_vars gives
    return Items("list", [Entry(K(n)) for n in sorted(k for k in table.entries if isinstance(k, str))], table.open)


def model_getmembers(ev: Evaluator, args: Args, site: Site) -> Value:
    holder, predicate = args.get(0) or NONE, args.get(1, "predicate")
    names = model_dir(ev, Args([holder]), site)
    assert isinstance(names, Items)  # what model_dir gives
    rows: list[Entry] = []
    for entry in names.items:
        value = get_attribute(ev, Args([holder, entry.value]), site)
        keep = truth(ev.resolve(ev.call(predicate, Args([value]), site))) if predicate is not None else True
        if keep is not False:
            rows.append(Entry(Items("tuple", [Entry(entry.value), Entry(value)])))
    return Items("list", rows, names.open)


def model_isinstance(ev: Evaluator, args: Args, site: Site) -> Value:
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


def model_issubclass(ev: Evaluator, args: Args, site: Site) -> Value:
    value, kind = args.get(0), args.get(1)
    if isinstance(value, Cls) and isinstance(kind, Cls):
        return K(kind in value.mro())
    if isinstance(value, Cls) and isinstance(kind, Ext):
        return K(kind.path in value.external_bases()) if value.external_bases() else K(False)
    return Unknown(f"`{site.text}` cannot be told")


def model_is_function(ev: Evaluator, args: Args, site: Site) -> Value:
    value = args.get(0)
    if isinstance(value, Unknown | Ext | Either) or value is None:
        return Unknown(f"`{site.text}` cannot be told")
    return K(isinstance(value, Func))


def model_is_async(ev: Evaluator, args: Args, site: Site) -> Value:
    return Unknown(f"`{site.text}` cannot be told")


def model_is_class(ev: Evaluator, args: Args, site: Site) -> Value:
    value = args.get(0)
    return K(isinstance(value, Cls)) if not isinstance(value, Unknown | Ext | Either) else Unknown("it cannot be told")


def model_callable(ev: Evaluator, args: Args, site: Site) -> Value:
    value = args.get(0)
    if isinstance(value, Func | Cls | Native | Partial):
        return K(True)
    if isinstance(value, K | Items | Table | Mod):
        return K(False)
    return Unknown(f"`{site.text}` cannot be told")


def model_type(ev: Evaluator, args: Args, site: Site) -> Value:
    value = args.get(0)
    return value.cls if isinstance(value, Inst) else Unknown("a type that cannot be told")


def model_import_module(ev: Evaluator, args: Args, site: Site) -> Value:
    name = args.get(0, "name")
    if isinstance(name, Either):
        return either(
            [
                Entry(model_import_module(ev, Args([o.value, *args.positional[1:]], args.keywords), site), o.when)
                for o in name.options
            ]
        )
    text = text_of(name) if name is not None else None
    given = args.get(1, "package")
    anchor = text_of(given) if given is not None else None
    package = ev.program.resolve(anchor, site.module) if anchor else None
    if text is None:
        if isinstance(package, Module):
            _run_below(ev, package)
        return Unknown(f"`{site.text}` imports a module whose name cannot be told")
    level = len(text) - len(text.lstrip("."))
    start = package if level and isinstance(package, Module) else site.module
    found = ev.program.resolve(text.lstrip("."), start, level)
    if isinstance(found, Module):
        ev.run_module(found)
        return Mod(found)
    return Folder(found) if found is not None else Ext(text)


def _run_below(ev: Evaluator, package: Module) -> None:
    """Any module of a package may be meant: each that matters is followed."""
    for child in ev.program.children(package):
        if child.matters:
            ev.run_module(child)
        if child.is_package:
            _run_below(ev, child)


def model_iter_modules(ev: Evaluator, args: Args, site: Site) -> Value:
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
        rows.append(Entry(Items("ModuleInfo", [Entry(NONE), Entry(name), Entry(K(child.is_package))])))
    return Items("list", rows)


def row(*values: Value) -> Value:  # reads as the row it makes
    return Items("tuple", [Entry(v) for v in values])
