"""MCP Python SDK, generations 1 and 2: the high-level class and the low-level server.

Room: checks, middle. Owns `mcp` and `mcp_types`. FastMCP (1) and MCPServer (2) are one thing; the low-level server
lists its tools through a handler, given by decorator in 1 and by constructor argument or request handler in 2.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolcrib.checks.surface._declare import TextRules, Tool
from toolcrib.checks.surface._docstrings import DocStyle
from toolcrib.checks.surface._expressions import elements
from toolcrib.checks.surface._values import (
    NONE,
    Args,
    Either,
    Ext,
    Func,
    Items,
    K,
    Native,
    Obj,
    Partial,
    Site,
    Unknown,
    Value,
)
from toolcrib.checks.surface.dialects._server import ServerDialect, is_nothing

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator

HIGH = ("FastMCP", "MCPServer")


class McpSdk(ServerDialect):
    name = "mcp"
    roots = ("mcp", "mcp_types")
    words = frozenset(
        {"tool", "add_tool", "FastMCP", "MCPServer", "lowlevel", "Server", "list_tools", "add_request_handler"}
        | {"request_handlers", "remove_tool", "on_list_tools="}
    )
    texts = TextRules(style=DocStyle.RAW, empty_is_text=False, nothing="")
    description_position = 2
    annotations_position = 3

    def __init__(self) -> None:
        self._handlers: list[tuple[Obj, Value, Site]] = []
        self._classes: set[int] = set()

    def call(self, ev: Evaluator, func: Ext, args: Args, site: Site) -> Value | None:
        path, tail = func.path, func.tail
        if tail in HIGH:
            server = self.server(ev, "server", args, site)
            self.add_list(ev, server, args.get(None, "tools"), site)
            return server
        if tail == "Server" and not path.startswith(("mcp.types", "mcp_types")):
            server = self.server(ev, "lowlevel", args, site)
            self._handle(server, args.get(None, "on_list_tools"), site)
            return server
        if path.endswith("Tool.from_function"):
            return self._from_function(ev, args, site)
        if tail == "Tool":
            return self._from_function(ev, args, site) if ".tools" in path else self.literal_tool(ev, args, site)
        if tail == "ToolAnnotations":
            return Obj(self, "annotations", site, dict(args.keywords))
        if path.endswith(("Tool.model_validate", "Tool.parse_obj", "Tool.model_construct")):
            return self._validated(ev, args, site)
        if tail in ("ListToolsResult", "ServerResult"):
            made = Obj(self, "result", site)
            made.attrs["tools"] = args.get(0, "tools", "root") or NONE
            return made
        return None

    def _validated(self, ev: Evaluator, args: Args, site: Site) -> Value:
        from toolcrib.checks.surface._expressions import as_table

        table = as_table(args.get(0, "obj") or NONE) if not args.keywords else None
        if table is None:
            return self.literal_tool(ev, args, site)
        keywords = {k: e.value for k, e in table.entries.items() if isinstance(k, str)}
        return self.literal_tool(ev, Args([], keywords, table.open), site)

    def _from_function(self, ev: Evaluator, args: Args, site: Site) -> Value:
        func = args.get(0, "fn", "func") or Unknown(args.open or "a Tool without a function")
        rest = Args([], {k: v for k, v in args.keywords.items() if k not in ("fn", "func")}, args.open)
        tool = self.tool_from(ev, func, rest, site, args.get(1, "name"))
        made = Obj(self, "tool", site, {"fn": func, "name": tool.name, **rest.keywords})
        made.data["tool"] = tool
        made.data["function"] = func
        return made

    def method(self, ev: Evaluator, obj: Obj, name: str, args: Args, site: Site) -> Value | None:
        if obj.kind == "server":
            if name == "tool":
                return self.decorator(ev, obj, args, site)
            if name == "add_tool":
                return self.add_tool(ev, obj, args, site)
            if name in ("remove_tool", "disable"):
                ev.ledger.note(site, f"`{site.text}` removes a tool: the surface is an upper bound")
                return NONE
            if name in ("resource", "prompt", "custom_route", "completion"):
                return Native(lambda _ev, inner, _site: inner.get(0) or NONE, name)
        if obj.kind == "lowlevel":
            if name == "list_tools":
                return Native(lambda _ev, inner, inner_site: self._handle(obj, inner.get(0), inner_site), name)
            if name in ("call_tool", "list_resources", "list_prompts", "get_prompt", "read_resource", "completion"):
                return Native(lambda _ev, inner, _site: inner.get(0) or NONE, name)
            if name == "add_request_handler":
                self._maybe_handler(obj, args.get(0), args.get(1) or args.get(2, "handler"), site)
                return NONE
        if obj.kind == "tool" and name in ("model_copy", "copy"):
            return self._copy(ev, obj, args, site)
        return None

    def _copy(self, ev: Evaluator, obj: Obj, args: Args, site: Site) -> Value:
        from toolcrib.checks.surface._expressions import as_table

        update = as_table(args.get(None, "update") or NONE)
        keywords = dict(obj.attrs)
        if update is not None:
            keywords.update({k: e.value for k, e in update.entries.items() if isinstance(k, str)})
        return self.literal_tool(ev, Args([], keywords, update.open if update is not None else "an update"), site)

    def attribute(self, ev: Evaluator, obj: Obj, name: str, site: Site) -> Value | None:
        if obj.kind == "lowlevel" and name == "request_handlers":
            return Obj(self, "handlers", site, data={"server": obj})
        if obj.kind in ("server", "lowlevel") and name in ("_mcp_server", "server"):
            return obj
        if obj.kind == "server" and name == "_tool_manager":
            return obj
        if obj.kind == "tool" and name == "name":
            tool = obj.data["tool"]
            assert isinstance(tool, Tool)  # every tool object carries one
            return tool.name
        if obj.kind == "tool" and name in ("inputSchema", "input_schema", "annotations", "description", "meta"):
            return obj.attrs.get(name, Unknown(f"`{name}` of a tool"))
        return None

    def put_item(self, ev: Evaluator, obj: Obj, index: Value, value: Value) -> None:
        if obj.kind == "handlers" and obj.site is not None:
            self._maybe_handler(obj.data["server"], index, value, obj.site)

    def set_attribute(self, ev: Evaluator, obj: Obj, name: str, value: Value) -> None:
        self.change_tool(ev, obj, name, value)

    def iterate(self, ev: Evaluator, obj: Obj) -> Value | None:
        return obj.attrs.get("tools") if obj.kind == "result" else None

    def annotated(self, ev: Evaluator, path: str, site: Site) -> Value | None:
        tail = path.rsplit(".", 1)[-1]
        if tail in HIGH:
            return self.detached("server", site)
        return self.detached("lowlevel", site) if tail == "Server" else None

    def unknown_receiver(self, ev: Evaluator, receiver: Unknown, name: str, args: Args, site: Site) -> Value | None:
        """`x.tool(...)` or `x.add_tool(...)` where nothing tells what `x` is: it could register, so it is said."""
        if name not in ("tool", "add_tool") or not ev.knows_frameworks():
            return None
        ev.ledger.cannot(
            site,
            self.name,
            f"it is not known what registers here: {receiver.reason}",
            "annotate the parameter with its class (`mcp: FastMCP`), or acknowledge this place with the names",
        )
        return Native(lambda _ev, inner, _site: inner.get(0) or NONE, name)

    # --- handlers of the low-level server ----------------------------------------------------------------------------

    def _handle(self, server: Obj, handler: Value | None, site: Site) -> Value:
        if handler is not None and not is_nothing(handler):
            self._handlers.append((server, handler, site))
        return handler or NONE

    def _maybe_handler(self, server: Obj, request: Value | None, handler: Value | None, site: Site) -> None:
        wanted = (isinstance(request, Ext) and "ListTools" in request.path) or (
            isinstance(request, K) and request.value == "tools/list"
        )
        if wanted and handler is not None:
            self._handle(server, handler, site)

    def finish(self, ev: Evaluator) -> None:
        handlers, self._handlers = self._handlers, []
        for server, handler, site in handlers:
            if isinstance(handler, Func | Partial):
                opened = Args(open="the client gives this argument")
                ev.steps = 0
                result = ev.resolve(ev.call(handler, opened, site))
                where = site
                if isinstance(handler, Func):
                    where = Site(handler.scope.module, handler.core.decl.pos, handler.qualname)
                self._list(ev, server, result, where)
            else:
                self.unresolved(
                    ev, server, site, f"`{site.text}` lists tools through a handler that cannot be followed"
                )

    def _list(self, ev: Evaluator, server: Obj, result: Value, site: Site) -> None:
        if isinstance(result, Either):
            for option in result.options:
                with ev.under(option.when):
                    self._list(ev, server, option.value, site)
            return None
        if isinstance(result, Obj) and result.kind == "result":
            inner = result.attrs["tools"]
            return self._list(ev, server, inner, site)
        if isinstance(result, K) and result.value is None:
            return None
        if isinstance(result, Items):
            for entry in result.items:
                with ev.under(entry.when):
                    self._listed(ev, server, entry.value, site)
            if result.open:
                self.unresolved(ev, server, site, result.open)
            return None
        found, more = elements(ev, result, "what the handler returns")
        for entry in found:
            with ev.under(entry.when):
                self._listed(ev, server, entry.value, site)
        if more:
            self.unresolved(ev, server, site, more)
        return None

    def _listed(self, ev: Evaluator, server: Obj, value: Value, site: Site) -> None:
        if isinstance(value, Either):
            for option in value.options:
                with ev.under(option.when):
                    self._listed(ev, server, option.value, site)
            return
        tool = self.ready_tool(value)
        if tool is None:
            reason = (
                value.reason if isinstance(value, Unknown) else "the handler lists something that is no Tool literal"
            )
            self.unresolved(ev, server, site, reason)
            return
        made_at = value.site if isinstance(value, Obj) and value.site is not None else site
        ev.ledger.expose(ev, tool, server, made_at)
