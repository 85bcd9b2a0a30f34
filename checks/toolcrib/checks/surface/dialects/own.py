"""toolcrib itself: texts and names that code takes from the manifest are right by construction.

Room: checks, middle. Owns `toolcrib`. `registry.tool("x").description` is the row's text, `registry.tool("x").name` the
row's name; a Python manifest (`TOOL_MANIFEST = Manifest(...)`) is asked the same way. As a decorator it binds an
implementation, which is a declaration. `registry.allowlist("chat")` and its `names` stand for what the manifest grants:
which names that is shows when the program runs, whose they are here. Not here: the adapters (`_own_adapters`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from toolcrib.checks.surface._declare import Tool, from_value, place_of, qualname_of
from toolcrib.checks.surface._fold import text_of
from toolcrib.checks.surface._types import Grant
from toolcrib.checks.surface._values import (
    NONE,
    Args,
    Entry,
    Ext,
    FromRow,
    Granted,
    Items,
    K,
    Obj,
    Site,
    Unknown,
    Value,
)
from toolcrib.checks.surface.dialects import _own_adapters as adapters
from toolcrib.checks.surface.dialects._base import Dialect

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator


class Own(Dialect):
    name = "toolcrib"
    roots = ("toolcrib",)
    words = frozenset({"allowlist"})

    def call(self, ev: Evaluator, func: Ext, args: Args, site: Site) -> Value | None:
        if func.path.startswith(adapters.PACKAGE):
            return adapters.call(self, ev, func, args, site)
        if func.path.endswith(("Registry", "Registry.load")):
            return Obj(self, "registry", site)
        if func.tail in ("Manifest", "load", "load_manifest"):
            return Obj(self, "manifest", site)
        return None

    def method(self, ev: Evaluator, obj: Obj, name: str, args: Args, site: Site) -> Value | None:
        if obj.kind == "registry" and name == "tool":
            return self._row(args.get(0, "name"), args, site)
        if obj.kind == "registry" and name in ("session", "async_session"):
            agent = text_of(args.get(0, "agent") or NONE) or ""
            grant = Grant(agent=agent, at=site.location, session=True)
            ev.ledger.allowlists.append(grant)
            return Obj(self, "session", site, data={"grant": grant})
        if obj.kind == "held":
            return adapters.method(ev, obj, name, args, site)
        if obj.kind == "registry" and name == "allowlist":
            text = text_of(args.get(0, "agent") or NONE)
            grant = Grant(agent=text or "", at=site.location)
            ev.ledger.allowlists.append(grant)
            return Obj(self, "allowlist", site, data={"grant": grant})
        if obj.kind == "rows" and name in ("get", "__getitem__"):
            return self._row(args.get(0))
        return None

    def attribute(self, ev: Evaluator, obj: Obj, name: str, site: Site) -> Value | None:
        if obj.kind in ("registry", "manifest") and name in ("manifest", "tools"):
            return Obj(self, "manifest" if name == "manifest" else "rows", site)
        if obj.kind == "allowlist":
            grant = self._grant(obj)
            if name == "agent":
                return K(grant.agent) if grant.agent else Unknown("whose allowlist it is cannot be told")
            return Obj(self, "granted", site, data={"grant": grant, "rows": name == "rows"})
        if obj.kind == "granted-row":
            return Granted("what the manifest grants", self._grant(obj)) if name == "name" else Unknown("a row's field")
        if obj.kind == "row":
            row = str(obj.data["row"])
            if not row:
                return Unknown("the name of the row cannot be told")
            if name == "name":
                return K(row)
            return FromRow(row, name, site.location)
        return None

    def item(self, ev: Evaluator, obj: Obj, index: Value) -> Value | None:
        return self._row(index) if obj.kind in ("rows", "allowlist") else None

    def iterate(self, ev: Evaluator, obj: Obj) -> Value | None:
        """One element stands for all: rows of an allowlist, or the names in it."""
        if obj.kind not in ("allowlist", "granted"):
            return None
        if obj.kind == "granted" and not obj.data["rows"]:
            return Items("tuple", [Entry(Granted("what the manifest grants", self._grant(obj)))])
        return Items("tuple", [Entry(Obj(self, "granted-row", obj.site, data=obj.data))])

    def holds(self, ev: Evaluator, obj: Obj, value: Value) -> Value | None:
        if obj.kind not in ("allowlist", "granted"):
            return None
        return Granted("what the manifest grants", replace(self._grant(obj), tool=text_of(value) or ""))

    def _grant(self, obj: Obj) -> Grant:
        grant = obj.data["grant"]
        assert isinstance(grant, Grant)  # what `allowlist` stores
        return grant

    def apply(self, ev: Evaluator, obj: Obj, args: Args, site: Site) -> Value | None:
        """`@registry.tool("x")` over a function, or `registry.tool("x")(function)`: it is the tool's implementation."""
        if obj.kind != "row" or obj.site is None:
            return None
        func = ev.resolve(args.get(0) or Unknown(args.open or "nothing is bound"))
        row, where = str(obj.data["row"]), obj.site
        if not row:
            ev.ledger.cannot(
                where,
                self.name,
                f"`{where.text}` binds an implementation to a name that cannot be told",
                "write the name of the row here, or acknowledge this place with the names that it binds",
            )
            return func
        tool = Tool(
            framework=self.name,
            name=K(row),
            description=from_value(FromRow(row, "description", where.location), where.location),
            at=place_of(func, where),
            function=qualname_of(func),
            func=func,
            schema=obj.attrs.get("schema"),
        )
        ev.ledger.expose(ev, tool, None, where)
        return func

    def _row(self, name: Value | None, args: Args | None = None, site: Site | None = None) -> Value:
        """A row. It can bind an implementation where `site` is given: where a registry was asked for the tool."""
        text = text_of(name) if name is not None else None
        if text is None and site is None:
            return Unknown("the name of the row cannot be told")
        schema = args.get(None, "schema") if args is not None else None
        return Obj(self, "row", site, {"schema": schema} if schema is not None else {}, {"row": text or ""})

    def annotated(self, ev: Evaluator, path: str, site: Site) -> Value | None:
        return Obj(self, "registry", site) if path.endswith("Registry") else None
