"""pydantic-ai.

Room: checks, middle. Owns `pydantic_ai`. `agent.tool` and `agent.tool_plain`, Tool objects, function toolsets with
their prefixes and renames, and agents with their lists and toolsets.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from toolcrib.checks.surface._declare import Bound, TextRules, Tool, from_value
from toolcrib.checks.surface._docstrings import DocStyle
from toolcrib.checks.surface._expressions import as_table, elements
from toolcrib.checks.surface._mounts import mount, mounts
from toolcrib.checks.surface._values import NONE, Args, Ext, K, Obj, Site, Table, Unknown, Value
from toolcrib.checks.surface.dialects._hints import approval
from toolcrib.checks.surface.dialects._lists import AgentDialect, is_nothing

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator

_WRAPPERS = (
    "CombinedToolset", "PrefixedToolset", "RenamedToolset", "FilteredToolset", "ApprovalRequiredToolset",
    "PreparedToolset", "WrapperToolset",
)  # fmt: skip
_SAME = ("filtered", "prepared", "approval_required", "defer_loading", "with_metadata")


class PydanticAi(AgentDialect):
    name = "pydantic-ai"
    roots = ("pydantic_ai",)
    words = frozenset({"tool", "tool_plain", "FunctionToolset", "add_function", "add_tool", "toolsets=", "from_schema"})
    texts = TextRules(style=DocStyle.XML)

    def call(self, ev: Evaluator, func: Ext, args: Args, site: Site) -> Value | None:
        path, tail = func.path, func.tail
        if tail == "Agent":
            agent = self.agent(ev, site, args.get(None, "name"))
            self.bind(ev, agent, args.get(None, "tools"), site)
            self._toolsets(ev, agent, args.get(None, "toolsets"), site)
            return agent
        if path.endswith("Tool.from_schema"):
            func_value = args.get(0, "function")
            return self.make(
                ev, func_value, site, name=args.get(1, "name"), description=args.get(2, "description"), declared=False
            )
        if tail == "Tool":
            hints = approval(args.get(None, "requires_approval"), "requires_approval", site)
            made = self.make(
                ev,
                args.get(0, "function"),
                site,
                name=args.get(None, "name"),
                description=args.get(None, "description"),
                hints=hints,
                declared=False,
            )
            made.data["later"] = True
            return made
        if tail == "FunctionToolset":
            toolset = Obj(self, "toolset", site)
            for tool in self.listed_in(ev, toolset, args.get(0, "tools"), site):
                self._expose(ev, tool, toolset, site)
            return toolset
        if tail in _WRAPPERS:
            return self._wrapped(ev, tail, args, site)
        return None

    # --- toolsets ----------------------------------------------------------------------------------------------------

    def _wrapped(self, ev: Evaluator, tail: str, args: Args, site: Site) -> Value:
        outer = Obj(self, "toolset", site)
        inner = args.get(0, "wrapped", "toolsets") or NONE
        prefix = args.get(1, "prefix") if tail == "PrefixedToolset" else None
        renames = args.get(1, "name_map") if tail == "RenamedToolset" else None
        sources = [inner] if isinstance(inner, Obj) else [e.value for e in elements(ev, inner, site.text)[0]]
        for source in sources:
            self._under(ev, source, outer, prefix, renames, site)
        return outer

    def _under(
        self, ev: Evaluator, source: Value, outer: Obj, prefix: Value | None, renames: Value | None, site: Site
    ) -> None:
        if not isinstance(source, Obj) or source.kind != "toolset":
            self.unresolved(
                ev, site, f"`{site.text}` wraps a toolset that cannot be read", dynamic=isinstance(source, Ext)
            )
            return
        table = as_table(renames) if renames is not None else None
        if table is not None:  # pydantic-ai maps new → old
            old_to_new = {
                e.value.value: type(e)(K(new), e.when) for new, e in table.entries.items() if isinstance(e.value, K)
            }
            table = Table(old_to_new, table.open)
        mount(source, outer, prefix, table, when=ev.conds())

    def _toolsets(self, ev: Evaluator, agent: Obj, value: Value | None, site: Site) -> None:
        if is_nothing(value) or value is None:
            return
        found, more = elements(ev, value, site.text)
        for entry in found:
            if isinstance(entry.value, Obj) and entry.value.kind == "toolset":
                entry.value.data.setdefault("agents", []).append(agent)
            elif isinstance(entry.value, Ext) and "MCPServer" in entry.value.path:
                self.unresolved(
                    ev, site, f"dynamic surface: `{entry.value.path}` brings another server's tools", dynamic=True
                )
            elif isinstance(entry.value, Unknown | Ext):
                self.unresolved(ev, site, "a toolset of the list cannot be read")
        if more:
            self.unresolved(ev, site, more)

    def listed_in(self, ev: Evaluator, holder: Obj, value: Value | None, site: Site) -> Iterator[Tool]:
        before = self._holder
        self._holder = holder
        try:
            yield from list(self.listed(ev, value, site))
        finally:
            self._holder = before

    _holder: Obj | None = None

    def plain(self, ev: Evaluator, value: Value, site: Site) -> Obj:
        return self.make(ev, value, site, name=None, description=None, declared=self._holder is None)

    def _expose(self, ev: Evaluator, tool: Tool, holder: Obj, site: Site) -> None:
        ev.ledger.expose(ev, tool, holder, site)
        holder.data.setdefault("tools", []).append(tool)

    def bind(self, ev: Evaluator, agent: Obj, value: Value | None, site: Site) -> list[Tool]:
        tools = list(self.listed_in(ev, agent, value, site))
        for tool in tools:
            ev.ledger.expose(ev, tool, None, site)
        ev.ledger.agents.append(Bound(agent.attrs.get("name"), self.name, site, tools, agent))
        return tools

    # --- decorators --------------------------------------------------------------------------------------------------

    def method(self, ev: Evaluator, obj: Obj, name: str, args: Args, site: Site) -> Value | None:
        if obj.kind in ("agent", "toolset") and name in ("tool", "tool_plain", "add_function"):
            first = args.get(0, "func")
            named = args.get(None, "name") or (args.get(2) if name == "add_function" else None)
            return self.marking(ev, first, lambda f, s: self._register(ev, obj, f, named, args, site), site)
        if obj.kind == "toolset":
            return self._toolset_method(ev, obj, name, args, site)
        if obj.kind == "agent" and name == "toolset":
            return self.marking(ev, args.get(0), lambda f, s: self._toolset_function(ev, f, site), site)
        if obj.kind == "agent" and name in ("output_validator", "system_prompt", "instructions"):
            return self.marking(ev, args.get(0), lambda f, s: f, site)
        return None

    def _toolset_method(self, ev: Evaluator, obj: Obj, name: str, args: Args, site: Site) -> Value | None:
        if name == "add_tool":
            for tool in self.listed_in(ev, obj, _one(args.get(0, "tool")), site):
                self._expose(ev, tool, obj, site)
            return NONE
        if name in ("prefixed", "renamed"):
            outer = Obj(self, "toolset", site)
            first = args.get(0, "prefix", "name_map")
            self._under(
                ev, obj, outer, first if name == "prefixed" else None, first if name == "renamed" else None, site
            )
            return outer
        if name in _SAME:
            outer = Obj(self, "toolset", site)
            if name == "filtered":
                ev.ledger.note(site, f"`{site.text}` filters tools: the surface is an upper bound")
            self._under(ev, obj, outer, None, None, site)
            return outer
        return None

    def _toolset_function(self, ev: Evaluator, func: Value, site: Site) -> Value:
        self.unresolved(ev, site, "dynamic surface: a function gives this agent its toolset at run time", dynamic=True)
        return func

    def _register(self, ev: Evaluator, obj: Obj, func: Value, name: Value | None, args: Args, site: Site) -> Value:
        hints = approval(args.get(None, "requires_approval"), "requires_approval", site)
        made = self.make(
            ev, func, site, name=name, description=args.get(None, "description"), hints=hints, declared=False
        )
        tool = made.data["tool"]
        assert isinstance(tool, Tool)  # what `make` stores
        if obj.kind == "toolset":
            self._expose(ev, tool, obj, site)
        else:
            ev.ledger.expose(ev, tool, None, site)
            ev.ledger.agents.append(Bound(obj.attrs.get("name"), self.name, site, [tool], obj))
        return func

    def finish(self, ev: Evaluator) -> None:
        """Toolsets reach their agents through wrappers: walk up from every toolset that holds tools."""
        seen: set[int] = set()
        for exposure in list(ev.ledger.exposures):
            holder = exposure.holder
            if holder is None or holder.dialect is not self or id(holder) in seen:
                continue
            seen.add(id(holder))
            for agent in _agents_over(holder, 0):
                site = agent.site or exposure.site
                tools = list(holder.data.get("tools", ()))
                ev.ledger.agents.append(Bound(agent.attrs.get("name"), self.name, site, tools, agent))

    def set_attribute(self, ev: Evaluator, obj: Obj, name: str, value: Value) -> None:
        tool = obj.data.get("tool")
        if isinstance(tool, Tool) and name == "description":
            tool.description = from_value(value, tool.at)

    def annotated(self, ev: Evaluator, path: str, site: Site) -> Value | None:
        tail = path.rsplit(".", 1)[-1]
        if tail == "Agent":
            return self.agent(ev, site, None)
        return Obj(self, "toolset", site) if tail == "FunctionToolset" else None


def _one(value: Value | None) -> Value:
    from toolcrib.checks.surface._values import Entry, Items

    return Items("list", [Entry(value if value is not None else NONE)])


def _agents_over(toolset: Obj, depth: int) -> Iterator[Obj]:
    yield from toolset.data.get("agents", ())
    if depth < 12:
        for step in mounts(toolset):
            yield from _agents_over(step.parent, depth + 1)
