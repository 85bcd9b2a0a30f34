"""What the high-level MCP servers share: `tool` in all its forms, `add_tool`, handlers, removal.

Room: checks, middle. `mcp_sdk` and `fastmcp` differ in positional arguments, in what an empty description means and in
what is made of a docstring; those are class attributes here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from toolcrib.checks.surface._declare import TextRules, Tool, describe, from_value, name_of, place_of, qualname_of
from toolcrib.checks.surface._expressions import elements
from toolcrib.checks.surface._values import (
    NONE,
    Args,
    Cls,
    Conds,
    Either,
    Ext,
    Func,
    Inst,
    Items,
    K,
    Method,
    Native,
    Obj,
    Partial,
    Site,
    Table,
    Unknown,
    Value,
)
from toolcrib.checks.surface.dialects._base import Dialect
from toolcrib.checks.surface.dialects._hints import hints

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator


def is_nothing(value: Value | None) -> bool:
    """Not given, None or an empty text: most frameworks read `name or fn.__name__`."""
    return value is None or (isinstance(value, K) and not value.conf and value.value in (None, ""))


class ServerDialect(Dialect):
    texts: ClassVar[TextRules]
    description_position: ClassVar[int | None] = None  # of `tool(...)`, counted from 0
    annotations_position: ClassVar[int | None] = None

    # --- servers -----------------------------------------------------------------------------------------------------

    def server(self, ev: Evaluator, kind: str, args: Args, site: Site) -> Obj:
        server = Obj(self, kind, site)
        name = args.get(0, "name")
        if isinstance(name, K) and isinstance(name.value, str):
            server.data["label"] = name.value
        server.data["detached"] = False
        return server

    def detached(self, kind: str, site: Site) -> Obj:
        """A server known only by its annotation: whoever calls the function brings it."""
        return Obj(self, kind, site, data={"detached": True})

    # --- registering -------------------------------------------------------------------------------------------------

    def register(self, ev: Evaluator, server: Obj, func: Value, args: Args, site: Site, name: Value | None) -> Value:
        """One function becomes a tool of a server; gives back what the decorator gives back."""
        if isinstance(func, Either):
            for option in func.options:
                with ev.under(option.when):
                    self.register(ev, server, option.value, args, site, name)
            return func
        ready = self.ready_tool(func)
        if ready is not None:
            ev.ledger.expose(ev, ready, server, site)
            return func
        made = self.tool_from(ev, func, args, site, name)
        ev.ledger.expose(ev, made, server, site)
        return func

    def ready_tool(self, value: Value) -> Tool | None:
        """A tool that was made before: a Tool object, or a function that carries one."""
        if isinstance(value, Obj):
            tool = value.data.get("tool")
            return tool if isinstance(tool, Tool) else None
        if isinstance(value, Func):
            held = value.attrs.get("__toolcrib_tool__")
            return held.data.get("tool") if isinstance(held, Obj) else None
        return None

    def tool_from(self, ev: Evaluator, func: Value, args: Args, site: Site, name: Value | None) -> Tool:
        func = ev.resolve(func)
        if isinstance(func, Partial) and isinstance(func.func, Func):
            func = func.func
        at = place_of(func, site)
        named = name_of(func) if is_nothing(name) else name
        assert named is not None  # `is_nothing` is true of None
        if args.open and is_nothing(name):
            named = Unknown(args.open)
        if isinstance(name, Either):
            named = Either(
                tuple(o if not is_nothing(o.value) else type(o)(name_of(func), o.when) for o in name.options)
            )
        description = args.get(self.description_position, "description", "desc")
        return Tool(
            framework=self.name,
            name=named,
            description=describe(description, func, self.texts, at),
            at=at,
            hints=hints(args.get(self.annotations_position, "annotations"), site),
            function=qualname_of(func),
            func=func,
        )

    def decorator(self, ev: Evaluator, server: Obj, args: Args, site: Site) -> Value:
        """`server.tool(...)` in its applied, called and bare forms."""
        first = args.get(0, "name_or_fn")
        if self.is_function(first):
            assert first is not None  # `is_function` is false of None
            return self.register(ev, server, first, Args([], args.keywords, args.open), site, args.get(None, "name"))
        named = args.get(None, "name") if "name" in args.keywords else first
        key = (site.module.path, site.pos)
        reason = first.reason if isinstance(first, Unknown) else args.open
        if reason:
            ev.ledger.pending[key] = (site, self.name, reason)

        def apply(ev: Evaluator, inner: Args, inner_site: Site) -> Value:
            ev.ledger.pending.pop(key, None)
            func = inner.get(0)
            if func is None:
                return NONE
            return self.register(ev, server, func, args, site, named)

        return Native(apply, "tool")

    def is_function(self, value: Value | None) -> bool:
        if isinstance(value, Either):
            return any(self.is_function(o.value) for o in value.options)
        return (
            isinstance(value, Func | Partial | Cls | Obj)
            or (isinstance(value, Inst) and not value.member)
            or (isinstance(value, Ext) and value.args is None)
        )

    def add_tool(self, ev: Evaluator, server: Obj, args: Args, site: Site) -> Value:
        func = args.get(0, "tool", "fn", "func")
        if func is None or isinstance(func, Unknown | Method | K):
            reason = (
                func.reason
                if isinstance(func, Unknown)
                else args.open or f"`{site.text}` adds a tool that cannot be read"
            )
            self.unresolved(ev, server, site, reason)
            return NONE
        if isinstance(func, Native | Table | Items):
            self.unresolved(ev, server, site, f"`{site.text}` adds a tool that cannot be read")
            return NONE
        rest = Args([NONE, *args.positional[1:]], args.keywords, args.open)
        self.register(ev, server, func, rest, site, args.get(1, "name"))
        return func

    def add_list(self, ev: Evaluator, server: Obj, value: Value | None, site: Site, *, extra: Conds = ()) -> None:
        """`tools=[...]` of a constructor, or what a handler returns."""
        if value is None or (isinstance(value, K) and value.value is None):
            return
        found, more = elements(ev, value, site.text)
        for entry in found:
            with ev.under((*extra, *entry.when)):
                self.register_listed(ev, server, entry.value, site)
        if more:
            self.unresolved(ev, server, site, more)

    def register_listed(self, ev: Evaluator, server: Obj, value: Value, site: Site) -> None:
        if isinstance(value, Unknown):
            self.unresolved(ev, server, site, value.reason)
        else:
            self.register(ev, server, value, Args(), site, None)

    def unresolved(self, ev: Evaluator, server: Obj | None, site: Site, reason: str) -> None:
        ev.ledger.cannot(
            site,
            self.name,
            reason,
            "register the tools by name here, or acknowledge this place with the names that it registers",
            server=label_of(server),
        )

    def literal_tool(self, ev: Evaluator, args: Args, site: Site) -> Obj:
        """`types.Tool(name=…, description=…, inputSchema=…)`: a schema literal is the declaration itself."""
        name = args.get(None, "name") or Unknown(args.open or "a Tool without a name that can be read")
        description = args.get(None, "description") or (Unknown(args.open) if args.open else NONE)
        at = site.location
        tool = Tool(
            framework=self.name,
            name=name,
            description=from_value(description, at),
            at=at,
            hints=hints(args.get(None, "annotations"), site),
        )
        made = Obj(self, "tool", site, dict(args.keywords))
        made.data["tool"] = tool
        made.data["literal"] = True
        return made

    def change_tool(self, ev: Evaluator, obj: Obj, name: str, value: Value) -> None:
        """`tool.name = …`, `tool.description = …`, `tool.annotations = …` after it was made."""
        tool = obj.data.get("tool")
        if not isinstance(tool, Tool):
            return
        if name == "name":
            tool.name = value
        elif name == "description":
            tool.description = from_value(value, tool.at)
        elif name == "annotations" and obj.site is not None:
            tool.hints = hints(value, obj.site)


def label_of(server: Obj | None) -> str:
    """What a server is called in output: its own name, else the name it is bound to in the code."""
    if server is None:
        return ""
    for key in ("label", "bound"):
        held = server.data.get(key)
        if isinstance(held, str):
            return held
    return ""
