"""Agno.

Room: checks, middle. Owns `agno`. `@tool`, Function objects, toolkits (lists, registrations, what is let in and kept
out, twins for asynchronous runs), agents and teams with their lists. A toolkit that nothing here makes shows what its
flags may turn on. MCP servers and the library's own toolkits are dynamic places; what an agent's options add is noted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from toolcrib.checks.surface._declare import TextRules, Tool
from toolcrib.checks.surface._docstrings import DocStyle
from toolcrib.checks.surface._elements import elements
from toolcrib.checks.surface._fold import text_of
from toolcrib.checks.surface._types import Hint, HintName
from toolcrib.checks.surface._values import (
    NONE,
    Args,
    Cls,
    Conds,
    Entry,
    Ext,
    Func,
    Inst,
    Items,
    K,
    Obj,
    Partial,
    Site,
    Unknown,
    Value,
)
from toolcrib.checks.surface.dialects._hints import approval, hints
from toolcrib.checks.surface.dialects._lists import is_nothing, ready_tool
from toolcrib.checks.surface.dialects._objects import ObjectDialect
from toolcrib.checks.surface.dialects._server import by_name

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator

_ORDER = ("name", "id", "tools", "async_tools", "instructions", "add_instructions", "include_tools", "exclude_tools")
_ADDS = ("knowledge", "knowledge_retriever", "enable_agentic_memory", "search_past_sessions", "learning", "reasoning")


class Agno(ObjectDialect):
    name = "agno"
    roots = ("agno",)
    words = frozenset(
        {"tool", "Toolkit", "Function", "from_callable", "register", "Agent", "Team", "tools=", "async_tools="}
    )
    own = frozenset(
        {"agno.tools.toolkit.Toolkit", "agno.tools.decorator.tool", "agno.tools.function.Function"}
        | {"agno.agent.agent.Agent", "agno.team.team.Team"}
    )
    texts = TextRules(style=DocStyle.LINES, nothing="")

    def __init__(self) -> None:
        super().__init__()
        self._kits: list[Cls] = []
        self._made: dict[tuple[object, ...], Tool] = {}
        self._outside: dict[int, list[tuple[Tool, Site, Conds]]] = {}

    def call(self, ev: Evaluator, func: Ext, args: Args, site: Site) -> Value | None:
        path, tail = func.path, func.tail
        if tail == "tool" and "()" not in path:
            return self.marking(ev, args.get(0), lambda f, s: self._tool(ev, f, args, site), site)
        if path.endswith("Function.from_callable"):
            name = args.get(1, "name") or (Unknown(args.open) if args.open else None)
            return self.make(ev, args.get(0, "c"), site, name=name, description=None)
        if tail == "Function" and "()" not in path:
            return self._function(ev, args, site)
        if tail == "Toolkit" and "()" not in path:
            return self._kit(ev, None, args, site)
        if tail in ("Agent", "Team") and "()" not in path:
            return self._agent(ev, args, site)
        return None

    # --- functions ---------------------------------------------------------------------------------------------------

    def _tool(self, ev: Evaluator, func: Value, args: Args, site: Site) -> Value:
        open_name = Unknown(args.open) if args.open else None
        return self.make(
            ev,
            func,
            site,
            name=args.get(None, "name") or open_name,
            description=args.get(None, "description"),
            hints=(*hints(args.get(None, "annotations"), site), *self._approval(args, site)),
        )

    def _approval(self, args: Args, site: Site) -> tuple[Hint, ...]:
        return approval(args.get(None, "requires_confirmation"), "requires_confirmation", site)

    def _function(self, ev: Evaluator, args: Args, site: Site) -> Obj:
        entry = args.get(None, "entrypoint")
        text = args.get(None, "description")
        name = args.get(None, "name") or Unknown(args.open or "a Function without a name")
        said = (*hints(args.get(None, "annotations"), site), *self._approval(args, site))
        return self.make(ev, entry, site, name=name, description=None if is_nothing(text) else text, hints=said)

    # --- toolkits ----------------------------------------------------------------------------------------------------

    def _kit(self, ev: Evaluator, inst: Inst | None, args: Args, site: Site) -> Obj:
        given = by_name(args, *_ORDER)
        kit = Obj(self, "toolkit", site, {k: v for k, v in given.keywords.items() if k in _ORDER})
        kit.data.update(inst=inst, tools=[], open=args.open)
        if isinstance(label := given.get(None, "name"), K):
            kit.data["label"] = str(label.value)
        asked = given.get(None, "requires_confirmation_tools")
        kit.attrs["confirm"] = asked if asked is not None else NONE
        auto = given.get(None, "auto_register")
        if isinstance(auto, K) and auto.value is False and not auto.conf:
            return kit
        self._list(ev, kit, given.get(None, "tools"), site, twins=False)
        self._list(ev, kit, given.get(None, "async_tools"), site, twins=True)
        if given.get(None, "tools") is None and args.open and (inst is None or not inst.opaque):
            self.unresolved(ev, site, f"the toolkit may be given more tools: {args.open}")
        return kit

    def _list(self, ev: Evaluator, kit: Obj, value: Value | None, site: Site, *, twins: bool) -> None:
        if value is None or is_nothing(value):
            return
        found, more = elements(ev, value, site.text)
        for entry in found:
            with ev.under(entry.when):
                parts = elements(ev, entry.value, "")[0] if twins else []
                if twins and len(parts) == 2:
                    self._register(ev, kit, parts[0].value, parts[1].value, site)
                elif not twins:
                    self._register(ev, kit, entry.value, None, site)
                else:
                    more = more or "a pair of a function and its name cannot be read"
        if more:
            self.unresolved(ev, site, more)

    def _register(self, ev: Evaluator, kit: Obj, value: Value, name: Value | None, site: Site) -> None:
        """One function of a toolkit; `include_tools` and `exclude_tools` decide where they can be read."""
        value = ev.resolve(value)
        ready = ready_tool(value)
        if ready is not None:
            tool = ready if is_nothing(name) or name is None else replace(ready, name=name)
        elif isinstance(value, Func | Partial) or (isinstance(value, Ext) and value.args is None):
            tool = self._once_here(ev, value, name, site)
        else:
            reason = value.reason if isinstance(value, Unknown) else f"`{site.text}` registers no function"
            self.unresolved(ev, site, reason)
            return
        named = text_of(tool.name)
        if named is not None and (_says(kit.attrs.get("include_tools"), named) is False):
            return
        if named is not None and _says(kit.attrs.get("exclude_tools"), named) is True:
            return
        asked = named is not None and _says(kit.attrs.get("confirm"), named) is True
        if asked and not any(hint.name is HintName.NEEDS_APPROVAL for hint in tool.hints):
            tool.hints = (*tool.hints, *approval(K(value=True), "requires_confirmation_tools", site))
        kit.data["tools"].append(tool)
        if tool is ready:  # declared where it was made
            return
        inst = kit.data["inst"]
        if isinstance(inst, Inst) and inst.opaque:
            self._outside.setdefault(id(inst.cls), []).append((tool, site, ev.conds()))
        else:
            ev.ledger.expose(ev, tool, None, site)

    def _once_here(self, ev: Evaluator, value: Value, name: Value | None, site: Site) -> Tool:
        """Every object of a toolkit class has the same tools."""
        named = (text_of(name) or str(id(name))) if name is not None else ""
        key = (id(value.core.decl) if isinstance(value, Func) else id(value), named, site.module.path, site.pos)
        tool = self._made.get(key)
        if tool is None:
            tool = self.make(ev, value, site, name=name, description=None, declared=False).data["tool"]
            assert isinstance(tool, Tool)  # what `make` stores
            self._made[key] = tool
        return tool

    def construct(self, ev: Evaluator, inst: Inst, path: str, args: Args, site: Site) -> Value | None:
        tail = path.rsplit(".", 1)[-1]
        if not _is_kit(path):
            return super().construct(ev, inst, path, args, site)
        if tail != "Toolkit" and (args.get(None, "tools", "async_tools") is None):
            self.unresolved(
                ev, site, f"dynamic surface: {inst.cls.qualname} has the tools of `{path}`, which is not read"
            )
        return self._kit(ev, inst, args if tail == "Toolkit" else Args([], args.keywords), site)

    def subclass(self, ev: Evaluator, cls: Cls, path: str) -> None:
        if _is_kit(path):
            self._kits.append(cls)

    def finish(self, ev: Evaluator) -> None:
        super().finish(ev)
        kits, self._kits = self._kits, []
        for cls in kits:
            if any(not i.opaque for i in cls.instances):
                continue
            self._unmade(ev, cls)
        for tools in self._outside.values():
            for tool, site, when in tools:
                ev.ledger.expose(ev, tool, None, site, when)
        self._outside = {}

    def _unmade(self, ev: Evaluator, cls: Cls) -> None:
        """A toolkit that only other code makes: everything that its flags may turn on."""
        from toolcrib.checks.surface._instances import instantiate

        self._outside.pop(id(cls), None)
        site = Site(cls.module, cls.decl.pos, cls.qualname)
        with ev.under(()):
            ev.apart(cls.module, lambda: instantiate(ev, cls, Args(open=_UNMADE), site, opaque=True))

    # --- agents ------------------------------------------------------------------------------------------------------

    def _agent(self, ev: Evaluator, args: Args, site: Site) -> Obj:
        tools = args.get(None, "tools")
        agent = self.holder(ev, site, args.get(None, "name"), tools)
        if isinstance(tools, Func):
            self.unresolved(ev, site, "dynamic surface: a function chooses the agent's tools for each run")
            agent.attrs["tools"] = Items("list", [])
        if args.open:
            self.unresolved(ev, site, f"the agent may be given more tools: {args.open}")
        adding = [o for o in _ADDS if (v := args.get(None, o)) is not None and not (isinstance(v, K) and not v.value)]
        if adding:
            ev.ledger.note(site, f"`{'=`, `'.join(adding)}=` adds tools of the library to the agent's own")
        return agent

    def element(self, ev: Evaluator, value: Value, site: Site) -> Iterator[Tool]:
        value = ev.resolve(value)
        held = value.framework if isinstance(value, Inst) and value.framework is not None else value
        if isinstance(held, Obj) and held.kind == "toolkit":
            yield from held.data["tools"]
        else:
            yield from super().element(ev, value, site)

    def method(self, ev: Evaluator, obj: Obj, name: str, args: Args, site: Site) -> Value | None:
        if obj.kind == "toolkit" and name == "register" and args.positional:
            self._register(ev, obj, args.positional[0], args.get(1, "name"), site)
            return NONE
        if obj.kind == "agent" and name in ("add_tool", "set_tools"):
            value = args.get(0, "tool", "tools")
            self.also(ev, obj, value if name == "set_tools" else Items("list", [Entry(value or NONE)]), site)
            return NONE
        return None


def _is_kit(path: str) -> bool:
    return path.endswith(("Toolkit", "Tools"))


_UNMADE = "nothing read here makes this toolkit"


def _says(value: Value | None, name: str) -> bool | None:
    """Whether a list of names holds one; None where it is not given or cannot be read."""
    if value is None or is_nothing(value) or not isinstance(value, Items) or value.open:
        return None
    names = {text_of(entry.value) for entry in value.items}
    return None if None in names else name in names
