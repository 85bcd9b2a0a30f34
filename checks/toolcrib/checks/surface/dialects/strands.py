"""Strands Agents.

Room: checks, middle. Owns `strands` and `strands_tools`. `@tool` on functions and methods, modules with a TOOL_SPEC,
tool objects and classes, agents with everything their lists take (functions, modules, paths, providers, agents). MCP
clients and tools loaded from a folder that is not read are dynamic places.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from typing import TYPE_CHECKING

from toolcrib.checks.surface import _ir as ir
from toolcrib.checks.surface._declare import TextRules, Tool, from_value
from toolcrib.checks.surface._docstrings import DocStyle
from toolcrib.checks.surface._elements import as_table
from toolcrib.checks.surface._fold import text_of
from toolcrib.checks.surface._program import Module
from toolcrib.checks.surface._types import TextSource
from toolcrib.checks.surface._values import (
    NONE,
    Args,
    Cls,
    Entry,
    Ext,
    Func,
    Inst,
    Items,
    K,
    Mod,
    Obj,
    Site,
    Table,
    Unknown,
    Value,
)
from toolcrib.checks.surface.dialects._classes import ToolClasses, field
from toolcrib.checks.surface.dialects._lists import is_nothing
from toolcrib.checks.surface.dialects._objects import ObjectDialect

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator

# The modules of strands_tools that hold other tools than one of their own name.
_SEVERAL = {
    "tavily": ("tavily_search", "tavily_extract", "tavily_crawl", "tavily_map"),
    "exa": ("exa_search", "exa_get_contents"),
    "slack": ("slack", "slack_send_message"),
}
_OWN = Unknown("the library's own text")


class _Classes(ToolClasses):
    """An AgentTool class states its text inside its `tool_spec`."""

    def without(self, ev: Evaluator, cls: Cls, inst: Inst, site: Site) -> Value:
        spec = field(ev, cls, "tool_spec", inst, site)
        table = as_table(spec) if spec is not None else None
        entry = table.entries.get("description") if table is not None else None
        return entry.value if entry is not None else Unknown("the text of its `tool_spec` cannot be told")


class Strands(ObjectDialect):
    name = "strands"
    roots = ("strands", "strands_tools")
    words = frozenset(
        {"tool", "TOOL_SPEC", "PythonAgentTool", "AgentTool", "ToolProvider", "MCPClient", "Agent", "as_tool", "tools="}
        | {"load_tools_from_directory=", "register_tool", "process_tools"}
    )
    own = frozenset({"strands.tools.decorator.tool", "strands.types.tools.AgentTool", "strands.agent.agent.Agent"})
    texts = TextRules(style=DocStyle.STRANDS)
    bases = frozenset({"AgentTool"})
    runs = ("stream", "invoke")

    def tool_classes(self) -> ToolClasses:
        return _Classes(self, self.runs, named="tool_name")

    def call(self, ev: Evaluator, func: Ext, args: Args, site: Site) -> Value | None:
        tail = func.tail
        if tail == "tool" and "()" not in func.path:
            first = args.get(0, "func")
            return self.marking(ev, first, lambda f, s: self._tool(ev, f, args, site), site)
        if tail == "PythonAgentTool":
            spec = as_table(args.get(1, "tool_spec") or NONE)
            text = spec.entries.get("description") if spec is not None else None
            return self.make(
                ev,
                args.get(2, "tool_func"),
                site,
                name=args.get(0, "tool_name") or Unknown(args.open),
                description=text.value if text is not None else Unknown("the tool's spec cannot be told"),
            )
        if tail == "Agent":
            return self._agent(ev, args, site)
        if tail in ("process_tools", "register_tool") and "()" in func.path:
            self._more(ev, self.agent(ev, site, None), tail, args, site)
            return NONE
        return None

    # --- tools -------------------------------------------------------------------------------------------------------

    def _tool(self, ev: Evaluator, func: Value, args: Args, site: Site) -> Value:
        open_name = Unknown(args.open) if args.open else None
        name = args.get(3, "name") or open_name
        made = self.make(ev, func, site, name=name, description=args.get(1, "description"))
        tool = made.data["tool"]
        assert isinstance(tool, Tool)  # what `make` stores
        if (tool.description.source is TextSource.NONE and isinstance(func, Func)) or (
            tool.description.sent == "" and isinstance(func, Func) and args.get(1, "description") is None
        ):
            tool.description = from_value(K(func.name), tool.at)
        return made

    def _module_tool(self, ev: Evaluator, module: Module) -> Tool | None:
        """A module with a TOOL_SPEC is one tool; None where it has none."""
        held = module.scope.vars.get("__toolcrib_strands__")
        if isinstance(held, Obj):
            return self._stored(held)
        found = module.scope.vars.get("TOOL_SPEC")
        table = as_table(ev.resolve(found)) if found is not None else None
        if table is None:
            return None
        name = table.entries.get("name")
        text = table.entries.get("description")
        named = name.value if name is not None else Unknown(table.open or "the TOOL_SPEC has no name")
        func = ev.resolve(module.scope.vars.get(text_of(named) or "") or NONE)
        at = next((s.pos for s in module.facts.body if _assigns(s, "TOOL_SPEC")), (1, 1, 1, 1))
        site = Site(module, at, "")
        described = text.value if text is not None else NONE
        made = self.make(ev, func if isinstance(func, Func) else None, site, name=named, description=described)
        module.scope.vars["__toolcrib_strands__"] = made
        return self._stored(made)

    def _stored(self, made: Obj) -> Tool:
        tool = made.data["tool"]
        assert isinstance(tool, Tool)  # what `make` stores
        return tool

    def finish(self, ev: Evaluator) -> None:
        super().finish(ev)
        for module in ev.part.modules if ev.part is not None else ():
            if module.state == "done" and b"strands" in module.data:
                self._module_tool(ev, module)

    # --- agents ------------------------------------------------------------------------------------------------------

    def _agent(self, ev: Evaluator, args: Args, site: Site) -> Obj:
        agent = self.holder(ev, site, args.get(None, "name"), args.get(2, "tools"))
        agent.attrs["description"] = args.get(None, "description") or NONE
        loads = args.get(8, "load_tools_from_directory")
        if loads is not None and not (isinstance(loads, K) and loads.value is False):
            self._folder(ev, agent, site)
        if args.open:
            self.unresolved(ev, site, f"the agent may be given more tools: {args.open}")
        return agent

    def _folder(self, ev: Evaluator, agent: Obj, site: Site) -> None:
        """`./tools/*.py` of wherever the program is started: the folder beside the files that were read."""
        root = [m for p, m in ev.program.modules.items() if posixpath.dirname(p) == "tools"]
        if not root:
            self.unresolved(ev, site, "dynamic surface: the agent loads every tool in the folder `tools` at run time")
            return
        ev.ledger.note(site, "the agent loads every tool in the folder `tools`, also those that are put there later")
        self.also(ev, agent, Items("list", [Entry(Mod(m)) for m in root if not m.is_package]), site)

    def _more(self, ev: Evaluator, agent: Obj, name: str, args: Args, site: Site) -> None:
        value = args.get(0, "tools", "tool")
        if value is not None and name == "register_tool":
            value = Items("list", [Entry(value)])
        if value is not None:
            self.also(ev, agent, value, site)

    def method(self, ev: Evaluator, obj: Obj, name: str, args: Args, site: Site) -> Value | None:
        if obj.kind == "agent" and name == "as_tool":
            return self._as_tool(ev, obj, args, site)
        if obj.kind == "registry" and name in ("process_tools", "register_tool"):
            self._more(ev, obj.data["agent"], name, args, site)
            return NONE
        return None

    def _as_tool(self, ev: Evaluator, agent: Obj, args: Args, site: Site) -> Obj:
        name = args.get(None, "name")
        if is_nothing(name):
            name = agent.attrs.get("name") or K("Strands Agents")
        text = args.get(None, "description")
        if is_nothing(text):
            text = agent.attrs.get("description")
        return self.make(ev, None, site, name=name, description=_OWN if is_nothing(text) else text)

    def attribute(self, ev: Evaluator, obj: Obj, name: str, site: Site) -> Value | None:
        if obj.kind == "agent" and name == "tool_registry":
            return Obj(self, "registry", site, data={"agent": obj})
        return super().attribute(ev, obj, name, site)

    # --- what a list may hold ----------------------------------------------------------------------------------------

    def element(self, ev: Evaluator, value: Value, site: Site) -> Iterator[Tool]:
        value = ev.resolve(value)
        held = value.framework if isinstance(value, Inst) and value.framework is not None else value
        if isinstance(held, Obj) and held.kind == "agent":
            yield self._stored(self._as_tool(ev, held, Args(), held.site or site))
        elif isinstance(value, Mod):
            yield from self._of_module(ev, value.module, site)
        elif isinstance(value, K) and isinstance(value.value, str):
            yield from self._of_text(ev, value.value, site)
        elif isinstance(value, Table) and isinstance(path := text_of(_item(value, "path")), str):
            yield from self._of_text(ev, path, site)
        elif isinstance(value, Ext) and value.root == "strands_tools" and value.args is None:
            yield from self._of_library(ev, value.path, site)
        else:
            yield from super().element(ev, value, site)

    def _of_module(self, ev: Evaluator, module: Module, site: Site) -> Iterator[Tool]:
        """What a module brings: its decorated functions, else the tool of its TOOL_SPEC."""
        ev.run_module(module)
        marked = [
            v for v in map(ev.resolve, list(module.scope.vars.values())) if isinstance(v, Obj) and v.kind == "tool"
        ]
        own = [self._stored(v) for v in marked if v.dialect is self and v.data["tool"].at.path == module.path]
        spec = self._module_tool(ev, module) if not own else None
        found = own or ([spec] if spec is not None else [])
        if not found:
            self.unresolved(ev, site, f"the module {module.path} in the list brings no tool that can be read")
        yield from found

    def _of_text(self, ev: Evaluator, text: str, site: Site) -> Iterator[Tool]:
        """A path, `package.module`, or `package.module:function`."""
        dotted, _, name = text.partition(":")
        path = posixpath.normpath(text)
        module = ev.program.modules.get(path) if text.endswith(".py") else None
        if module is None and not text.endswith(".py"):
            if dotted.startswith("strands_tools."):
                yield from self._of_library(ev, dotted, site)
                return
            found = ev.program.resolve(dotted, site.module)
            module = found if isinstance(found, Module) else None
        if module is None:
            self.unresolved(ev, site, f"dynamic surface: `{text}` names tools that are not among the files read")
        elif name:
            yield from self.element(ev, ev.global_of(module, name) or Unknown(f"`{text}` names nothing"), site)
        else:
            yield from self._of_module(ev, module, site)

    def _of_library(self, ev: Evaluator, path: str, site: Site) -> Iterator[Tool]:
        tail = path.rsplit(".", 1)[-1]
        for name in _SEVERAL.get(tail, (tail,)):
            yield self._stored(self.make(ev, None, site, name=K(name), description=_OWN))

    def instance(self, ev: Evaluator, value: Inst, site: Site) -> Iterator[Tool]:
        """A provider brings the methods that its class marks."""
        marked = [v for cls in value.cls.mro() for v in cls.ns.values() if isinstance(v, Obj) and v.kind == "tool"]
        if value.framework is None and marked:
            yield from (self._stored(v) for v in marked if v.dialect is self)
        elif value.framework is None and any("Provider" in base for base in value.cls.external_bases()):
            self.unresolved(ev, site, f"dynamic surface: {value.cls.qualname} gives its tools at run time")
        else:
            yield from super().instance(ev, value, site)


def _item(table: Table, key: str) -> Value:
    entry = table.entries.get(key)
    return entry.value if entry is not None else NONE


def _assigns(statement: ir.Stmt, name: str) -> bool:
    return isinstance(statement, ir.Assign) and any(isinstance(t, ir.Name) and t.id == name for t in statement.targets)
