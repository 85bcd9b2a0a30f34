"""Who holds a server: the names of a module that stand for one, and the arguments that bring one.

Room: checks, middle. Code that handles a server may register on it although it says no word of any framework
(`plugins.setup(mcp)`, `getattr(server, how)(fn)`), so it is followed as code that says one.
Not here: which words lead to a registration (`_relevance`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from toolcrib.checks.surface import _ir as ir
from toolcrib.checks.surface._values import Either, Func, Inst, Mod, Obj, Scope, Value

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


class Handles:
    """The names of each module that hold a server, as far as the module was followed."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[tuple[str, int], frozenset[str]]] = {}
        self._given: dict[str, set[str]] = {}  # names that a function gave a server to: `global mcp`

    def gave(self, scope: Scope, name: str, value: Value) -> None:
        if scope.is_module and server_of(value) is not None:
            self._given.setdefault(scope.module.path, set()).add(name)

    def of(self, module: Module) -> frozenset[str]:
        state = (module.state, len(module.scope.vars))
        known = self._known.get(module.path)
        if known is None or known[0] != state:
            names = frozenset(n for n, v in module.scope.vars.items() if _leads_to_server(peel(v)))
            known = self._known[module.path] = (state, names)
        given = self._given.get(module.path)
        return known[1] | given if given else known[1]


def _leads_to_server(value: Value | None) -> bool:
    """A server, an object that holds one, or a module that does."""
    if isinstance(value, Mod):
        return any(server_of(held) is not None for held in value.module.scope.vars.values())
    if server_of(value) is not None:
        return True
    return isinstance(value, Inst) and any(server_of(held) is not None for held in value.attrs.values())


def peel(value: Value | None) -> Value | None:
    """What an imported name stands for so far; nothing is followed for it."""
    from toolcrib.checks.surface._binding import Lazy

    for _ in range(20):
        if not isinstance(value, Lazy):
            return value
        value = value.module.scope.vars.get(value.name)
    return None


def brought(func: Func, scope: Scope) -> frozenset[str]:
    """The parameters of a call that hold a server."""
    return frozenset(p.name for p in func.decl.params if server_of(scope.vars.get(p.name)) is not None)


def gives_server(ev: Evaluator, args: Iterable[ir.Arg], scope: Scope) -> bool:
    """A call's arguments may bring a server: told without following anything but names."""
    for arg in args:
        node = arg.value
        if isinstance(node, ir.Name):
            if server_of(ev.look_up(node.id, scope)) is not None:
                return True
        elif isinstance(node, ir.Attr):
            if isinstance(node.value, ir.Name) and server_of(ev.resolve(ev.eval(node, scope))) is not None:
                return True
        elif isinstance(node, ir.Call) and isinstance(node.func, ir.Name | ir.Attr):
            word = f"{node.func.id}()" if isinstance(node.func, ir.Name) else f".{node.func.name}"
            if word in ev.words:
                return True
    return False
