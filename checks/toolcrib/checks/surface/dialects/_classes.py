"""Local classes that extend a framework's tool class, and the tools that their objects are.

Room: checks, middle. A tool class is declared once for each name that its objects have. A class that nothing here makes
an object of is declared under its own name: in a package of tools, whoever installs it makes the objects. An abstract
class, or one without a name that others extend, is no tool.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from toolcrib.checks.surface import _ir as ir
from toolcrib.checks.surface._declare import Tool, from_value, one_of
from toolcrib.checks.surface._fold import text_of
from toolcrib.checks.surface._types import Description
from toolcrib.checks.surface._values import NONE, Args, Cls, Ext, Func, Inst, K, Native, Obj, Site, Unknown, Value
from toolcrib.manifest import Location

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator
    from toolcrib.checks.surface.dialects._lists import AgentDialect

_BASES = ("BaseTool", "Tool", "AgentTool", "AsyncBaseTool")  # the frameworks' own: they leave the work to their heirs
_OUTSIDE = "nothing read here makes this object"


class ToolClasses:
    """`runs`: the methods that do the work; `named`, `said`: the attributes that hold name and description."""

    def __init__(
        self, dialect: AgentDialect, runs: tuple[str, ...], *, named: str = "name", said: str = "description"
    ) -> None:
        self._dialect = dialect
        self._runs = runs
        self.named, self.said = named, said
        self.defined: list[Cls] = []
        self._tools: dict[tuple[int, str, str], Tool] = {}
        self._objects: Counter[int] = Counter()  # how many objects are one tool
        self._made: set[int] = set()

    def tool(self, cls: Cls, name: Value, description: Value | None) -> Tool:
        """A class as a tool; without a description of its own its docstring speaks."""
        at = cls.module.facts.location(cls.decl.pos)
        if description is None:
            doc = ir.docstring(cls.decl.body)
            description = K(doc.value, at=cls.module.facts.location(doc.pos)) if doc is not None else NONE
        runner = next((found for run in self._runs if (found := cls.find(run)) is not None), None)
        function = runner[0].qualname if runner is not None and isinstance(runner[0], Func) else cls.qualname
        return Tool(
            framework=self._dialect.name,
            name=name,
            description=self.text(description, at),
            at=at,
            function=function,
            func=cls,
        )

    def text(self, value: Value, at: Location) -> Description:
        return from_value(value, at)

    def construct(self, ev: Evaluator, inst: Inst, args: Args, site: Site) -> Obj:
        cls = inst.cls
        own = args.keywords.get(self.named) or inst.attrs.get(self.named)
        name = own or field(ev, cls, self.named, inst, site)
        if name is None:
            name = Unknown(args.open or f"{cls.qualname} has no `{self.named}` that can be read")
        text = args.keywords.get(self.said) or inst.attrs.get(self.said)
        text = text or field(ev, cls, self.said, inst, site) or self.without(ev, cls, inst, site)
        made = Obj(self._dialect, "tool", site)
        key = (id(cls), text_of(name) or str(site.pos), text_of(text) or "")
        tool = self._tools.get(key)
        if tool is None or inst.opaque:
            tool = self.tool(cls, name, text)
            if not inst.opaque:
                self._tools[key] = tool
        else:
            tool.description = one_of([tool.description, self.text(text, tool.at)])
        self._objects[id(tool)] += 1
        made.data["tool"] = tool
        if not inst.opaque:
            self._made.add(id(cls))
            named_here = self.named in args.keywords
            ev.ledger.expose(ev, tool, None, site if named_here else Site(cls.module, cls.decl.pos, cls.qualname))
        return made

    def describe(self, ev: Evaluator, tool: Tool, value: Value) -> None:
        """`self.description = …`; under a condition of its own function, what it was before may still be it."""
        new = from_value(value, tool.at)
        here = bool(ev.frames) and len(ev.when) > ev.frame.base
        other = (here and tool.description.sent is not None) or self._objects[id(tool)] > 1
        tool.description = one_of([tool.description, new]) if other else new

    def rename(self, ev: Evaluator, obj: Obj, value: Value) -> None:
        """`self.name = …`: this object is a tool of its own, if it was one with others."""
        tool = obj.data["tool"]
        assert isinstance(tool, Tool)  # what `construct` stores
        if self._objects[id(tool)] > 1 and isinstance(tool.func, Cls):
            self._objects[id(tool)] -= 1
            obj.data["tool"] = replace(tool, name=value)
            ev.ledger.expose(ev, obj.data["tool"], None, Site(tool.func.module, tool.func.decl.pos, tool.func.qualname))
            return
        tool.name = value
        self._tools = {key: held for key, held in self._tools.items() if held is not tool}

    def without(self, ev: Evaluator, cls: Cls, inst: Inst, site: Site) -> Value:
        """The description of a class that states none."""
        above = (path.rsplit(".", 1)[-1] for path in cls.external_bases() if ev.owner_of(path) is self._dialect)
        return NONE if all(tail in _BASES for tail in above) else Unknown("the text of another package's tool")

    def finish(self, ev: Evaluator) -> None:
        defined, self.defined = self.defined, []
        for cls in defined:
            if id(cls) in self._made or abstract(cls) or not self._works(ev, cls):
                continue
            tool = self._outside(ev, cls)
            if tool is None or (isinstance(tool.name, Unknown) and cls.subclassed):
                continue
            ev.ledger.expose(ev, tool, None, Site(cls.module, cls.decl.pos, cls.qualname))

    def _works(self, ev: Evaluator, cls: Cls) -> bool:
        """It has a method that does the work, its own or that of another package's tool."""
        if any(cls.find(run) for run in self._runs):
            return True
        above = (path for path in cls.external_bases() if ev.owner_of(path) is self._dialect)
        return any(path.rsplit(".", 1)[-1] not in _BASES for path in above)

    def _outside(self, ev: Evaluator, cls: Cls) -> Tool | None:
        """The tool that an object is which only other code makes."""
        from toolcrib.checks.surface._instances import instantiate

        site = Site(cls.module, cls.decl.pos, cls.qualname)
        inst = next((i for i in cls.instances if i.opaque), None)
        if inst is None:
            made = ev.apart(cls.module, lambda: instantiate(ev, cls, Args(open=_OUTSIDE), site, opaque=True))
            inst = made if isinstance(made, Inst) else None
        held = inst.framework if inst is not None else None
        if held is None:
            held = self.construct(ev, inst or Inst(cls, opaque=True), Args(open=_OUTSIDE), site)
        tool = held.data.get("tool")
        if not isinstance(tool, Tool):
            return None
        usual = field(ev, cls, self.named, None, site)
        if text_of(tool.name) is None and isinstance(usual, K) and isinstance(usual.value, str):
            tool.name = K(usual.value, "what its maker gives", usual.at)
        return tool


