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


def leads(value: Value | None, words: frozenset[str], depth: int = 3) -> bool:
    """Calling it, or giving it to another, may register: a server or what holds one, code that says a leading word."""
    value = peel(value)
    if value is None or depth == 0:
        return False
    if isinstance(value, Func):
        return isinstance(value.decl, ir.FunctionDef) and not value.decl.words.isdisjoint(words)
    if isinstance(value, Inst):
        called = value.cls.find("__call__")
        if server_of(value) is not None or (called is not None and leads(called[0], words)):
            return True
        return any(server_of(held) is not None for held in value.attrs.values())
    if isinstance(value, Partial):
        given = (value.func, *value.args.positional, *value.args.keywords.values())
        return any(leads(held, words, depth - 1) for held in given)
    if isinstance(value, Method):
        return server_of(value.receiver) is not None
    if isinstance(value, Native):
        return value.label == "tool"
    if isinstance(value, Items):
        return any(leads(entry.value, words, depth - 1) for entry in value.items[:MANY])
    if isinstance(value, Table):
        return any(leads(entry.value, words, depth - 1) for entry in list(value.entries.values())[:MANY])
    if isinstance(value, Either):
        return any(leads(option.value, words, depth) for option in value.options)
    return server_of(value) is not None


MANY = 40  # elements of one container that are looked at: what fills it is followed by itself


def ways(value: Value | None, words: frozenset[str]) -> Iterator[str]:
    """`.on`: a method that leads although its name is no leading word, since too many share it."""
    cls = value.cls if isinstance(value, Inst) else value
    for part in cls.mro() if isinstance(cls, Cls) else ():
        for name, held in part.ns.items():
            if f".{name}" not in words and not name.startswith("__") and isinstance(held, Func) and leads(held, words):
                yield f".{name}"


class Handles:
    """The names of each module that hold a server or a way to one, as far as the module was followed."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[tuple[str, int], frozenset[str]]] = {}
        self._given: dict[str, set[str]] = {}  # names that a function gave a server to: `global mcp`

    def gave(self, scope: Scope, name: str, value: Value, words: frozenset[str]) -> None:
        if scope.is_module and leads(value, words):
            self._given.setdefault(scope.module.path, set()).add(name)

    def of(self, module: Module, words: frozenset[str]) -> frozenset[str]:
        state = (module.state, len(module.scope.vars))
        known = self._known.get(module.path)
        if known is None or known[0] != state:
            names = frozenset(_names(module, words))
            known = self._known[module.path] = (state, names)
        given = self._given.get(module.path)
        return known[1] | given if given else known[1]


def _names(module: Module, words: frozenset[str]) -> Iterator[str]:
    """As code says them: `publish`, and `.publish` where only the module that has it is imported."""
    for name, value in module.scope.vars.items():
        held = peel(value)
        if isinstance(held, Mod):
            for other, inner in held.module.scope.vars.items():
                if f".{other}" not in words and leads(inner, words):
                    yield f".{other}"
        else:
            yield from ways(held, words)
            if f"{name}()" not in words and leads(held, words):
                yield name


def peel(value: Value | None) -> Value | None:
    """What an imported name stands for so far; nothing is followed for it."""
    from toolcrib.checks.surface._binding import Lazy

    for _ in range(20):
        if not isinstance(value, Lazy):
            return value
        value = value.module.scope.vars.get(value.name)
    return None


def brought(func: Func, scope: Scope, words: frozenset[str]) -> frozenset[str]:
    """What a function may register with because of a call's arguments: parameters, and methods of their objects."""
    found: set[str] = set()
    for param in func.decl.params:
        held = scope.vars.get(param.name)
        if leads(held, words):
            found.add(param.name)
        elif isinstance(held, Inst | Cls) and isinstance(func.decl, ir.FunctionDef):
            found |= func.decl.words & frozenset(ways(held, words))
    return frozenset(found)


def gives_server(ev: Evaluator, args: Iterable[ir.Arg], scope: Scope) -> bool:
    """A call's arguments may bring a server: told without following anything but names."""
    for arg in args:
        node = arg.value
        if isinstance(node, ir.Name):
            if leads(ev.look_up(node.id, scope), ev.words):
                return True
        elif isinstance(node, ir.Attr):
            if isinstance(node.value, ir.Name) and leads(ev.resolve(ev.eval(node, scope)), ev.words):
                return True
        elif isinstance(node, ir.Call) and isinstance(node.func, ir.Name | ir.Attr):
            word = f"{node.func.id}()" if isinstance(node.func, ir.Name) else f".{node.func.name}"
            if word in ev.words:
                return True
    return False
