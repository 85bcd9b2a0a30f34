"""fastmcp 2, 3 and 4.

Room: checks, middle. Owns `fastmcp`. The decorator, `add_tool`, Tool objects, the constructor's list, mounts with their
prefixes, and the places where a surface is made at run time (OpenAPI, proxies), which are said to be dynamic.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolcrib.checks.surface._declare import TextRules, Tool
from toolcrib.checks.surface._docstrings import DocStyle
from toolcrib.checks.surface._types import Description, TextSource
from toolcrib.checks.surface._values import (
    NONE,
    Args,
    Ext,
    Func,
    K,
    Native,
    Obj,
    Site,
    Table,
    Unknown,
    Value,
)
from toolcrib.checks.surface.dialects._server import ServerDialect, is_nothing, label_of

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator

_DYNAMIC = {
    "from_openapi": "the tools are made from an OpenAPI document when the server starts",
    "from_fastapi": "the tools are made from a FastAPI application's routes when the server starts",
    "as_proxy": "the tools are those of another server",
    "create_proxy": "the tools are those of another server",
    "from_client": "the tools are those of another server",
}


class FastMcp(ServerDialect):
    name = "fastmcp"
    roots = ("fastmcp",)
    words = frozenset({"tool", "add_tool", "FastMCP", "mount", "import_server", "add_transform"})
    texts = TextRules(style=DocStyle.FASTMCP)

    def call(self, ev: Evaluator, func: Ext, args: Args, site: Site) -> Value | None:
        path, tail = func.path, func.tail
        if tail == "FastMCP":
            server = self.server(ev, "server", args, site)
            self.add_list(ev, server, args.get(None, "tools"), site)
            return server
        if tail in _DYNAMIC:
            server = self.server(ev, "server", Args([], args.keywords), site)
            reason = f"dynamic surface: {_DYNAMIC[tail]}"
            settle = "pin what it offers with an acknowledgement that names the tools"
            ev.ledger.cannot(site, self.name, reason, settle, server=label_of(server), dynamic=True)
            self._named_by_code(ev, server, args.get(None, "mcp_names"), site)
            return server
        if path.endswith(("Tool.from_function", ".FunctionTool")):
            return self._tool_object(ev, args, site)
        if path.endswith("Tool.from_tool"):
            return self._derived(ev, args, site)
        if path in ("fastmcp.tools.tool", "fastmcp.tools.tool.tool", "fastmcp.tools.function_tool.tool"):
            return self._standalone(ev, args, site)
        if tail == "ToolAnnotations":
            return Obj(self, "annotations", site, dict(args.keywords))
        return None

    def _named_by_code(self, ev: Evaluator, server: Obj, names: Value | None, site: Site) -> None:
        """`mcp_names={operation: name}`: the names that the code itself gives to operations of the document."""
        from toolcrib.checks.surface._expressions import as_table

        table = as_table(names) if names is not None else None
        for entry in table.entries.values() if table is not None else ():
            at = entry.value.at if isinstance(entry.value, K) and entry.value.at is not None else site.location
            text = Description(source=TextSource.UNKNOWN, sent=None, accepted=(), at=at)
            ev.ledger.expose(
                ev, Tool(framework=self.name, name=entry.value, description=text, at=at), server, site, entry.when
            )

    def method(self, ev: Evaluator, obj: Obj, name: str, args: Args, site: Site) -> Value | None:
        if obj.kind == "tool" and name in ("disable", "enable"):
            if name == "disable":
                ev.ledger.note(site, f"`{site.text}` hides a tool: the surface is an upper bound")
            return NONE
        if obj.kind != "server":
            return None
        if name == "tool":
            return self._decorator(ev, obj, args, site)
        if name == "add_tool":
            return self.add_tool(ev, obj, args, site)
        if name in ("mount", "import_server"):
            return self._mount(ev, obj, args, site)
        if name in ("remove_tool", "disable"):
            ev.ledger.note(site, f"`{site.text}` removes tools: the surface is an upper bound")
            return NONE
        if name in ("add_tool_transformation", "add_transform"):
            return self._transform(ev, obj, args, site)
        if name in ("resource", "prompt", "custom_route", "on_duplicate"):
            first = args.get(0)
            if isinstance(first, Func):
                return first
            return Native(lambda _ev, inner, _site: inner.get(0) or NONE, name)
        if name == "http_app":
            return None
        return None

    def _decorator(self, ev: Evaluator, obj: Obj, args: Args, site: Site) -> Value:
        enabled = args.get(None, "enabled")
        if isinstance(enabled, K) and enabled.value is False and not enabled.conf:
            ev.ledger.note(site, f"`{site.text}` declares a hidden tool: the surface is an upper bound")
        return self.decorator(ev, obj, args, site)

    def _tool_object(self, ev: Evaluator, args: Args, site: Site) -> Value:
        func = args.get(0, "fn") or Unknown(args.open or "a Tool without a function")
        rest = Args([], {k: v for k, v in args.keywords.items() if k != "fn"}, args.open)
        tool = self.tool_from(ev, func, rest, site, args.get(1, "name"))
        made = Obj(self, "tool", site, {"fn": func, **rest.keywords, "name": tool.name})
        made.data["tool"] = tool
        made.data["function"] = func
        return made

    def _derived(self, ev: Evaluator, args: Args, site: Site) -> Value:
        source = args.get(0, "tool")
        base = self.ready_tool(source) if source is not None else None
        if base is None:
            return Unknown("`Tool.from_tool` of a tool that cannot be read")
        name = args.get(None, "name")
        tool = self.tool_from(ev, base.func or NONE, Args([], args.keywords, args.open), site, name)
        if is_nothing(name):
            tool.name = base.name
        if is_nothing(args.get(None, "description")):
            tool.description = base.description
        made = Obj(self, "tool", site)
        made.data["tool"] = tool
        return made

    def _standalone(self, ev: Evaluator, args: Args, site: Site) -> Value:
        """`@tool` of fastmcp 3 and 4: marks the function; a later `add_tool(fn)` uses the mark."""

        def mark(func: Value, name: Value | None, rest: Args) -> Value:
            if isinstance(func, Func):
                held = Obj(self, "tool", site)
                held.data["tool"] = self.tool_from(ev, func, rest, site, name)
                func.attrs["__toolcrib_tool__"] = held
                func.attrs["__fastmcp__"] = held
            return func

        first = args.get(0, "name_or_fn")
        if self.is_function(first) and first is not None:
            return mark(first, args.get(None, "name"), Args([], args.keywords))
        named = args.get(None, "name") if "name" in args.keywords else first
        return Native(lambda _ev, inner, _site: mark(inner.get(0) or NONE, named, Args([], args.keywords)), "tool")

    def _mount(self, ev: Evaluator, obj: Obj, args: Args, site: Site) -> Value:
        sub, prefix = args.get(0, "server"), args.get(1, "namespace", "prefix")
        if isinstance(sub, K):  # the old order of fastmcp 1: mount("prefix", server)
            sub, prefix = prefix, sub
        sub = self._as_server(ev, sub)
        if sub is None:
            self.unresolved(ev, obj, site, f"`{site.text}` mounts a server that cannot be read")
            return NONE
        renames = args.get(None, "tool_names")
        table = renames if isinstance(renames, Table) else None
        sub.data.setdefault("parents", []).append((obj, prefix if not is_nothing(prefix) else None, table, ev.conds()))
        return NONE

    def _as_server(self, ev: Evaluator, value: Value | None) -> Obj | None:
        from toolcrib.checks.surface._values import Inst

        if isinstance(value, Inst):
            value = value.framework
        return value if isinstance(value, Obj) and value.kind in ("server", "lowlevel") else None

    def _transform(self, ev: Evaluator, obj: Obj, args: Args, site: Site) -> Value:
        first = args.get(0)
        if isinstance(first, Ext) and first.path.endswith("Namespace()") and first.args is not None:
            prefix = first.args.get(0, "prefix", "namespace")
            obj.data.setdefault("own_prefix", []).append(prefix)
            return NONE
        text = f"`{site.text}` changes names or descriptions of tools"
        self.unresolved(ev, obj, site, text)
        return NONE

    def attribute(self, ev: Evaluator, obj: Obj, name: str, site: Site) -> Value | None:
        if obj.kind == "tool" and name == "fn":
            return obj.attrs.get("fn")
        if obj.kind == "tool" and name == "name":
            tool = obj.data.get("tool")
            return tool.name if isinstance(tool, Tool) else None
        if obj.kind == "server" and name in ("_tool_manager", "_local_provider", "local_provider"):
            return obj
        return None

    def set_attribute(self, ev: Evaluator, obj: Obj, name: str, value: Value) -> None:
        self.change_tool(ev, obj, name, value)

    def annotated(self, ev: Evaluator, path: str, site: Site) -> Value | None:
        return self.detached("server", site) if path.rsplit(".", 1)[-1] == "FastMCP" else None
