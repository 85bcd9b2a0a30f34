"""LangChain's tool classes, and the tools that middleware brings into an agent.

Room: checks, middle. A tool class is declared once for each name that its objects have; a class that nothing here makes
an object of is declared under its own default, unless other classes extend it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolcrib.checks.surface import _ir as ir
from toolcrib.checks.surface._declare import Bound, Tool, from_value
from toolcrib.checks.surface._fold import text_of
from toolcrib.checks.surface._values import NONE, Args, Cls, Ext, Func, Inst, K, Native, Obj, Site, Unknown, Value

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator
    from toolcrib.checks.surface.dialects.langchain import LangChain

CLASSES = ("BaseTool", "StructuredTool", "Tool")


class ToolClasses:
    """The local classes that extend a tool class, and the tools that their objects are."""

    def __init__(self, dialect: LangChain) -> None:
        self._dialect = dialect
        self.defined: list[Cls] = []
        self._tools: dict[tuple[int, str, str], Tool] = {}
        self._made: set[int] = set()

    def tool(self, cls: Cls, name: Value, description: Value | None) -> Tool:
        """A class as a tool; without a description of its own its docstring speaks."""
        at = cls.module.facts.location(cls.decl.pos)
        if description is None:
            doc = ir.docstring(cls.decl.body)
            description = K(doc.value, at=cls.module.facts.location(doc.pos)) if doc is not None else NONE
        runner = cls.find("_run") or cls.find("_arun")
        function = runner[0].qualname if runner is not None and isinstance(runner[0], Func) else cls.qualname
        return Tool(
            framework=self._dialect.name,
            name=name,
            description=from_value(description, at),
            at=at,
            function=function,
            func=cls,
        )

    def construct(self, ev: Evaluator, inst: Inst, args: Args, site: Site) -> Obj:
        cls = inst.cls
        own = args.keywords.get("name") or inst.attrs.get("name")
        name = own or field(ev, cls, "name", inst, site)
        if name is None:
            name = Unknown(args.open or f"{cls.qualname} has no `name` that can be read")
        text = args.keywords.get("description") or inst.attrs.get("description")
        text = text or field(ev, cls, "description", inst, site) or NONE
        made = Obj(self._dialect, "tool", site)
        key = (id(cls), text_of(name) or str(site.pos), text_of(text) or "")
        tool = self._tools.get(key)
        if tool is None:
            tool = self._tools[key] = self.tool(cls, name, text)
        made.data["tool"] = tool
        if not inst.opaque:
            self._made.add(id(cls))
            named_here = "name" in args.keywords
            ev.ledger.expose(ev, tool, None, site if named_here else Site(cls.module, cls.decl.pos, cls.qualname))
        return made

    def finish(self, ev: Evaluator) -> None:
        defined, self.defined = self.defined, []
        for cls in defined:
            if id(cls) in self._made or cls.subclassed:
                continue
            site = Site(cls.module, cls.decl.pos, cls.qualname)
            name = field(ev, cls, "name", None, site)
            if name is not None and text_of(name):
                text = field(ev, cls, "description", None, site) or NONE
                ev.ledger.expose(ev, self.tool(cls, name, text), None, site)


def field(ev: Evaluator, cls: Cls, name: str, inst: Inst | None, site: Site) -> Value | None:
    """A class field's default, also behind pydantic's Field(default=…) and as a property."""
    found = cls.find(name)
    if found is None:
        return None
    value = ev.resolve(found[0])
    if isinstance(value, Ext) and value.tail == "Field()" and value.args is not None:
        return value.args.get(0, "default")
    if isinstance(value, Func) and value.kind == "property" and inst is not None:
        return ev.resolve(ev.call(value.bound(inst), Args(), site))
    return None if isinstance(value, Func | Native) else value


# --- middleware ------------------------------------------------------------------------------------------------------

_ADDS: dict[str, tuple[tuple[str, str], ...]] = {  # class → (argument that names the tool, its default)
    "TodoListMiddleware": (("", "write_todos"),),
    "ShellToolMiddleware": (("tool_name", "shell"),),
    "FilesystemFileSearchMiddleware": (("", "glob_search"), ("", "grep_search")),
}
_BRINGS = (
    "FilesystemMiddleware",
    "SubAgentMiddleware",
    "AsyncSubAgentMiddleware",
    "SkillsMiddleware",
    "MemoryMiddleware",
)


def middleware(dialect: LangChain, ev: Evaluator, func: Ext, args: Args, site: Site) -> Value | None:
    """A middleware object that brings tools; its tools exist once an agent takes it."""
    if func.tail in _ADDS or func.tail in _BRINGS:
        return Obj(dialect, "middleware", site, dict(args.keywords), {"what": func.tail})
    return None


def take(dialect: LangChain, ev: Evaluator, agent: Obj, value: Value, site: Site) -> None:
    """An agent takes a middleware."""
    if isinstance(value, Obj) and value.kind == "middleware":
        what = str(value.data["what"])
        if what in _BRINGS:
            dialect.unresolved(ev, site, f"dynamic surface: `{what}` adds tools of its own")
        where = value.site or site
        for argument, name in _ADDS.get(what, ()):
            text = (
                value.attrs.get("tool_description")
                or value.attrs.get("description")
                or Unknown("the library's own text")
            )
            named = value.attrs.get(argument) or K(name)
            made = dialect.make(ev, None, where, name=named, description=text)
            ev.ledger.agents.append(Bound(agent.attrs.get("name"), dialect.name, site, [made.data["tool"]], agent))
    elif isinstance(value, Inst):
        held = value.attrs.get("tools")
        found = value.cls.find("tools")
        tools = held if held is not None else ev.resolve(found[0]) if found is not None else None
        if tools is not None and not isinstance(tools, Func):
            dialect.bind(ev, agent, tools, site)
    elif isinstance(value, Unknown):
        dialect.unresolved(ev, site, f"a middleware that cannot be read may add tools: {value.reason}")
    elif isinstance(value, Ext) and value.args is not None and not value.root.startswith("langchain"):
        dialect.unresolved(ev, site, f"dynamic surface: `{value.path}` may add tools to the agent")
