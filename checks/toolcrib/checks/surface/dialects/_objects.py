"""What the frameworks share in which a tool is an object of a class: made by a decorator, or of a local class.

Room: checks, middle. Their agents' lists are read at the end, since they grow after an agent is made. Not here: which
objects a class has (`_classes`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from toolcrib.checks.surface._declare import Bound, Tool
from toolcrib.checks.surface._values import Args, Cls, Conds, Ext, Inst, Items, Obj, Site, Table, Unknown, Value
from toolcrib.checks.surface.dialects._classes import ToolClasses
from toolcrib.checks.surface.dialects._lists import AgentDialect, is_nothing

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator


class ObjectDialect(AgentDialect):
    """`bases`: the framework's tool classes; `runs`: the methods that do an object's work."""

    only_where_imported = True
    bases: ClassVar[frozenset[str]] = frozenset()
    runs: ClassVar[tuple[str, ...]] = ()

    def __init__(self) -> None:
        self.classes = self.tool_classes()
        self._waiting: list[tuple[Obj, Site, Conds]] = []

    def tool_classes(self) -> ToolClasses:
        return ToolClasses(self, self.runs)

    # --- agents ------------------------------------------------------------------------------------------------------

    def holder(self, ev: Evaluator, site: Site, name: Value | None, tools: Value | None, *, kind: str = "agent") -> Obj:
        """An agent, or whatever else is given tools; the list is read when every file was followed."""
        made = self.agent(ev, site, name, kind=kind)
        made.attrs["tools"] = tools if tools is not None and not is_nothing(tools) else Items("list", [])
        self._waiting.append((made, site, ev.conds()))
        return made

    def wait(self, ev: Evaluator, agent: Obj, site: Site) -> None:
        self._waiting.append((agent, site, ev.conds()))

    def also(self, ev: Evaluator, agent: Obj, tools: Value | None, site: Site) -> None:
        """One more list for an agent."""
        more = Obj(self, agent.kind, agent.site, {**agent.attrs, "tools": tools or Items("list", [])}, agent.data)
        self._waiting.append((more, site, ev.conds()))

    def bind(self, ev: Evaluator, agent: Obj, value: Value | None, site: Site) -> list[Tool]:
        """One list of an agent; what it is given elsewhere belongs to the place that makes it."""
        tools = list(self.listed(ev, value, site))
        ev.ledger.agents.append(Bound(agent.attrs.get("name"), self.name, agent.site or site, tools, agent))
        agent.data.setdefault("tools", []).extend(tools)
        return tools

    def finish(self, ev: Evaluator) -> None:
        waiting, self._waiting = self._waiting, []
        for agent, site, when in waiting:
            with ev.under(when):
                self.bind(ev, agent, agent.attrs.get("tools"), site)
        self.classes.finish(ev)

    # --- classes -----------------------------------------------------------------------------------------------------

    def is_tool_class(self, path: str) -> bool:
        return path.rsplit(".", 1)[-1] in self.bases

    def construct(self, ev: Evaluator, inst: Inst, path: str, args: Args, site: Site) -> Value | None:
        if self.is_tool_class(path):
            return self.classes.construct(ev, inst, args, site)
        return super().construct(ev, inst, path, args, site)

    def subclass(self, ev: Evaluator, cls: Cls, path: str) -> None:
        if self.is_tool_class(path):
            self.classes.defined.append(cls)

    def instantiated(self, ev: Evaluator, inst: Inst, path: str, args: Args, site: Site) -> None:
        """A class whose `__init__` does not call the framework's makes a tool all the same."""
        if inst.framework is None and self.is_tool_class(path):
            inst.framework = self.classes.construct(ev, inst, Args(open=args.open), site)

    # --- objects -----------------------------------------------------------------------------------------------------

    def other(self, ev: Evaluator, value: Value, site: Site) -> Iterator[Tool]:
        if isinstance(value, Ext):
            self.unresolved(ev, site, f"dynamic surface: `{value.path}` gives tools of another package or server")
        elif isinstance(value, Cls | Table):
            self.unresolved(ev, site, "an element of the list is no tool that can be read")
        else:
            yield from super().other(ev, value, site)

    def element(self, ev: Evaluator, value: Value, site: Site) -> Iterator[Tool]:
        value = ev.resolve(value)
        if isinstance(value, Ext) and "()" in value.path:  # what another library's object holds
            yield from self.other(ev, value, site)
        elif isinstance(value, Unknown) and not value.reason:
            self.unresolved(ev, site, "an element of the list cannot be read")
        else:
            yield from super().element(ev, value, site)

    def attribute(self, ev: Evaluator, obj: Obj, name: str, site: Site) -> Value | None:
        tool = obj.data.get("tool")
        return tool.name if name == self.classes.named and isinstance(tool, Tool) else None

    def set_attribute(self, ev: Evaluator, obj: Obj, name: str, value: Value) -> None:
        tool = obj.data.get("tool")
        if isinstance(tool, Tool) and name == self.classes.named:
            self.classes.rename(ev, obj, value)
        elif isinstance(tool, Tool) and name == self.classes.said:
            self.classes.describe(ev, tool, value)
        elif obj.kind == "agent" and name == "tools" and obj.site is not None and ev.when:
            self.also(ev, obj, value, obj.site)
