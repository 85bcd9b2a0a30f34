"""browser-use.

Room: checks, middle. Owns `browser_use`. Actions registered with a registry, with the tools object that holds one, and
the default actions that every such object has. The first argument of `action` is the description; the name is the
function's. Custom actions of an agent's own list, MCP clients and skills are dynamic places.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolcrib.checks.surface._declare import Bound, TextRules, Tool
from toolcrib.checks.surface._docstrings import DocStyle
from toolcrib.checks.surface._fold import text_of
from toolcrib.checks.surface._values import (
    NONE,
    Args,
    Ext,
    Inst,
    Items,
    K,
    Obj,
    Site,
    Unknown,
    Value,
)
from toolcrib.checks.surface.dialects._hidden import may_hide
from toolcrib.checks.surface.dialects._lists import AgentDialect, is_nothing

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator

# What `Tools()` registers by itself.
DEFAULTS = (
    "search", "navigate", "go_back", "wait", "click", "input", "upload_file", "switch", "close", "extract",
    "search_page", "find_elements", "scroll", "send_keys", "find_text", "screenshot", "save_as_pdf", "dropdown_options",
    "select_dropdown", "write_file", "replace_file", "read_file", "evaluate", "done",
)  # fmt: skip
_TOOLS = ("Tools", "Controller", "CodeAgentTools")
_AGENTS = ("Agent", "CodeAgent", "BrowserAgent")


class BrowserUse(AgentDialect):
    name = "browser-use"
    roots = ("browser_use",)
    only_where_imported = True
    words = frozenset({"action()", "Registry", "exclude_action", *_TOOLS, "tools=", "controller="})
    own = frozenset({"browser_use.tools.registry.service.Registry", "browser_use.controller.registry.service.Registry"})
    texts = TextRules(style=DocStyle.RAW)

    def call(self, ev: Evaluator, func: Ext, args: Args, site: Site) -> Value | None:
        tail = func.tail
        if "()" in func.path:
            return None
        if tail == "Registry":
            return self._registry(ev, args, site, position=0)
        if tail in _TOOLS:
            made = self._registry(ev, args, site, position=0)
            excluded = made.data["excluded"]
            for name in DEFAULTS:
                if name not in excluded:
                    self._default(ev, made, name, site)
            return made
        if tail in _AGENTS:
            return self._agent(ev, args, site)
        return None

    def _registry(self, ev: Evaluator, args: Args, site: Site, *, position: int) -> Obj:
        made = Obj(self, "registry", site, data={"excluded": [], "tools": [], "detached": False})
        made.data["root"] = ev.frames[0] if ev.frames else None
        given = args.get(position, "exclude_actions")
        if given is not None and not is_nothing(given):
            names = [text_of(e.value) for e in given.items] if isinstance(given, Items) and not given.open else [None]
            made.data["excluded"] += [name for name in names if name is not None]
            if None in names:
                ev.ledger.note(site, may_hide(site.text, "excludes actions that cannot be told"))
        return made

    def _default(self, ev: Evaluator, registry: Obj, name: str, site: Site) -> None:
        made = self.make(ev, None, site, name=K(name), description=Unknown("the library's own text"))
        registry.data["tools"].append(made.data["tool"])

    def _action(self, ev: Evaluator, registry: Obj, args: Args, site: Site) -> Value:
        text = args.get(0, "description") or (Unknown(args.open) if args.open else NONE)

        def register(func: Value, at: Site) -> Value:
            made = self.make(ev, func, site, name=None, description=text, declared=False)
            tool = made.data["tool"]
            assert isinstance(tool, Tool)  # what `make` stores
            if text_of(tool.name) not in registry.data["excluded"]:
                ev.ledger.expose(ev, tool, self._held(ev, registry, site), site)
                registry.data["tools"].append(tool)
            return func

        return self.marking(ev, None, register, site)

    def _held(self, ev: Evaluator, registry: Obj, site: Site) -> Obj:
        """The registry, or one that stands for what the caller of this function would bring: nothing calls it here."""
        root = ev.frames[0] if ev.frames else None
        func = root.func if root is not None else None
        if not ev.uncalled_run or func is None or func.owner is not None or registry.data.get("root") is root:
            return registry
        where = Site(func.scope.module, func.decl.pos, func.qualname)
        return Obj(self, "registry", where, data={"excluded": [], "tools": [], "detached": True})

    def method(self, ev: Evaluator, obj: Obj, name: str, args: Args, site: Site) -> Value | None:
        if obj.kind != "registry":
            return None
        if name == "action":
            return self._action(ev, obj, args, site)
        if name == "exclude_action":
            ev.ledger.note(site, may_hide(site.text, "takes an action away"))
            return NONE
        return None

    def attribute(self, ev: Evaluator, obj: Obj, name: str, site: Site) -> Value | None:
        return obj if obj.kind == "registry" and name == "registry" else None

    def annotated(self, ev: Evaluator, path: str, site: Site) -> Value | None:
        tail = path.rsplit(".", 1)[-1]
        return (
            Obj(self, "registry", site, data={"excluded": [], "tools": []}) if tail in (*_TOOLS, "Registry") else None
        )

    def _agent(self, ev: Evaluator, args: Args, site: Site) -> Obj:
        agent = self.agent(ev, site, args.get(None, "name"))
        given = args.get(None, "tools", "controller")
        held = given.framework if isinstance(given, Inst) else given
        tools: list[Tool] = []
        if isinstance(held, Obj) and held.kind == "registry":
            tools = held.data["tools"]
        elif given is None or is_nothing(given):
            own = self.call(ev, Ext("browser_use.Tools"), Args(open=args.open), site)
            tools = own.data["tools"] if isinstance(own, Obj) else []
        else:
            reason = given.reason if isinstance(given, Unknown) else "the agent's tools cannot be read"
            self.unresolved(ev, site, reason)
        if args.open:
            self.unresolved(ev, site, f"the agent may be given more tools: {args.open}")
        ev.ledger.agents.append(Bound(agent.attrs.get("name"), self.name, site, tools, agent))
        return agent
