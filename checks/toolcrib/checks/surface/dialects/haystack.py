"""Haystack: tools, components as tools, and the lists and toolsets that hold them.

Room: checks, middle. Owns `haystack`, its experiments and integrations. A toolset is a list; what a toolset of another
server or package holds is dynamic.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from toolcrib.checks.surface import _ir as ir
from toolcrib.checks.surface._declare import TextRules, Tool
from toolcrib.checks.surface._docstrings import DocStyle
from toolcrib.checks.surface._elements import elements
from toolcrib.checks.surface._fold import text_of
from toolcrib.checks.surface._values import Args, Entry, Ext, Inst, Items, K, Obj, Site, Unknown, Value
from toolcrib.checks.surface.dialects._lists import is_nothing
from toolcrib.checks.surface.dialects._server import by_name
from toolcrib.checks.surface.dialects._tool_objects import LIBRARY_TEXT, ToolObjectDialect

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator

_NAMED = {  # class → the positional arguments up to its description
    "Tool": ("name", "description", "parameters", "function"), "PipelineTool": ("pipeline", "name", "description"),
    "AgentTool": ("agent", "name", "description"), "MCPTool": ("name",),
}  # fmt: skip
_LIBRARY = {"SkillToolset": ("load_skill", "read_skill_file")}


class Haystack(ToolObjectDialect):
    name = "haystack"
    roots = ("haystack", "haystack_experimental", "haystack_integrations")
    words = frozenset(
        {"tool", "create_tool_from_function", "ComponentTool", "Toolset", "SearchableToolset", "MCPToolset", "tools="}
        | {"catalog=", *_NAMED, *_LIBRARY}
    )
    own = frozenset(
        {"haystack.tools.from_function.tool", "haystack.tools.from_function.create_tool_from_function"}
        | {"haystack.tools.tool.Tool", "haystack.tools.toolset.Toolset", "haystack.tools.component_tool.ComponentTool"}
    )
    texts = TextRules(style=DocStyle.RAW, nothing="")
    tool_classes = frozenset({*_NAMED, "ComponentTool"})
    remote_classes = ("MCPToolset",)

    def call(self, ev: Evaluator, func: Ext, args: Args, site: Site) -> Value | None:
        path, tail = func.path, func.tail
        if "()" not in path:
            if tail == "tool":
                return self.marking(ev, args.get(0, "function"), lambda f, s: self._function(ev, f, args, site), site)
            if tail == "create_tool_from_function":
                held = args.get(0, "function") or Unknown(args.open or "a tool without a function")
                return self._function(ev, held, args, site)
            if tail in _NAMED:
                return self._named(ev, tail, args, site)
            if tail == "ComponentTool":
                return self._component(ev, args, site)
            if tail.endswith("Toolset"):
                return self._toolset(ev, tail, args, site)
        given = args.get(None, "tools")
        if given is not None and not is_nothing(given):  # an agent, a generator, an invoker, or a run of one
            agent = self.agent(ev, site, None, kind="agent" if tail == "Agent" else "model")
            self.bind(ev, agent, given, site)
            return agent if "()" not in path else None
        return None

    # --- tools -------------------------------------------------------------------------------------------------------

    def _function(self, ev: Evaluator, func: Value, args: Args, site: Site) -> Value:
        given = by_name(args, "function", "name", "description")
        name = given.get(None, "name") or (Unknown(args.open) if args.open else None)
        return self.make(ev, func, site, name=name, description=given.get(None, "description"))

    def _named(self, ev: Evaluator, tail: str, args: Args, site: Site) -> Value:
        given = by_name(args, *_NAMED[tail])
        text = given.get(None, "description") or Unknown(args.open or LIBRARY_TEXT)
        return self.make(
            ev,
            given.get(None, "function", "async_function"),
            site,
            name=given.get(None, "name") or Unknown(args.open or f"a {tail} without a name"),
            description=text,
        )

    def _component(self, ev: Evaluator, args: Args, site: Site) -> Value:
        """The name of the component's class, its docstring, else its name again."""
        given = by_name(args, "component", "name", "description")
        held, name, text = given.get(None, "component"), given.get(None, "name"), given.get(None, "description")
        cls = held.cls if isinstance(held, Inst) else None
        if name is None or is_nothing(name):
            library = held.path.removesuffix("()") if isinstance(held, Ext) and held.args is not None else ""
            known = cls.decl.name if cls is not None else library.rsplit(".", 1)[-1]
            name = K(snake(known)) if known else Unknown("the component cannot be read, and its class gives the name")
        if text is None or is_nothing(text):
            doc = ir.docstring(cls.decl.body) if cls is not None else None
            text = K(doc.value, at=cls.module.facts.location(doc.pos)) if cls is not None and doc is not None else name
            text = text if cls is not None else Unknown(LIBRARY_TEXT)
        return self.make(ev, cls, site, name=name, description=text)

    # --- lists -------------------------------------------------------------------------------------------------------

    def _toolset(self, ev: Evaluator, tail: str, args: Args, site: Site) -> Value | None:
        if tail == "Toolset":
            given = args.get(0, "tools")
            found, more = elements(ev, given, site.text) if given is not None else ([], args.open)
            return Items("list", list(found), more)
        if tail == "SearchableToolset":
            named = args.get(None, "search_tool_name")
            text = args.get(None, "search_tool_description") or Unknown(LIBRARY_TEXT)
            search = self.make(ev, None, site, name=named or K("search_tools"), description=text)
            return Items("list", [Entry(search), Entry(args.get(0, "catalog") or Unknown(args.open))])
        names = args.get(None, "tool_names")
        listed, more = elements(ev, names, site.text) if names is not None else ([], "")
        if listed and not more and all(text_of(e.value) for e in listed):  # MCPToolset: only these of a server's
            return Items("list", [Entry(self._of_library(ev, e.value, site), e.when) for e in listed])
        if tail in _LIBRARY:
            return Items("list", [Entry(self._of_library(ev, K(name), site)) for name in _LIBRARY[tail]])
        return None

    def _of_library(self, ev: Evaluator, name: Value, site: Site) -> Obj:
        return self.make(ev, None, site, name=name, description=Unknown(LIBRARY_TEXT))

    def construct(self, ev: Evaluator, inst: Inst, path: str, args: Args, site: Site) -> Value | None:
        made = super().construct(ev, inst, path, args, site)
        if isinstance(made, Items):  # a class of the repository that extends a toolset
            return Obj(self, "toolset", site, {"tools": made})
        return made

    def method(self, ev: Evaluator, obj: Obj, name: str, args: Args, site: Site) -> Value | None:
        if obj.kind == "toolset" and name == "add":
            tools = obj.attrs["tools"]
            if isinstance(tools, Items):
                tools.items.append(Entry(args.get(0, "tool") or Unknown(args.open), ev.conds()))
        elif obj.kind in ("agent", "model") and args.get(None, "tools") is not None:
            self.bind(ev, obj, args.get(None, "tools"), site)
        return None

    def iterate(self, ev: Evaluator, obj: Obj) -> Value | None:
        return obj.attrs["tools"] if obj.kind == "toolset" else None

    def other(self, ev: Evaluator, value: Value, site: Site) -> Iterator[Tool]:
        if isinstance(value, Obj) and value.kind == "toolset":
            yield from self.listed(ev, value.attrs["tools"], site)
        else:
            yield from super().other(ev, value, site)


def snake(name: str) -> str:
    """A class name as a component's tool is called: `WebSearch2Comp` → `web_search2_comp`."""
    made = ""
    for at, letter in enumerate(name):
        starts = letter.isupper() and at > 0 and not name[at - 1].isupper()
        made += f"_{letter.lower()}" if starts else letter.lower()
    return made
