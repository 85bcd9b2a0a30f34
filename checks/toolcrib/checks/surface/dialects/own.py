"""toolcrib itself: texts and names that code takes from the manifest are right by construction.

Room: checks, middle. Owns `toolcrib`. `registry.tool("x").description` is the row's text, `registry.tool("x").name` the
row's name; a Python manifest (`TOOL_MANIFEST = Manifest(...)`) is asked the same way. `registry.allowlist("chat")` and
its `names` stand for what the manifest grants: which names that is shows when the program runs, whose they are here.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

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
from toolcrib.checks.surface.dialects._base import Dialect

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator


class Own(Dialect):
    name = "toolcrib"
    roots = ("toolcrib",)
    words = frozenset({"allowlist"})

    def call(self, ev: Evaluator, func: Ext, args: Args, site: Site) -> Value | None:
        if func.path.endswith(("Registry", "Registry.load")):
            return Obj(self, "registry", site)
        if func.tail in ("Manifest", "load", "load_manifest"):
            return Obj(self, "manifest", site)
        return None

    def method(self, ev: Evaluator, obj: Obj, name: str, args: Args, site: Site) -> Value | None:
        if obj.kind == "registry" and name == "tool":
            return self._row(args.get(0, "name"))
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

    def _row(self, name: Value | None) -> Value:
        text = text_of(name) if name is not None else None
        if text is None:
            return Unknown("the name of the row cannot be told")
        return Obj(self, "row", None, data={"row": text})

    def annotated(self, ev: Evaluator, path: str, site: Site) -> Value | None:
        return Obj(self, "registry", site) if path.endswith("Registry") else None
