"""What frameworks with tool objects and tool classes share: their attributes, classes of one tool each, library tools.

Room: checks, middle. A tool class is declared where an object of it is made; one that nothing here makes an object of
is declared under the name that its `__init__` gives, unless other classes extend it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from toolcrib.checks.surface._declare import Tool, from_value, place_of
from toolcrib.checks.surface._fold import text_of
from toolcrib.checks.surface._instances import ev_site, instantiate
from toolcrib.checks.surface._values import Args, Cls, Ext, Inst, K, Obj, Site, Unknown, Value
from toolcrib.checks.surface.dialects._lists import AgentDialect, ready_tool

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator

LIBRARY_TEXT = "the library's own text"


class ToolObjectDialect(AgentDialect):
    tool_classes: ClassVar[frozenset[str]] = frozenset()  # the framework's classes that a tool class extends
    remote_classes: ClassVar[tuple[str, ...]] = ()  # how those end whose tools exist only at run time

    def __init__(self) -> None:
        self._defined: list[Cls] = []
        self._remote: list[tuple[Cls, str]] = []
        self._of_class: dict[tuple[int, str, str], Tool] = {}

    # --- classes -----------------------------------------------------------------------------------------------------

    def subclass(self, ev: Evaluator, cls: Cls, path: str) -> None:
        if path.rsplit(".", 1)[-1] in self.tool_classes:
            self._defined.append(cls)
        elif self.remote_classes and path.endswith(self.remote_classes):
            self._remote.append((cls, path))

    def construct(self, ev: Evaluator, inst: Inst, path: str, args: Args, site: Site) -> Value | None:
        made = self.call(ev, Ext(path), args, site)
        tool = made.data.get("tool") if isinstance(made, Obj) else None
        if isinstance(tool, Tool):
            tool.at, tool.function = place_of(inst, site), inst.cls.qualname
            if tool.func is None:
                tool.func = inst.cls
        return made

    def instantiated(self, ev: Evaluator, inst: Inst, path: str, args: Args, site: Site) -> None:
        """Every object of one class with one name is the same tool."""
        tool = ready_tool(inst)
        if tool is None or inst.opaque or path.rsplit(".", 1)[-1] not in self.tool_classes:
            return
        assert inst.framework is not None  # it holds the tool
        key = (id(inst.cls), text_of(tool.name) or str(site.pos), tool.description.sent or "")
        inst.framework.data["tool"] = tool = self._of_class.setdefault(key, tool)
        ev.ledger.expose(ev, tool, None, ev_site(ev, inst.cls))

    def finish(self, ev: Evaluator) -> None:
        """Classes that nothing here makes an object of: another program does."""
        remote, self._remote = self._remote, []
        for cls, path in remote:
            if not cls.subclassed and all(inst.opaque for inst in cls.instances):
                reason = f"dynamic surface: {cls.qualname} extends `{path}`, whose tools exist only at run time"
                self.unresolved(ev, ev_site(ev, cls), reason)
        defined, self._defined = self._defined, []
        for cls in defined:
            if cls.subclassed or any(not inst.opaque for inst in cls.instances):
                continue
            site = ev_site(ev, cls)
            given = Args(open="nothing read here makes this object")
            made = cls.instances[0] if cls.instances else instantiate(ev, cls, given, site, opaque=True)
            tool = ready_tool(made)
            if tool is not None and text_of(tool.name):
                ev.ledger.expose(ev, tool, None, site)

    # --- lists -------------------------------------------------------------------------------------------------------

    def other(self, ev: Evaluator, value: Value, site: Site) -> Iterator[Tool]:
        if isinstance(value, Ext) and value.args is not None:
            named = value.args.get(None, "name")
            if isinstance(named, K) and isinstance(named.value, str):  # a tool of the library, named here
                yield self.library(ev, named, value.site or site, value.args.get(None, "description"))
            else:
                self.unresolved(ev, site, f"dynamic surface: `{value.path}` gives tools of another package or server")
        else:
            yield from super().other(ev, value, site)

    def library(self, ev: Evaluator, name: Value, site: Site, text: Value | None = None) -> Tool:
        """A tool of another package whose name stands here, or is known."""
        made = self.make(ev, None, site, name=name, description=text or Unknown(LIBRARY_TEXT))
        tool = made.data["tool"]
        assert isinstance(tool, Tool)  # what `make` stores
        return tool

    # --- objects -----------------------------------------------------------------------------------------------------

    def attribute(self, ev: Evaluator, obj: Obj, name: str, site: Site) -> Value | None:
        tool = obj.data.get("tool")
        return tool.name if name == "name" and isinstance(tool, Tool) else None

    def set_attribute(self, ev: Evaluator, obj: Obj, name: str, value: Value) -> None:
        tool = obj.data.get("tool")
        if isinstance(tool, Tool) and name == "name":
            tool.name = value
        elif isinstance(tool, Tool) and name == "description":
            tool.description = from_value(value, tool.at)
