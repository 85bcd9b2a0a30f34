"""toolcrib itself: texts and names that code takes from the manifest are right by construction.

Room: checks, middle. Owns `toolcrib`. `registry.tool("x").description` is the row's text, `registry.tool("x").name` the
row's name; a Python manifest (`TOOL_MANIFEST = Manifest(...)`) is asked the same way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolcrib.checks.surface._fold import text_of
from toolcrib.checks.surface._values import Args, Ext, FromRow, K, Obj, Site, Unknown, Value
from toolcrib.checks.surface.dialects._base import Dialect

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator


class Own(Dialect):
    name = "toolcrib"
    roots = ("toolcrib",)

    def call(self, ev: Evaluator, func: Ext, args: Args, site: Site) -> Value | None:
        if func.path.endswith(("Registry", "Registry.load")):
            return Obj(self, "registry", site)
        if func.tail in ("Manifest", "load", "load_manifest"):
            return Obj(self, "manifest", site)
        return None

    def method(self, ev: Evaluator, obj: Obj, name: str, args: Args, site: Site) -> Value | None:
        if obj.kind == "registry" and name == "tool":
            return self._row(args.get(0, "name"))
        if obj.kind == "rows" and name in ("get", "__getitem__"):
            return self._row(args.get(0))
        return None

    def attribute(self, ev: Evaluator, obj: Obj, name: str, site: Site) -> Value | None:
        if obj.kind in ("registry", "manifest") and name in ("manifest", "tools"):
            return Obj(self, "manifest" if name == "manifest" else "rows", site)
        if obj.kind == "row":
            row = str(obj.data["row"])
            if name == "name":
                return K(row)
            return FromRow(row, name, site.location)
        return None

    def item(self, ev: Evaluator, obj: Obj, index: Value) -> Value | None:
        return self._row(index) if obj.kind == "rows" else None

    def _row(self, name: Value | None) -> Value:
        text = text_of(name) if name is not None else None
        if text is None:
            return Unknown("the name of the row cannot be told")
        return Obj(self, "row", None, data={"row": text})

    def annotated(self, ev: Evaluator, path: str, site: Site) -> Value | None:
        return Obj(self, "registry", site) if path.endswith("Registry") else None
