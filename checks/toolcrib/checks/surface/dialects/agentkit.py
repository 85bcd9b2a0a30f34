"""Coinbase AgentKit.

Room: checks, middle. Owns `coinbase_agentkit`. Methods marked with `create_action`: the model sees the class's name and
the method's, joined by `_`; what `name=` says is not used. A kit is given providers: those of the library, and those
that it takes when none are given, are dynamic places.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from toolcrib.checks.surface._declare import TextRules, Tool
from toolcrib.checks.surface._docstrings import DocStyle
from toolcrib.checks.surface._values import Args, Cls, Ext, Func, Inst, K, Obj, Site, Unknown, Value
from toolcrib.checks.surface.dialects._lists import is_nothing, ready_tool
from toolcrib.checks.surface.dialects._objects import ObjectDialect
from toolcrib.checks.surface.dialects._server import by_name

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator


class AgentKit(ObjectDialect):
    name = "agentkit"
    roots = ("coinbase_agentkit",)
    words = frozenset({"create_action", "AgentKit", "AgentKitConfig", "action_providers="})
    own = frozenset(
        {"coinbase_agentkit.action_providers.action_decorator.create_action"}
        | {"coinbase_agentkit.action_providers.action_provider.ActionProvider"}
    )
    texts = TextRules(style=DocStyle.RAW)

    def call(self, ev: Evaluator, func: Ext, args: Args, site: Site) -> Value | None:
        if func.tail == "create_action":
            return self.marking(ev, None, lambda f, s: self._action(ev, f, args, site), site)
        if func.tail == "AgentKitConfig":
            return self._kit(ev, args.get(None, "action_providers"), args, site)
        if func.tail == "AgentKit" and "()" not in func.path:
            given = args.get(0, "config")
            return given if isinstance(given, Obj) and given.kind == "agent" else self._kit(ev, None, args, site)
        return None

    def _action(self, ev: Evaluator, func: Value, args: Args, site: Site) -> Value:
        given = by_name(args, "name", "description", "schema")
        name: Value = Unknown("the function that is marked cannot be told")
        if isinstance(func, Func) and func.name is not None:
            name = K(f"{_owner(func)}_{func.name}")
        text = given.get(None, "description") or Unknown(args.open or "an action without a description")
        made = self.make(ev, func, site, name=name, description=text)
        if isinstance(func, Func):
            func.attrs["__toolcrib_action__"] = made
        return func

    def _kit(self, ev: Evaluator, providers: Value | None, args: Args, site: Site) -> Obj:
        if is_nothing(providers):
            self.unresolved(ev, site, "dynamic surface: without providers the kit has the library's wallet actions")
        return self.holder(ev, site, None, providers)

    def instance(self, ev: Evaluator, value: Inst, site: Site) -> Iterator[Tool]:
        """A provider brings the methods that its class marks."""
        found = False
        for cls in value.cls.mro():
            for held in list(cls.ns.values()):
                tool = ready_tool(held.attrs.get("__toolcrib_action__") or held) if isinstance(held, Func) else None
                if tool is not None:
                    found = True
                    yield tool
        if not found:
            self.unresolved(ev, site, f"the actions of {value.cls.qualname} cannot be read")

    def construct(self, ev: Evaluator, inst: Inst, path: str, args: Args, site: Site) -> Value | None:
        return None

    def subclass(self, ev: Evaluator, cls: Cls, path: str) -> None:
        """A provider: its actions are declared where they are marked."""


def _owner(func: Func) -> str:
    """`__qualname__` up to its last dot; the function's own name when it stands alone."""
    parts: list[str] = []
    scope = func.core.scope
    while not scope.is_module:
        own = scope.qualname.rpartition(".")[2]
        parts.append(own if scope.is_class else f"{own}.<locals>")
        if scope.parent is None:
            break
        scope = scope.parent
    return ".".join(reversed(parts)) or str(func.name)
