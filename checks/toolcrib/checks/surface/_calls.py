"""Calls: whatever is called is sent to what knows it: a function, a class, a dialect, a library.

Room: checks, middle. What leaves the program with something that can register is said. Not here: following a
function (`_functions`), making an object (`_instances`).
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from toolcrib.checks.surface import _copies, _library
from toolcrib.checks.surface._choices import each_function
from toolcrib.checks.surface._functions import SETTLE, call_function
from toolcrib.checks.surface._instances import instantiate
from toolcrib.checks.surface._values import (
    Args,
    Cls,
    Either,
    Entry,
    Ext,
    Func,
    Inst,
    K,
    Method,
    Native,
    Obj,
    Partial,
    Site,
    Unknown,
    Value,
    either,
)

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator


def call(ev: Evaluator, func: Value, args: Args, site: Site) -> Value:
    ev.tick()
    func = ev.resolve(func)
    if isinstance(func, Func):
        return call_function(ev, func, args, site)
    if isinstance(func, Native):
        return func.run(ev, args, site)
    if isinstance(func, Cls):
        return instantiate(ev, func, args, site)
    if isinstance(func, Partial):
        merged = Args(func.args.positional + args.positional, {**func.args.keywords, **args.keywords})
        merged.open = func.args.open or args.open
        return call(ev, func.func, merged, site)
    if isinstance(func, Method):
        return _call_method(ev, func, args, site)
    if isinstance(func, Ext):
        return _call_external(ev, func, args, site)
    if isinstance(func, Obj):
        made = func.dialect.apply(ev, func, args, site)
        return made if made is not None else Unknown(f"a call of `{site.text}` that its framework does not define")
    if isinstance(func, Inst):
        found = func.cls.find("__call__")
        if found is not None and isinstance(found[0], Func):
            return call_function(ev, found[0].bound(func), args, site)
        if func.framework is not None:
            return call(ev, func.framework, args, site)
        return Unknown(f"`{site.text}` calls an object that cannot be followed")
    if isinstance(func, Either):
        results = []
        for option in func.options:
            if isinstance(option.value, K) and option.value.value is None:
                continue
            with ev.under(option.when):
                results.append(Entry(call(ev, option.value, args, site), option.when))
        return either(results) if results else Unknown(f"`{site.text}` calls nothing")
    _given_away(ev, args, site)
    return func if isinstance(func, Unknown) else Unknown(f"`{site.text}` cannot be followed")


def _call_method(ev: Evaluator, method: Method, args: Args, site: Site) -> Value:
    receiver = method.receiver
    if isinstance(receiver, Obj):
        made = receiver.dialect.method(ev, receiver, method.name, args, site)
        made = made if made is not None else _copies.by_method(ev, receiver, method.name, args, site)
        return made if made is not None else Ext(f"{receiver.kind}.{method.name}()", args, site)
    if isinstance(receiver, Unknown):
        ev.ledger.unfollowed.add(method.name)
        for dialect in ev.dialects:
            made = dialect.unknown_receiver(ev, receiver, method.name, args, site)
            if made is not None:
                return made
        _given_away(ev, args, site)
        return Unknown(receiver.reason)
    return _library.method(ev, receiver, method.name, args, site)


def _given_away(ev: Evaluator, args: Args, site: Site) -> None:
    """Something unknown is called: a server that it is given may get tools there."""
    for value in (*args.positional, *args.keywords.values()):
        held = value.framework if isinstance(value, Inst) else value
        if isinstance(held, Obj):
            ev.ledger.unfollowed.add("*")
            held.dialect.escapes(ev, held, Ext(""), site)


def _call_external(ev: Evaluator, func: Ext, args: Args, site: Site) -> Value:
    dialect = ev.owner_of(func.path)
    if dialect is not None:
        results: list[Entry] = []
        for option, given in each_function(args):
            with ev.under(option.when):
                results.append(Entry(_call_external(ev, func, given, site), option.when))
        if results:
            return either(results)
        made = dialect.call(ev, func, args, site)
        if made is not None:
            return made
    if func.tail == "add_argument":
        _library.add_argument(ev, args)
    made = _library.call(ev, func.path, args, site)
    if made is not None:
        return made
    why = _holds_server(ev, func) if func.tail in _REGISTERING else ""
    if why:
        stands = Unknown(f"`{func.path.rpartition('.')[0]}` cannot be followed: {why}")
        for other in ev.dialects:
            found = other.unknown_receiver(ev, stands, func.tail, args, site)
            if found is not None:
                return found
    ev.ledger.unfollowed.add(func.tail)
    for value in (*args.positional, *args.keywords.values()):
        _leaves(ev, value, func, site)
        if isinstance(value, Func) and value.name:
            ev.ledger.unfollowed.add(value.name)  # another library may call it with a server
        for other in ev.dialects:
            other.escapes(ev, value, func, site)
    return Ext(f"{func.path}()", args, site)


_REGISTERING = frozenset({"tool", "add_tool", "add_tools", "tool_plain", "tool_from_schema", "add_function"})


def _leaves(ev: Evaluator, value: Value, func: Ext, site: Site) -> None:
    """What can register is given to code of another library, which may call it with what cannot be seen."""
    held = value.func if isinstance(value, Partial) else value
    if isinstance(held, Func) and ev.relevant(held):
        ev.escaped.setdefault(id(held.decl), held)
    registers = isinstance(held, Method) and isinstance(held.receiver, Obj) and held.name in _REGISTERING
    if registers or (isinstance(held, Native) and held.label == "tool"):
        framework = held.receiver.dialect.name if isinstance(held, Method) and isinstance(held.receiver, Obj) else ""
        reason = f"`{func.path}` is given what registers tools, and calls it where nothing can be seen"
        ev.ledger.cannot(site, framework, reason, SETTLE)


def _holds_server(ev: Evaluator, func: Ext) -> str:
    """Why `x.tool(…)` may register although `x` is another library's: it was made with a server or its class."""
    given = () if func.args is None else (*func.args.positional, *func.args.keywords.values())
    if func.root in sys.stdlib_module_names:
        return "the standard library has no such method, so it is something of this program"
    for value in given:
        if isinstance(value, Obj) or (isinstance(value, Ext) and ev.owner_of(value.path) is not None):
            return "it was asked for a server"
    return ""
