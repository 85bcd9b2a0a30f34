"""MCP Python SDK, generations 1 and 2: the high-level class and the low-level server.

Room: checks, middle. Owns `mcp` and `mcp_types`. FastMCP (1) and MCPServer (2) are one thing; the low-level server
lists its tools through a handler, given by decorator in 1 and by constructor argument or request handler in 2.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolcrib.checks.surface._declare import TextRules, Tool
from toolcrib.checks.surface._docstrings import DocStyle
from toolcrib.checks.surface._elements import as_table, elements
from toolcrib.checks.surface._mounts import label_of, mount
from toolcrib.checks.surface._types import Hint
from toolcrib.checks.surface._values import (
    NONE,
    Args,
    Cls,
    Ext,
    Func,
    Inst,
    Native,
    Obj,
    Site,
    Table,
    Unknown,
    Value,
)
from toolcrib.checks.surface.dialects._low_level import LowLevelServers
from toolcrib.checks.surface.dialects._server import by_name
from toolcrib.checks.surface.dialects._unread import FRAMEWORKS

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator

HIGH = ("FastMCP", "MCPServer")
_ORDER = ("name", "title", "description", "annotations")


class McpSdk(LowLevelServers):
    name = "mcp"
    roots = ("mcp", "mcp_types")
    words = frozenset(
        {"tool", "add_tool", "FastMCP", "MCPServer", "lowlevel", "list_tools", "add_request_handler"}
        | {"request_handlers", "remove_tool", "on_list_tools", "on_list_tools=", "ToolBinding", "extensions", "Apps"}
    )
    texts = TextRules(style=DocStyle.RAW, empty_is_text=False, nothing="")
    tool_arguments = _ORDER
    add_arguments = ("fn", *_ORDER)
    from_function_arguments = ("fn", "name", "title", "description", "context_kwarg", "annotations")

    def call(self, ev: Evaluator, func: Ext, args: Args, site: Site) -> Value | None:
        path, tail = func.path, func.tail
        if tail in HIGH:
            return self._high(ev, path, args, site)
        if path.endswith(tuple(f"{name}.{tail}" for name in (*HIGH, "Server"))):
            return self.of_class(ev, func, args, site)
        if tail == "Server" and not path.startswith(("mcp.types", "mcp_types")):
            server = self.server(ev, "lowlevel", args, site)
            self.handle(server, args.get(None, "on_list_tools"), site)
            return server
        if path.endswith("Tool.from_function"):
            return self._first(path, self.from_function(ev, args, site))
        if tail == "Tool":
            return self.from_function(ev, args, site) if ".tools" in path else self.literal_tool(ev, args, site)
        if tail == "ToolAnnotations":
            return Obj(self, "annotations", site, dict(args.keywords))
        if path.endswith(("Tool.model_validate", "Tool.parse_obj", "Tool.model_construct")):
            return self._validated(ev, args, site)
        if tail in ("ListToolsResult", "ServerResult"):
            made = Obj(self, "result", site)
            made.attrs["tools"] = args.get(0, "tools", "root") or NONE
            return made
        if tail == "ToolBinding":
            return Obj(self, "binding", site, by_name(args, "fn", "meta", "kwargs").keywords)
        if path == "mcp.server.apps.Apps":
            return Obj(self, "extension", site)
        return None

    # --- the high-level class ----------------------------------------------------------------------------------------

    def _high(self, ev: Evaluator, path: str, args: Args, site: Site) -> Obj:
        server = self._first(path, self.server(ev, "server", args, site))
        self.may_take_more(ev, args, site)
        self.add_list(ev, server, args.get(None, "tools"), site)
        given = args.get(None, "extensions")
        if given is None:
            return server
        found, more = elements(ev, given, site.text)
        for entry in found:
            with ev.under(entry.when):
                self._extension(ev, server, ev.resolve(entry.value), site)
        if more:
            self.unresolved(ev, server, site, more)
        return server

    def _first(self, path: str, made: Obj) -> Obj:
        """`mcp.server.fastmcp` exists in generation 1 only."""
        if path.startswith("mcp.server.fastmcp"):
            made.data["generation"] = 1
        return made

    def _extension(self, ev: Evaluator, server: Obj, extension: Value, site: Site) -> None:
        """SDK 2: what an extension's `tools()` gives when the server is made."""
        if isinstance(extension, Obj) and extension.kind == "extension":
            mount(extension, server, when=ev.conds())
            return
        maker = extension.cls.find("tools") if isinstance(extension, Inst) else None
        if maker is None or not isinstance(maker[0], Func):
            if not isinstance(extension, Inst):
                reason = f"`{site.text}` takes an extension that cannot be read: it may bring tools"
                self.unresolved(ev, server, site, reason, dynamic=isinstance(extension, Ext))
            return
        listed = ev.resolve(ev.call(maker[0].bound(extension), Args(), site))
        found, more = elements(ev, listed, f"{maker[0].qualname}()")
        for entry in found:
            with ev.under(entry.when):
                self._binding(ev, server, ev.resolve(entry.value), site)
        if more:
            self.unresolved(ev, server, site, more)

    def _binding(self, ev: Evaluator, server: Obj, binding: Value, site: Site) -> None:
        if not isinstance(binding, Obj) or binding.kind != "binding":
            self.unresolved(ev, server, site, "an extension gives something that is no ToolBinding that can be read")
            return
        given = binding.attrs.get("kwargs")
        table = as_table(given) if given is not None else Table({})
        keywords = {k: e.value for k, e in table.entries.items() if isinstance(k, str)} if table is not None else {}
        more = "`kwargs` of a ToolBinding cannot be read" if table is None else table.open
        where = binding.site or site
        self.register(ev, server, binding.attrs.get("fn", NONE), Args([], keywords, more), where)

    def hints(self, ev: Evaluator, server: Obj | None, annotations: Value | None, site: Site) -> tuple[Hint, ...]:
        found = super().hints(ev, server, annotations, site)
        if server is None or server.data.get("generation") != 1:
            return found
        for hint in found:
            if "_" in hint.spelled.partition("=")[0]:
                known = "readOnlyHint, destructiveHint, idempotentHint and openWorldHint"
                ev.ledger.note(site, f"`{hint.spelled}` is a hint in SDK 2 only: SDK 1 keeps it and knows {known}")
        return tuple(h for h in found if "_" not in h.spelled.partition("=")[0])

    def _validated(self, ev: Evaluator, args: Args, site: Site) -> Value:
        table = as_table(args.get(0, "obj") or NONE) if not args.keywords else None
        if table is None:
            return self.literal_tool(ev, args, site)
        keywords = {k: e.value for k, e in table.entries.items() if isinstance(k, str)}
        return self.literal_tool(ev, Args([], keywords, table.open), site)

    def method(self, ev: Evaluator, obj: Obj, name: str, args: Args, site: Site) -> Value | None:
        if obj.kind == "table":
            return self.of_table(ev, obj, name, args, site)
        if obj.kind == "server":
            if name == "tool":
                return self.decorator(ev, obj, args, site)
            if name == "add_tool":
                return self.add_tool(ev, obj, args, site)
            if name in ("list_tools", "_list_tools"):
                return self.listing(ev, obj)
            if name == "get_tools":
                return self.table(ev, obj)
            if name == "remove_tool":
                return self.remove(ev, obj, args.get(0, "name"), site)
            if name in ("resource", "prompt", "custom_route", "completion"):
                return Native(lambda _ev, inner, _site: inner.get(0) or NONE, name)
        if obj.kind == "extension" and name == "tool":
            return self.decorator(ev, obj, args, site)
        if obj.kind == "lowlevel":
            return self.low_level(ev, obj, name, args, site)
        if obj.kind == "tool" and name in ("model_copy", "copy"):
            return self._copy(ev, obj, args, site)
        return None

    def _copy(self, ev: Evaluator, obj: Obj, args: Args, site: Site) -> Value:
        update = as_table(args.get(None, "update") or NONE)
        keywords = dict(obj.attrs)
        if update is not None:
            keywords.update({k: e.value for k, e in update.entries.items() if isinstance(k, str)})
        return self.literal_tool(ev, Args([], keywords, update.open if update is not None else "an update"), site)

    def attribute(self, ev: Evaluator, obj: Obj, name: str, site: Site) -> Value | None:
        if obj.kind == "lowlevel" and name == "request_handlers":
            return Obj(self, "handlers", site, data={"server": obj})
        if obj.kind == "server" and name in ("_mcp_server", "_lowlevel_server"):
            made = Obj(self, "lowlevel", obj.site, data={"label": label_of(obj), "high": obj})
            low: Obj = obj.data.setdefault("low", made)
            return low
        if obj.kind in ("server", "lowlevel") and name in ("server", "_tool_manager"):
            return obj
        if obj.kind == "result" and name == "root":
            return obj
        if obj.kind == "tool" and name == "name":
            tool = obj.data["tool"]
            assert isinstance(tool, Tool)  # every tool object carries one
            return tool.name
        if obj.kind == "tool" and name in ("inputSchema", "input_schema", "annotations", "description", "meta"):
            return obj.attrs.get(name, Unknown(f"`{name}` of a tool"))
        return self.inner(ev, obj, name, site)

    def set_attribute(self, ev: Evaluator, obj: Obj, name: str, value: Value) -> None:
        self.change_tool(ev, obj, name, value)

    def subclass(self, ev: Evaluator, cls: Cls, path: str) -> None:
        if path.rsplit(".", 1)[-1] in HIGH and "list_tools" in cls.ns:
            site = Site(cls.module, cls.decl.pos, cls.qualname)
            ev.ledger.note(site, f"{cls.qualname} lists its tools itself: the surface is what it registers")

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

    def foreign(self, ev: Evaluator, value: Value, func: Ext, site: Site) -> None:
        """`@mcp.tool` of a package that is not read here: it is not claimed to be a tool, but it is said."""
        tail = func.tail.removesuffix("()")
        if func.root in FRAMEWORKS:
            return  # said once for all of it
        if tail in ("tool", "add_tool", "tool_plain") and isinstance(value, Func) and ev.owner_of(func.path) is None:
            what = func.path.removesuffix("()")
            ev.ledger.note(
                site, f"`{what}` lies in a package that is not read here: whether it registers a tool is not known"
            )
