"""Who holds a server: the names of a module that stand for one, and the arguments that bring one.

Room: checks, middle. Code that handles a server may register on it although it says no word of any framework
(`plugins.setup(mcp)`, `getattr(server, how)(fn)`), so it is followed as code that says one.
Not here: which words lead to a registration (`_relevance`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from toolcrib.checks.surface import _ir as ir
from toolcrib.checks.surface._values import (
    Cls,
    Either,
    Func,
    Inst,
    Items,
    K,
    Method,
    Mod,
    Native,
    Obj,
    Partial,
    Scope,
    Table,
    Value,
)

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator
    from toolcrib.checks.surface._program import Module

REGISTRARS = frozenset({"server", "lowlevel"})


def server_of(value: Value | None) -> Obj | None:
    """The server that a value is or may be."""
    if isinstance(value, Either):
        return next((found for o in value.options if (found := server_of(o.value)) is not None), None)
    held = value.framework if isinstance(value, Inst) else value
    return held if isinstance(held, Obj) and held.kind in REGISTRARS else None


def leads(ev: Evaluator, value: Value | None, depth: int = 3) -> bool:
    """Calling it, or giving it to another, may register: a server or what holds one, code that leads to one."""
    if isinstance(value, K) or value is None or depth == 0:
        return False
    value = peel(value)
    if isinstance(value, Func):
        return ev.relevant(value)
    if isinstance(value, Inst | Items | Table):
        return ev.handles.remembered(ev, value, depth)
    if isinstance(value, Partial):
        given = (value.func, *value.args.positional, *value.args.keywords.values())
        return any(leads(ev, held, depth - 1) for held in given)
    if isinstance(value, Method):
        return server_of(value.receiver) is not None
    if isinstance(value, Native):
        return value.label == "tool"
    if isinstance(value, Either):
        return any(leads(ev, option.value, depth) for option in value.options)
    return isinstance(value, Obj) and value.kind in REGISTRARS


def _holds(ev: Evaluator, value: Inst | Items | Table, depth: int) -> bool:
    if isinstance(value, Inst):
        called = value.cls.find("__call__")
        if server_of(value) is not None or (called is not None and leads(ev, called[0])):
            return True
        return any(leads(ev, held, depth - 1) for held in list(value.attrs.values())[:MANY])
    entries = value.items[:MANY] if isinstance(value, Items) else list(value.entries.values())[:MANY]
    return any(leads(ev, entry.value, depth - 1) for entry in entries)


MANY = 40  # elements of one container that are looked at: what fills it is followed by itself


def ways(ev: Evaluator, value: Value | None, depth: int = 2) -> Iterator[str]:
    """`.on`: a method that leads although its name is no leading word, since too many share it."""
    cls = value.cls if isinstance(value, Inst) else value
    for part in cls.mro() if isinstance(cls, Cls) else ():
        for name, held in part.ns.items():
            if (
                f".{name}" not in ev.words
                and not name.startswith("__")
                and isinstance(held, Func)
                and ev.relevant(held)
            ):
                yield f".{name}"
    if isinstance(value, Inst) and depth:
        for held in list(value.attrs.values())[:MANY]:
            if isinstance(held, Inst):
                yield from ways(ev, held, depth - 1)


class Handles:
    """The names of each module that hold a server or a way to one, as far as the module was followed."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[tuple[object, ...], frozenset[str]]] = {}
        self._given: dict[str, set[str]] = {}  # names that a function gave a server to: `global mcp`
        self.settled = False  # every module was followed
        self._seen: dict[tuple[int, int], tuple[Value, int, bool]] = {}  # what an object or container held lately

    def remembered(self, ev: Evaluator, value: Inst | Items | Table, depth: int) -> bool:
        """As `_holds`, told anew every thousand steps: objects are asked at every call, and change seldom."""
        now = (ev.total + ev.steps) >> 10
        known = self._seen.get((id(value), depth))
        if known is not None and known[0] is value and (known[2] or known[1] == now):
            return known[2]
        self._seen[id(value), depth] = (value, now, False)
        held = _holds(ev, value, depth)
        self._seen[id(value), depth] = (value, now, held)
        return held

    def gave(self, ev: Evaluator, scope: Scope, name: str, value: Value) -> None:
        if scope.is_module and leads(ev, value):
            self._given.setdefault(scope.module.path, set()).add(name)

    def of(self, ev: Evaluator, module: Module) -> frozenset[str]:
        state = (module.state, len(module.scope.vars), self.settled)
        known = self._known.get(module.path)
        if known is None or known[0] != state:
            found: frozenset[str] = frozenset()
            for _ in range(_TURNS):  # `def publish(f): register(f)`: what calls one is one
                self._known[module.path] = (state, found)
                more = frozenset(_names(ev, module))
                if more == found:
                    break
                found = more
            known = self._known[module.path] = (state, found)
        given = self._given.get(module.path)
        return known[1] | given if given else known[1]


_TURNS = 6


def _names(ev: Evaluator, module: Module) -> Iterator[str]:
    """As code says them: `publish`, and `.publish` where only the module that has it is imported."""
    for name, value in list(module.scope.vars.items()):
        held = peel(value)
        if isinstance(held, Mod):
            for other, inner in list(held.module.scope.vars.items()):
                if f".{other}" not in ev.words and leads(ev, inner):
                    yield f".{other}"
        else:
            yield from ways(ev, held)
            if f"{name}()" not in ev.words and leads(ev, held):
                yield name


def peel(value: Value | None) -> Value | None:
    """What an imported name stands for so far; nothing is followed for it."""
    from toolcrib.checks.surface._binding import Lazy

    for _ in range(20):
        if not isinstance(value, Lazy):
            return value
        value = value.module.scope.vars.get(value.name)
    return None


def brought(ev: Evaluator, func: Func, scope: Scope) -> frozenset[str]:
    """What a function may register with because of a call's arguments: parameters, and methods of their objects."""
    found: set[str] = set()
    for param in func.decl.params:
        held = scope.vars.get(param.name)
        if leads(ev, held):
            found.add(param.name)
        elif isinstance(held, Inst | Cls) and isinstance(func.decl, ir.FunctionDef):
            found |= func.decl.words & frozenset(ways(ev, held))
    return frozenset(found)


def gives_server(ev: Evaluator, args: Iterable[ir.Arg], scope: Scope) -> bool:
    """A call's arguments may bring a server: told without following anything but names."""
    for arg in args:
        node = arg.value
        if isinstance(node, ir.Name):
            if leads(ev, ev.look_up(node.id, scope)):
                return True
        elif isinstance(node, ir.Attr):
            if isinstance(node.value, ir.Name) and leads(ev, ev.resolve(ev.eval(node, scope))):
                return True
        elif isinstance(node, ir.Call) and isinstance(node.func, ir.Name | ir.Attr):
            word = f"{node.func.id}()" if isinstance(node.func, ir.Name) else f".{node.func.name}"
            if word in ev.words:
                return True
    return False