def abstract(cls: Cls) -> bool:
    """Nobody can make an object of it: it says that it is a base, or leaves a method to its heirs."""
    if any(isinstance(base, Ext) and base.path in ("abc.ABC", "typing.Protocol") for base in cls.bases):
        return True
    seen: set[str] = set()
    for parent in cls.mro():
        for name, value in parent.ns.items():
            if name not in seen and isinstance(value, Func) and _left_open(value):
                return True
            seen.add(name)
    return False


def _left_open(func: Func) -> bool:
    marks = func.core.decl.decorators if isinstance(func.core.decl, ir.FunctionDef) else ()
    return any(
        (isinstance(mark, ir.Name) and mark.id == "abstractmethod")
        or (isinstance(mark, ir.Attr) and mark.name == "abstractmethod")
        for mark in marks
    )


def field(ev: Evaluator, cls: Cls, name: str, inst: Inst | None, site: Site) -> Value | None:
    """A class field's default, also behind pydantic's Field(default=…) and as a property."""
    found = cls.find(name)
    if found is None:
        return None
    value = ev.resolve(found[0])
    if isinstance(value, Ext) and value.tail == "Field()" and value.args is not None:
        made = value.args.get(None, "default_factory")
        return value.args.get(0, "default") or (ev.resolve(ev.call(made, Args(), site)) if made is not None else None)
    if isinstance(value, Func) and value.kind == "property" and inst is not None:
        return ev.resolve(ev.call(value.bound(inst), Args(), site))
    return None if isinstance(value, Func | Native) else value
