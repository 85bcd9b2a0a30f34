"""pydantic-ai.

Room: checks, middle. Owns `pydantic_ai`. `agent.tool` and `agent.tool_plain`, Tool objects, and agents with what they
are given. Output tools (`output_type=`) are how a run ends, not capabilities: they are left out. Not here: toolsets and
capabilities (`_pydantic_parts`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from toolcrib.checks.surface._declare import Bound, TextRules, Tool, from_value
from toolcrib.checks.surface._docstrings import DocStyle
from toolcrib.checks.surface._types import Description, TextSource
from toolcrib.checks.surface._values import NONE, Args, Cls, Entry, Ext, Inst, Items, K, Obj, Site, Unknown, Value
from toolcrib.checks.surface.dialects import _pydantic_own as own
from toolcrib.checks.surface.dialects import _pydantic_parts as parts
from toolcrib.checks.surface.dialects._hints import approval
from toolcrib.checks.surface.dialects._lists import AgentDialect, ready_tool
from toolcrib.checks.surface.dialects._server import by_name

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator

_RUNS = (
    "run",
    "run_sync",
    "run_stream",
    "run_stream_events",
    "run_stream_sync",
    "iter",
    "override",
    "to_cli",
    "to_web",
)


class PydanticAi(AgentDialect):
    name = "pydantic-ai"
    roots = ("pydantic_ai",)
    words = frozenset(
        {"tool", "tool_plain", "add_function", "add_tool", "from_schema", "Tool", "toolset", "tool_from_langchain"}
        | {
            "tools=",
            "toolsets=",
            "capabilities=",
            "builtin_tools=",
            "native_tools=",
            "from_file",
            "from_spec",
            *parts.WORDS,
            *own.WORDS,
        }
    )
    texts = TextRules(style=DocStyle.XML)

    def __init__(self) -> None:
        self.toolsets: list[Obj] = []
        self._own: list[Cls] = []
        self._holder: Obj | None = None

    def call(self, ev: Evaluator, func: Ext, args: Args, site: Site) -> Value | None:
        path, tail = func.path, func.tail
        if tail == "Agent":
            agent = self.agent(ev, site, args.get(None, "name"))
            self.give(ev, agent, args, site)
            return agent
        if path.endswith(("Agent.from_file", "Agent.from_spec")):
            self.unresolved(ev, site, "dynamic surface: the agent and its tools stand in a document")
            return self.agent(ev, site, args.get(None, "name"))
        if path.endswith("Tool.from_schema"):
            given = by_name(args, "function", "name", "description", "json_schema")
            made = self.later(ev, given.get(None, "function"), given, site)
            made.data["tool"].schema = given.get(None, "json_schema") or Unknown("a schema")
            return made
        if tail == "Tool":
            return self.later(ev, args.get(0, "function"), args, site)
        if tail == "ToolDefinition":
            made = self.later(ev, None, by_name(args, "name"), site)
            made.data["tool"].schema = args.get(None, "parameters_json_schema")
            return made
        if tail == "ToolsetTool":
            return args.get(1, "tool_def")
        if tail == "tool_from_langchain":
            ready = ready_tool(args.get(0, "langchain_tool") or NONE)
            if ready is None:
                return Unknown(f"`{site.text}` wraps a tool that cannot be read")
            return args.get(0, "langchain_tool")
        return parts.call(self, ev, func, args, site)

    def later(self, ev: Evaluator, func: Value | None, args: Args, site: Site) -> Obj:
        """A tool object; it is declared where an agent or a toolset takes it."""
        return self.make(
            ev,
            func,
            site,
            name=args.get(None, "name") or (Unknown(args.open) if args.open else None),
            description=args.get(None, "description"),
            hints=approval(args.get(None, "requires_approval"), "requires_approval", site),
            declared=False,
        )

    # --- agents ------------------------------------------------------------------------------------------------------

    def give(self, ev: Evaluator, agent: Obj, args: Args, site: Site) -> None:
        """Everything that an agent, or one run of it, can be given."""
        if site is agent.site or args.get(None, "tools") is not None:
            self.bind(ev, agent, args.get(None, "tools"), site)
        parts.toolsets(self, ev, agent, args.get(None, "toolsets"), site)
        parts.toolsets(self, ev, agent, args.get(None, "mcp_servers"), site)
        for key in ("capabilities", "builtin_tools", "native_tools"):
            parts.capabilities(self, ev, agent, args.get(None, key), site)
        if args.open:
            self.unresolved(ev, site, f"the agent may be given tools: {args.open}")
        entry = ev.ledger.unresolved_at(site)
        if entry is not None:
            agent.data.setdefault("more", entry.reason)

    def bind(self, ev: Evaluator, agent: Obj, value: Value | None, site: Site) -> list[Tool]:
        tools = list(self.listed_in(ev, agent, value, site))
        for tool in tools:
            if tool.framework == self.name:  # another framework's tool is declared where it is made
                ev.ledger.expose(ev, tool, None, site)
        ev.ledger.agents.append(Bound(agent.attrs.get("name"), self.name, site, tools, agent))
        return tools

    def listed_in(self, ev: Evaluator, holder: Obj, value: Value | None, site: Site) -> Iterator[Tool]:
        before, self._holder = self._holder, holder
        try:
            yield from list(self.listed(ev, value, site))
        finally:
            self._holder = before

    def plain(self, ev: Evaluator, value: Value, site: Site) -> Obj:
        return self.make(ev, value, site, name=None, description=None, declared=self._holder is None)

    def other(self, ev: Evaluator, value: Value, site: Site) -> Iterator[Tool]:
        if isinstance(value, Ext) and value.args is not None:
            self.unresolved(ev, site, f"dynamic surface: `{value.path}` gives a tool of another package")
        else:
            yield from super().other(ev, value, site)

    # --- decorators --------------------------------------------------------------------------------------------------

    def method(self, ev: Evaluator, obj: Obj, name: str, args: Args, site: Site) -> Value | None:
        if obj.kind in ("agent", "toolset") and name in ("tool", "tool_plain", "add_function"):
            given = by_name(args, "func", "takes_ctx", "name", "description") if name == "add_function" else args
            func = given.get(None, "func") if name == "add_function" else args.get(0, "func")
            return self.marking(ev, func, lambda f, s: self._register(ev, obj, f, given, site), site)
        if obj.kind == "toolset" and name == "add_tool":
            for tool in self.listed_in(ev, obj, Items("list", [Entry(args.get(0, "tool") or NONE)]), site):
                self.expose(ev, tool, obj, site)
            return NONE
        if obj.kind in ("agent", "toolset") and name == "toolset":
            return self.marking(ev, args.get(0), lambda f, s: parts.given_by(self, ev, obj, f, site), site)
        if obj.kind == "agent" and name in _RUNS:
            self.give(ev, obj, args, site)
            return None
        if obj.kind in ("agent", "toolset") and name in ("output_validator", "system_prompt", "instructions"):
            return self.marking(ev, args.get(0), lambda f, s: f, site)
        return parts.method(self, ev, obj, name, args, site) if obj.kind == "toolset" else None

    def _register(self, ev: Evaluator, obj: Obj, func: Value, args: Args, site: Site) -> Value:
        made = self.later(ev, func, args, site)
        tool = made.data["tool"]
        assert isinstance(tool, Tool)  # what `later` stores
        if obj.kind == "toolset":
            self.expose(ev, tool, obj, site)
        else:
            ev.ledger.expose(ev, tool, None, site)
            ev.ledger.agents.append(Bound(obj.attrs.get("name"), self.name, obj.site or site, [tool], obj))
        return func

    def expose(self, ev: Evaluator, tool: Tool, toolset: Obj, site: Site) -> None:
        ev.ledger.expose(ev, tool, toolset, site)
        toolset.data.setdefault("tools", []).append(tool)

    def library(self, ev: Evaluator, name: str, site: Site) -> Obj:
        """A tool of the library's own, with a text of its own."""
        made = self.make(ev, None, site, name=K(name), description=NONE, declared=False)
        tool = made.data["tool"]
        assert isinstance(tool, Tool)  # what `make` stores
        tool.description = Description(source=TextSource.UNKNOWN, sent=None, accepted=(), at=site.location)
        return made

    # --- objects -----------------------------------------------------------------------------------------------------

    def finish(self, ev: Evaluator) -> None:
        """Toolsets reach their agents through wrappers: the edges are known when all of them are."""
        classes, self._own = self._own, []
        own.finish(self, ev, classes)
        toolsets, self.toolsets = self.toolsets, []
        for toolset in toolsets:
            parts.edges(self, ev, toolset)

    def subclass(self, ev: Evaluator, cls: Cls, path: str) -> None:
        if path.rpartition(".")[2] == "AbstractToolset":
            self._own.append(cls)

    def instantiated(self, ev: Evaluator, inst: Inst, path: str, args: Args, site: Site) -> None:
        if path.rpartition(".")[2] == "AbstractToolset" and inst.framework is None:
            self.own_toolset(inst, site)

    def own_toolset(self, inst: Inst, site: Site) -> Obj:
        """What stands for an object of the repository's own toolset class."""
        inst.framework = made = parts.toolset(self, site, None)
        return made

    def attribute(self, ev: Evaluator, obj: Obj, name: str, site: Site) -> Value | None:
        tool = obj.data.get("tool")
        return tool.name if name == "name" and isinstance(tool, Tool) else None

    def set_attribute(self, ev: Evaluator, obj: Obj, name: str, value: Value) -> None:
        tool = obj.data.get("tool")
        if isinstance(tool, Tool) and name == "description":
            tool.description = from_value(value, tool.at)
        elif isinstance(tool, Tool) and name == "name":
            tool.name = value

    def annotated(self, ev: Evaluator, path: str, site: Site) -> Value | None:
        tail = path.rsplit(".", 1)[-1]
        if tail == "Agent":
            return self.agent(ev, site, None)
        return parts.toolset(self, site, None) if tail == "FunctionToolset" else None
