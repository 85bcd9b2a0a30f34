"""fastmcp 2, 3 and 4.

Room: checks, middle. Owns `fastmcp`. Servers and what they hold: the decorator in its forms, `add_tool`, Tool objects
and what a function remembers of an earlier decorator. Not here: mounts, providers, transforms and middleware
(`_fastmcp_parts`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolcrib.checks.surface._declare import TextRules, Tool, place_of
from toolcrib.checks.surface._docstrings import DocStyle
from toolcrib.checks.surface._fold import truth
from toolcrib.checks.surface._values import (
    NONE,
    Args,
    Cls,
    Ext,
    Func,
    Inst,
    K,
    Native,
    Obj,
    Site,
    Unknown,
    Value,
)
from toolcrib.checks.surface.dialects import _fastmcp_mixin as mixin
from toolcrib.checks.surface.dialects import _fastmcp_parts as parts
from toolcrib.checks.surface.dialects._hidden import may_hide
from toolcrib.checks.surface.dialects._own_held import holds
from toolcrib.checks.surface.dialects._server import ServerDialect, by_name, is_nothing

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator

_MEMORY = "__fastmcp__"  # where fastmcp 3 and 4 themselves keep what a decorator said about a function


class FastMcp(ServerDialect):
    name = "fastmcp"
    roots = ("fastmcp",)
    words = frozenset({"tool", "add_tool", "FastMCP", "mount", "import_server", *parts.WORDS})
    texts = TextRules(style=DocStyle.FASTMCP, empty_was_none=True)
    tool_arguments = ("name_or_fn",)
    add_arguments = ("tool",)
    from_function_arguments = ("fn", "name")

    def call(self, ev: Evaluator, func: Ext, args: Args, site: Site) -> Value | None:
        path, tail = func.path, func.tail
        if tail == "FastMCP":
            return self._server(ev, args, site)
        if path.endswith(f"FastMCP.{tail}") and tail not in parts.DYNAMIC:
            return self.of_class(ev, func, args, site)
        if tail in parts.DYNAMIC:
            return parts.dynamic(self, ev, tail, args, site)
        if path.endswith("Tool.from_function"):
            return self.from_function(ev, args, site)
        if path.endswith(("Tool.from_tool", "TransformedTool")):
            return self._derived(ev, args, site)
        if path.endswith((".tools.FunctionTool", ".function_tool.FunctionTool", ".tools.Tool", ".base.Tool")):
            return self.literal_tool(ev, args, site)
        if tail == "tool" and ".tool" in path:
            return self._standalone(ev, args, site)
        if tail == "mcp_tool":
            return Native(lambda _ev, inner, _site: mixin.mark(inner.get(0) or NONE, args), tail)
        if tail == "ToolAnnotations":
            return Obj(self, "annotations", site, dict(args.keywords))
        if path.endswith(("Context().sample", "Context().sample_step")):
            self.add_list(ev, Obj(self, "server", site, data={"label": "sampling"}), args.get(None, "tools"), site)
            return None
        return parts.call(self, ev, func, args, site)

    def _server(self, ev: Evaluator, args: Args, site: Site) -> Obj:
        server = self.server(ev, "server", args, site)
        self.may_take_more(ev, args, site)
        self.add_list(ev, server, args.get(None, "tools"), site)
        parts.configure(self, ev, server, args, site)
        return server

    def method(self, ev: Evaluator, obj: Obj, name: str, args: Args, site: Site) -> Value | None:
        if obj.kind == "table":
            return self.of_table(ev, obj, name, args, site)
        if obj.kind == "tool" and name in ("disable", "enable"):
            ev.ledger.note(site, may_hide(site.text, "hides or shows a tool"))
            return NONE
        if obj.kind == "tool" and name in ("model_copy", "copy"):
            return self._derived(ev, Args([obj, *args.positional], args.keywords, args.open), site)
        if obj.kind in ("mixin", "own"):
            return mixin.register_mixin(self, ev, obj, name, args, site)
        if obj.kind != "server":
            return None
        if name == "tool":
            return self._decorator(ev, obj, args, site)
        if name == "ui" and obj.data.get("app"):
            return self.decorator(ev, obj, args, site)
        if name in ("add_tool", "add_component", "_add_component"):
            return self.add_tool(ev, obj, args, site)
        if name in ("list_tools", "_list_tools"):
            return self.listing(ev, obj)
        if name == "get_tools":
            return self.table(ev, obj)
        if name == "remove_tool":
            return self.remove(ev, obj, args.get(0, "name"), site)
        if name in ("disable", "enable"):
            ev.ledger.note(site, may_hide(site.text, "hides or shows tools"))
            return NONE
        if name == "add_middleware":
            holds(ev, obj, args.get(0, "middleware"))
        if name in ("resource", "prompt", "custom_route"):
            first = args.get(0)
            return first if isinstance(first, Func) else Native(lambda _ev, inner, _site: inner.get(0) or NONE, name)
        return parts.method(self, ev, obj, name, args, site)

    # --- tools -------------------------------------------------------------------------------------------------------

    def _decorator(self, ev: Evaluator, obj: Obj, args: Args, site: Site) -> Value:
        enabled = args.get(None, "enabled")  # fastmcp 2: False hides the tool; 3 and 4 refuse the argument
        if enabled is None or truth(enabled) is True:
            return self.decorator(ev, obj, args, site)
        ev.ledger.note(site, may_hide(site.text, "can hide its tool"))
        cond = ev.cond(f"enabled={_said(enabled)}", str(site.location), "enabled")
        made: Value = NONE
        with ev.under([cond]):
            made = self.decorator(ev, obj, args, site)
        if not isinstance(made, Native):
            return made

        def apply(ev: Evaluator, inner: Args, inner_site: Site) -> Value:
            with ev.under([cond]):
                return made.run(ev, inner, inner_site)

        return Native(apply, made.label)

    def register(self, ev: Evaluator, server: Obj, func: Value, args: Args, site: Site) -> Value:
        """As every server does; in 3 and 4 the function then remembers what was said about it here."""
        func = ev.resolve(func)
        if isinstance(func, Func) and self.ready_tool(func) is None:
            made = self.tool_from(ev, server, func, args, site)
            ev.ledger.expose(ev, made, server, site)
            self._remember(func, made, site)
            return func
        return super().register(ev, server, func, args, site)

    def _remember(self, func: Func, tool: Tool, site: Site) -> None:
        held = Obj(self, "memory", site)
        held.data["tool"] = tool
        func.attrs[_MEMORY] = held

    def _remembered(self, value: Value | None) -> Tool | None:
        held = value.attrs.get(_MEMORY) if isinstance(value, Func) else None
        tool = held.data.get("tool") if isinstance(held, Obj) else None
        return tool if isinstance(tool, Tool) else None

    def add_tool(self, ev: Evaluator, server: Obj, args: Args, site: Site) -> Value:
        func = ev.resolve(args.get(0, "tool") or NONE)
        remembered = self._remembered(func)
        if remembered is not None:
            ev.ledger.expose(ev, remembered, server, site)
            return func
        return super().add_tool(ev, server, args, site)

    def add_list(self, ev: Evaluator, server: Obj, value: Value | None, site: Site) -> None:
        from toolcrib.checks.surface._elements import elements

        if value is None or is_nothing(value):
            return
        found, more = elements(ev, value, site.text)
        for entry in found:
            with ev.under(entry.when):
                self.add_tool(ev, server, Args([entry.value]), site)
        if more:
            self.unresolved(ev, server, site, more)

    def from_function(self, ev: Evaluator, args: Args, site: Site) -> Obj:
        made = super().from_function(ev, args, site)
        remembered = self._remembered(made.attrs.get("fn"))
        if remembered is not None and not (set(by_name(args, *self.from_function_arguments).keywords) - {"fn"}):
            made.data["tool"] = remembered
            made.attrs["name"] = remembered.name
        return made

    def _derived(self, ev: Evaluator, args: Args, site: Site) -> Value:
        """`Tool.from_tool(other, name=…)`: a second tool with what is not given taken from the first."""
        given = by_name(args, "tool")
        source = given.get(None, "tool", "parent_tool")
        base = self.ready_tool(source) if source is not None else None
        if base is None and isinstance(source, Func):
            base = self._remembered(source) or self.tool_from(ev, None, source, Args(), site)
        if base is None:
            return Unknown(f"`{site.text}` is made from a tool that cannot be read")
        update = given.get(None, "update")
        rest = dict(given.keywords)
        if update is not None:
            from toolcrib.checks.surface._elements import as_table

            table = as_table(update)
            rest.update({k: e.value for k, e in table.entries.items() if isinstance(k, str)} if table else {})
            if table is None or table.open:
                return Unknown(f"`{site.text}` changes what cannot be read")
        tool = self.tool_from(ev, None, base.func or NONE, Args([], rest, args.open), site)
        tool.at, tool.function = base.at, base.function
        if is_nothing(rest.get("name")):
            tool.name = base.name
        if is_nothing(rest.get("description")):
            tool.description = base.description
        if "annotations" not in rest:
            tool.hints = base.hints
        made = Obj(self, "tool", site)
        made.data["tool"] = tool
        return made

    def _standalone(self, ev: Evaluator, args: Args, site: Site) -> Value:
        """`@tool` of fastmcp 3 and 4: the function remembers it until something adds it."""

        def mark(func: Value, rest: Args) -> Value:
            func = ev.resolve(func)
            if isinstance(func, Func):
                self._remember(func, self.tool_from(ev, None, func, rest, site), site)
            return func

        first = args.get(0, "name_or_fn", "name")
        if self.is_function(first) and first is not None:
            return mark(first, Args([], args.keywords))
        rest = Args([], dict(args.keywords), args.open)
        if first is not None and not is_nothing(first):
            rest.keywords["name"] = first
        return Native(lambda _ev, inner, _site: mark(inner.get(0) or NONE, rest), "tool")

    # --- objects -----------------------------------------------------------------------------------------------------

    def construct(self, ev: Evaluator, inst: Inst, path: str, args: Args, site: Site) -> Value | None:
        if path.rsplit(".", 1)[-1] in ("Tool", "FunctionTool", "TransformedTool"):
            fields = {key: inst.cls.find(key) for key in ("name", "description", "annotations")}
            given = {key: ev.resolve(found[0]) for key, found in fields.items() if found is not None}
            made = self.literal_tool(ev, Args([], {**given, **inst.attrs, **args.keywords}, args.open), site)
            tool = made.data["tool"]
            assert isinstance(tool, Tool)  # what `literal_tool` stores
            tool.at, tool.function = place_of(inst, site), inst.cls.qualname
            return made
        if path.endswith("MCPMixin"):
            return Obj(self, "mixin", site, data={"of": inst})
        return super().construct(ev, inst, path, args, site)

    def subclass(self, ev: Evaluator, cls: Cls, path: str) -> None:
        parts.subclass(ev, cls, path)

    def attribute(self, ev: Evaluator, obj: Obj, name: str, site: Site) -> Value | None:
        if obj.kind == "tool" and name == "fn":
            return obj.attrs.get("fn")
        if obj.kind == "tool" and name == "name":
            tool = obj.data.get("tool")
            return tool.name if isinstance(tool, Tool) else None
        if obj.kind == "server" and name in ("_tool_manager", "_local_provider", "local_provider"):
            return obj
        return self.inner(ev, obj, name, site)

    def set_attribute(self, ev: Evaluator, obj: Obj, name: str, value: Value) -> None:
        self.change_tool(ev, obj, name, value)

    def annotated(self, ev: Evaluator, path: str, site: Site) -> Value | None:
        tail = path.rsplit(".", 1)[-1]
        return self.detached("server", site) if tail in ("FastMCP", "LocalProvider", "FastMCPApp") else None


def _said(value: Value) -> str:
    return repr(value.value) if isinstance(value, K) else "…"
