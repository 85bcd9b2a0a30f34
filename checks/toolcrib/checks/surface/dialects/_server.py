"""What the high-level MCP servers share: `tool` in all its forms, `add_tool`, handlers, removal.

Room: checks, middle. `mcp_sdk` and `fastmcp` differ in positional arguments, in what an empty description means and in
what is made of a docstring; those are class attributes here.
"""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from toolcrib.checks.surface._choices import functions
from toolcrib.checks.surface._declare import (
    TextRules,
    Tool,
    callers,
    describe,
    from_value,
    name_of,
    place_of,
    qualname_of,
)
from toolcrib.checks.surface._elements import elements
from toolcrib.checks.surface._fold import text_of
from toolcrib.checks.surface._mounts import label_of
from toolcrib.checks.surface._types import Hint
from toolcrib.checks.surface._values import (
    NONE,
    Args,
    Cls,
    Either,
    Entry,
    Ext,
    FromRow,
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
from toolcrib.checks.surface.dialects._hidden import may_hide
from toolcrib.checks.surface.dialects._hints import hints

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator


def is_nothing(value: Value | None) -> bool:
    """Not given, None or an empty text: most frameworks read `name or fn.__name__`."""
    return value is None or (isinstance(value, K) and not value.conf and value.value in (None, ""))


def by_name(args: Args, *names: str) -> Args:
    """The arguments of a call, positional ones under the names of the framework's signature."""
    given = dict(zip(names, args.positional, strict=False))
    return Args([], {**given, **args.keywords}, args.open)


# Packages that run, serve, trace or print what they are given, and register nothing on it.
_NEVER_REGISTER = frozenset(
    {
        "builtins", "uvicorn", "hypercorn", "granian", "gunicorn", "starlette", "anyio", "trio", "uvloop", "typer",
        "click", "rich", "structlog", "loguru", "opentelemetry", "sentry_sdk", "logfire", "mangum", "pydantic",
        "dotenv", "fire", "debugpy", "watchfiles",
    }
)  # fmt: skip


def _start(ev: Evaluator, lifespan: Func, server: Obj, site: Site) -> None:
    """Enter a server's lifespan, as the framework does when the server runs."""
    ev.call(lifespan, Args([server]), site)


class ServerDialect(Dialect):
    texts: ClassVar[TextRules]
    tool_arguments: ClassVar[tuple[str, ...]] = ("name",)  # the positional arguments of `tool(...)`
    add_arguments: ClassVar[tuple[str, ...]] = ("fn",)  # … of `add_tool(...)`
    from_function_arguments: ClassVar[tuple[str, ...]] = ("fn", "name")

    # --- servers -----------------------------------------------------------------------------------------------------

    def server(self, ev: Evaluator, kind: str, args: Args, site: Site) -> Obj:
        server = Obj(self, kind, site)
        name = args.get(0, "name")
        if isinstance(name, K) and isinstance(name.value, str):
            server.data["label"] = name.value
        server.data["detached"] = False
        server.data["made"] = (ev.uncalled_run, ev.conds())
        started = args.get(None, "lifespan")
        if isinstance(started, Func) and started.decl.params:
            ev.later.append((site.module, partial(_start, ev, started, server, site)))
        return server

    def detached(self, kind: str, site: Site) -> Obj:
        """A server known only by its annotation: whoever calls the function brings it."""
        return Obj(self, kind, site, data={"detached": True})

    def escapes(self, ev: Evaluator, value: Value, func: Ext, site: Site) -> None:
        """A server that is handed to another package, or to something unknown: what registers there cannot be seen."""
        held: Value | None = value
        if isinstance(value, Method) and value.name in ("tool", "add_tool"):
            held = value.receiver
        held = held.framework if isinstance(held, Inst) else held
        if not isinstance(held, Obj) or held.dialect is not self or held.kind not in ("server", "lowlevel"):
            self.foreign(ev, value, func, site)
            return
        if func.root in sys.stdlib_module_names or func.root in _NEVER_REGISTER or ev.owner_of(func.path) is not None:
            return
        if not func.path:
            reason = f"`{site.text}` gives the server to something that cannot be told, which may register tools on it"
            self.unresolved(ev, held, site, reason)
            return
        ev.ledger.cannot(
            site,
            self.name,
            f"dynamic surface: `{func.path}` of another package is given the server and may register tools on it",
            "name what it registers in an acknowledgement (an empty list when it registers nothing)",
            server=label_of(held),
            dynamic=True,
        )

    def foreign(self, ev: Evaluator, value: Value, func: Ext, site: Site) -> None:
        """Another value that another package is given."""

    def of_class(self, ev: Evaluator, func: Ext, args: Args, site: Site) -> Value | None:
        """`FastMCP.tool(server, …)`: a method called through its class."""
        first = args.get(0)
        if isinstance(first, Inst) and first.framework is not None:
            first = first.framework
        if isinstance(first, Obj) and first.dialect is self and first.kind in ("server", "lowlevel"):
            return self.method(ev, first, func.tail, Args(args.positional[1:], args.keywords, args.open), site)
        return None

    # --- registering -------------------------------------------------------------------------------------------------

    def register(self, ev: Evaluator, server: Obj, func: Value, args: Args, site: Site) -> Value:
        """One function becomes a tool of a server; gives back what the decorator gives back."""
        func = ev.resolve(func)
        if isinstance(func, Either):
            for option in functions(func) or func.options:
                with ev.under(option.when):
                    self.register(ev, server, option.value, args, site)
            return func
        if isinstance(func, K) and func.value is None:
            return func  # every framework refuses None: this way nothing is registered
        unread = isinstance(func, Unknown | Method | Table | Items | K | Native)
        if unread and is_nothing(args.get(None, "name")):
            reason = func.reason if isinstance(func, Unknown) else args.open
            self.unresolved(ev, server, site, reason or f"`{site.text}` registers something that is no function")
            return func
        ready = self.ready_tool(func)
        made = ready if ready is not None else self.tool_from(ev, server, func, args, site)
        ev.ledger.expose(ev, made, server, site)
        return func

    def ready_tool(self, value: Value) -> Tool | None:
        """A tool that was made before."""
        if isinstance(value, Inst) and value.framework is not None:
            value = value.framework
        if isinstance(value, Obj):
            tool = value.data.get("tool")
            return tool if isinstance(tool, Tool) else None
        return None

    def tool_from(self, ev: Evaluator, server: Obj | None, func: Value, args: Args, site: Site) -> Tool:
        """A tool made of a function and of keyword arguments."""
        schema: Value | None = None
        if args.open or "transform_args" in args.keywords:
            schema = Unknown("its arguments may be changed")
        while isinstance(func, Partial):
            func, schema = ev.resolve(func.func), Unknown("some of its arguments are given already")
        at = place_of(func, site)
        given = args.get(None, "name")
        named = name_of(func) if given is None or is_nothing(given) else given
        if args.open and is_nothing(given):
            named = Unknown(args.open)
        if isinstance(given, Either):
            options = (Entry(name_of(func), o.when) if is_nothing(o.value) else o for o in given.options)
            named = Either(tuple(options))
        description = args.get(None, "description")
        if description is None and args.open:
            description = Unknown(args.open)
        if isinstance(description, K) and description.value is None and description.conf:
            ev.ledger.note(site, f"the description is {description.conf}: what the model is told cannot be read here")
        annotations = args.get(None, "annotations")
        if isinstance(annotations, Unknown):
            ev.ledger.note(site, f"the hints cannot be read: {annotations.reason}")
        return Tool(
            framework=self.name,
            name=named,
            description=describe(description, func, self.texts, at),
            at=at,
            hints=self.hints(ev, server, annotations, site),
            function=qualname_of(func),
            func=func,
            schema=schema,
            hidden=args.get(None, "exclude_args"),
        )

    def hints(self, ev: Evaluator, server: Obj | None, annotations: Value | None, site: Site) -> tuple[Hint, ...]:
        return hints(annotations, site)

    def decorator(self, ev: Evaluator, server: Obj, args: Args, site: Site) -> Value:
        """`server.tool(...)` in its applied, called and bare forms."""
        first = args.get(0, "name_or_fn")
        if self.is_function(first):
            assert first is not None  # `is_function` is false of None
            return self.register(ev, server, first, Args([], args.keywords, args.open), site)
        rest = by_name(Args(args.positional, args.keywords, args.open), *self.tool_arguments)
        if "name_or_fn" in rest.keywords and "name" not in rest.keywords:
            rest.keywords["name"] = rest.keywords["name_or_fn"]
        key = (repr([(at.module.path, at.pos) for at in (site, *callers(site))]), site.pos)
        reason = first.reason if isinstance(first, Unknown) else args.open
        if not reason and first is not None and not isinstance(first, K | Either | FromRow):
            reason = "what it is given is no function that can be read"
        if reason:
            ev.ledger.pending[key] = (site, self.name, reason)

        def apply(ev: Evaluator, inner: Args, inner_site: Site) -> Value:
            ev.ledger.pending.pop(key, None)
            func = inner.get(0)
            if func is None:
                return NONE
            return self.register(ev, server, func, rest, site)

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
        given = by_name(args, *self.add_arguments)
        func = given.get(None, "fn", "tool", "func")
        rest = Args([], {k: v for k, v in given.keywords.items() if k not in ("fn", "tool", "func")}, args.open)
        if func is None:
            self.unresolved(ev, server, site, args.open or f"`{site.text}` adds a tool that cannot be read")
            return NONE
        return self.register(ev, server, func, rest, site)

    def from_function(self, ev: Evaluator, args: Args, site: Site) -> Obj:
        """`Tool.from_function(fn, …)`: a tool object that no server has yet."""
        given = by_name(args, *self.from_function_arguments)
        func = ev.resolve(given.get(None, "fn", "func") or Unknown(args.open or "a Tool without a function"))
        rest = Args([], {k: v for k, v in given.keywords.items() if k not in ("fn", "func")}, args.open)
        tool = self.tool_from(ev, None, func, rest, site)
        made = Obj(self, "tool", site, {"fn": func, **rest.keywords, "name": tool.name})
        made.data["tool"] = tool
        made.data["function"] = func
        return made

    def add_list(self, ev: Evaluator, server: Obj, value: Value | None, site: Site) -> None:
        """`tools=[...]` of a constructor."""
        if value is None or (isinstance(value, K) and value.value is None):
            return
        found, more = elements(ev, value, site.text)
        for entry in found:
            with ev.under(entry.when):
                self.register(ev, server, entry.value, Args(), site)
        if more:
            self.unresolved(ev, server, site, more)

    def remove(self, ev: Evaluator, server: Obj, name: Value | None, site: Site) -> Value:
        """`server.remove_tool("x")`: exact where it certainly runs after the registration, else an upper bound."""
        text = text_of(name) if name is not None else None
        if text is None or ev.when or ev.uncalled_run or not ev.ledger.withdraw(server, text):
            ev.ledger.note(site, may_hide(site.text, "removes a tool"))
        return NONE

    def listing(self, ev: Evaluator, server: Obj) -> Items:
        """`await server.list_tools()`: the tool objects that are registered so far."""
        found = []
        for exposure in ev.ledger.exposures:
            if exposure.holder is server:
                made = Obj(self, "tool", exposure.site, {"name": exposure.tool.name})
                made.data["tool"] = exposure.tool
                found.append(Entry(made, exposure.when))
        return Items("list", found)

    def table(self, ev: Evaluator, server: Obj) -> Table:
        """The same by name, as the older `get_tools()` and the inner table give it."""
        found = self.listing(ev, server).items
        named = {text_of(e.value.attrs["name"]): e for e in found if isinstance(e.value, Obj)}
        return Table({k: e for k, e in named.items() if k is not None})

    def inner(self, ev: Evaluator, obj: Obj, name: str, site: Site) -> Value | None:
        """The server's own table of tools: read as what is registered; writing into it is said to be unreadable."""
        return Obj(self, "table", site, data={"server": obj}) if obj.kind == "server" and name == "_tools" else None

    def put_item(self, ev: Evaluator, obj: Obj, index: Value, value: Value) -> None:
        if obj.kind == "table" and obj.site is not None:
            reason = f"`{obj.site.text}` is the server's own table, and something is put into it"
            self.unresolved(ev, obj.data["server"], obj.site, reason)

    def iterate(self, ev: Evaluator, obj: Obj) -> Value | None:
        return self.table(ev, obj.data["server"]) if obj.kind == "table" else None

    def of_table(self, ev: Evaluator, obj: Obj, name: str, args: Args, site: Site) -> Value | None:
        """A method of that table."""
        server: Obj = obj.data["server"]
        if name == "pop":
            return self.remove(ev, server, args.get(0), site)
        if name in ("update", "setdefault"):
            self.put_item(ev, obj, NONE, NONE)
            return NONE
        return ev.call(Method(self.table(ev, server), name), args, site)

    def may_take_more(self, ev: Evaluator, args: Args, site: Site) -> None:
        if args.open:
            ev.ledger.note(site, f"the server may be given tools of which nothing is known: {args.open}")

    def unresolved(self, ev: Evaluator, server: Obj | None, site: Site, reason: str, *, dynamic: bool = False) -> None:
        ev.ledger.cannot(
            site,
            self.name,
            reason,
            "pin what it offers with an acknowledgement that names the tools"
            if dynamic
            else "register the tools by name here, or acknowledge this place with the names that it registers",
            server=label_of(server),
            dynamic=dynamic,
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
            hints=self.hints(ev, None, args.get(None, "annotations"), site),
            schema=args.get(None, "inputSchema", "input_schema"),
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


__all__ = ["ServerDialect", "by_name", "is_nothing", "label_of"]
