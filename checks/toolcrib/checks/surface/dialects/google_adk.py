"""Google ADK: agents' lists, and tools served over MCP.

Room: checks, middle. Owns `google.adk`. Plain functions, FunctionTool, agents as tools, tool classes, the repository's
own toolsets, the conversion to a tool of the MCP SDK. Other toolsets are dynamic places.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from toolcrib.checks.surface._declare import TextRules, Tool, from_value, place_of
from toolcrib.checks.surface._docstrings import DocStyle
from toolcrib.checks.surface._fold import text_of
from toolcrib.checks.surface._instances import ev_site
from toolcrib.checks.surface._values import (
    NONE,
    Args,
    Conds,
    Either,
    Ext,
    Func,
    Inst,
    Items,
    K,
    Obj,
    Site,
    Unknown,
    Value,
)
from toolcrib.checks.surface.dialects._hidden import may_hide
from toolcrib.checks.surface.dialects._hints import approval
from toolcrib.checks.surface.dialects._hints import hints as mcp_hints
from toolcrib.checks.surface.dialects._lists import is_nothing, ready_tool
from toolcrib.checks.surface.dialects._server import by_name
from toolcrib.checks.surface.dialects._tool_objects import ToolObjectDialect

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator

# Objects of the library whose tools are not called as the objects are.
_CALLED = {"google_maps_grounding": "google_maps", "request_input": "adk_request_input"}
_REMOTE = ("McpToolset", "MCPToolset", "OpenAPIToolset", "ToolboxToolset")
_LIBRARY = {
    "VertexAiSearchTool": "vertex_ai_search", "ExampleTool": "example_tool", "ExecuteBashTool": "execute_bash",
}  # fmt: skip


class GoogleAdk(ToolObjectDialect):
    name = "google-adk"
    roots = ("google.adk",)
    words = frozenset(
        {"FunctionTool", "LongRunningFunctionTool", "GoogleTool", "AgentTool", "adk_to_mcp_tool_type", "LlmAgent"}
        | {"BaseTool", "BaseToolset", "LangchainTool", "CrewaiTool", "from_config", "tools=", "get_tools"}
        | {*_LIBRARY, *_REMOTE}
    )
    texts = TextRules(style=DocStyle.CLEAN, nothing="")

    tool_classes = frozenset({"BaseTool", "BaseAuthenticatedTool", "FunctionTool", "LongRunningFunctionTool"})
    remote_classes = _REMOTE

    def __init__(self) -> None:
        super().__init__()
        self._agents: list[tuple[Obj, Site, Conds]] = []
        self._made: list[tuple[Tool, Site, Conds]] = []

    def call(self, ev: Evaluator, func: Ext, args: Args, site: Site) -> Value | None:
        tail = func.tail
        if tail in ("FunctionTool", "LongRunningFunctionTool", "GoogleTool", "AuthenticatedFunctionTool"):
            hints = approval(args.get(None, "require_confirmation"), "require_confirmation", site)
            held = args.get(0, "func") or Unknown(args.open or f"a {tail} without a function")
            return self._later(
                ev, self.make(ev, held, site, name=None, description=None, hints=hints, declared=False), site
            )
        if tail == "AgentTool":
            return self._later(ev, self._agent_tool(ev, args.get(0, "agent"), site), site)
        if tail == "adk_to_mcp_tool_type":
            return args.get(0, "tool")
        if tail in ("LangchainTool", "CrewaiTool"):
            return self._wrapped(ev, args, site)
        if tail in _LIBRARY:
            text = Unknown("the library's own text")
            return self.make(ev, None, site, name=K(_LIBRARY[tail]), description=text, declared=False)
        if tail == "from_config" and "agent" in func.path.lower():
            self.unresolved(ev, site, "dynamic surface: the agent and its tools stand in a document")
        elif tail.endswith("Agent") and "()" not in func.path:
            agent = self.agent(ev, site, args.get(None, "name"))
            agent.attrs["description"] = args.get(None, "description") or NONE
            agent.attrs["tools"] = args.get(None, "tools") or Items("list", [], args.open)
            self._agents.append((agent, site, ev.conds()))
            return agent
        if tail == "BaseToolset":
            return Obj(self, "toolset", site, by_name(args, "tool_filter", "tool_name_prefix").keywords)
        if tail in ("BaseTool", "BaseAuthenticatedTool"):
            given = by_name(args, "name", "description")
            name = given.get(None, "name") or Unknown(args.open or "a tool without a name")
            return self.make(ev, None, site, name=name, description=given.get(None, "description"), declared=False)
        return None

    def _agent_tool(self, ev: Evaluator, agent: Value | None, site: Site) -> Value:
        if not isinstance(agent, Obj) or agent.kind != "agent":
            return Unknown("an agent that cannot be read is a tool")
        name = agent.attrs.get("name") or Unknown("the agent's name cannot be told")
        return self.make(ev, None, site, name=name, description=agent.attrs.get("description"), declared=False)

    def _later(self, ev: Evaluator, made: Value, site: Site) -> Value:
        """A tool object is declared where an agent takes it, else where it is made: another program takes it then."""
        tool = ready_tool(made)
        if tool is not None:
            self._made.append((tool, site, ev.conds()))
        return made

    def instantiated(self, ev: Evaluator, inst: Inst, path: str, args: Args, site: Site) -> None:
        if not inst.opaque and path.rsplit(".", 1)[-1] in ("BaseTool", "BaseAuthenticatedTool"):
            self._later(ev, inst, ev_site(ev, inst.cls))

    def _wrapped(self, ev: Evaluator, args: Args, site: Site) -> Value | None:
        """Another framework's tool: under the name that is given here, else under its own."""
        held = ready_tool(args.get(0, "tool") or NONE)
        name, text = args.get(None, "name"), args.get(None, "description")
        if (name is None or is_nothing(name)) and held is not None:
            name = held.name
        if name is None or is_nothing(name):
            return None  # said where an agent takes it
        made = self.make(ev, None, site, name=name, description=text, declared=False)
        tool = made.data["tool"]
        if isinstance(tool, Tool) and is_nothing(text):
            tool.description = from_value(Unknown("the other framework's text"), site.location)
        return made

    def wait(self, ev: Evaluator, agent: Obj, site: Site) -> None:
        self._agents.append((agent, site, ev.conds()))

    def finish(self, ev: Evaluator) -> None:
        """Lists of tools grow after an agent is made: they are read at the end."""
        agents, self._agents = self._agents, []
        for agent, site, when in agents:
            with ev.under(when):
                self.bind(ev, agent, agent.attrs.get("tools"), site)
        super().finish(ev)
        shown = {exposure.tool.at for exposure in ev.ledger.exposures if exposure.tool.framework == self.name}
        made, self._made = self._made, []
        for tool, site, when in made:
            if tool.at not in shown:
                ev.ledger.expose(ev, tool, None, site, when)

    def bind(self, ev: Evaluator, agent: Obj, value: Value | None, site: Site) -> list[Tool]:
        tools = super().bind(ev, agent, value, site)
        for tool in tools:
            if tool.framework == self.name:
                ev.ledger.expose(ev, tool, None, site)
        return tools

    def plain(self, ev: Evaluator, value: Value, site: Site) -> Obj:
        name = K(_CALLED[value.tail]) if isinstance(value, Ext) and value.tail in _CALLED else None
        return self.make(ev, value, site, name=name, description=None, declared=False)

    def instance(self, ev: Evaluator, value: Inst, site: Site) -> Iterator[Tool]:
        if value.framework is None and any("oolset" in base for base in value.cls.external_bases()):
            yield from self._toolset(ev, value, Obj(self, "toolset", site), site)
        elif value.framework is not None and value.framework.kind == "toolset":
            yield from self._toolset(ev, value, value.framework, site)
        elif value.framework is None and value.cls.find("__call__") is not None:
            made = self.plain(ev, value, site)
            yield made.data["tool"]
        else:
            yield from super().instance(ev, value, site)

    def _toolset(self, ev: Evaluator, value: Inst, toolset: Obj, site: Site) -> Iterator[Tool]:
        """A toolset of the repository: what its `get_tools` gives, under its prefix."""
        maker = value.cls.find("get_tools")
        given: Value = NONE
        if maker is not None and isinstance(maker[0], Func):
            given = ev.resolve(ev.call(maker[0].bound(value), Args(open="ADK gives this argument"), site))
        if not isinstance(given, Items | Either):
            self.unresolved(ev, site, f"dynamic surface: {value.cls.qualname} gives its tools at run time")
            return
        prefix, chosen = toolset.attrs.get("tool_name_prefix"), toolset.attrs.get("tool_filter")
        if chosen is not None and not is_nothing(chosen):
            ev.ledger.note(site, may_hide(value.cls.qualname, "filters its tools"))
        for tool in self.listed(ev, given, site):
            if prefix is None or is_nothing(prefix):
                yield tool
                continue
            start, own = text_of(prefix), text_of(tool.name)
            unknown = Unknown("the toolset's prefix cannot be told")
            yield replace(tool, name=K(f"{start}_{own}") if start is not None and own is not None else unknown)

    def other(self, ev: Evaluator, value: Value, site: Site) -> Iterator[Tool]:
        if isinstance(value, Ext) and value.args is not None:
            self.unresolved(ev, site, f"dynamic surface: `{value.path}` gives tools of another package or server")
        elif isinstance(value, Items):
            yield from self.listed(ev, value, site)
        else:
            yield from super().other(ev, value, site)

    def construct(self, ev: Evaluator, inst: Inst, path: str, args: Args, site: Site) -> Value | None:
        made = super().construct(ev, inst, path, args, site)
        tool = made.data.get("tool") if isinstance(made, Obj) else None
        if isinstance(tool, Tool):
            tool.at, tool.function = place_of(inst, site), inst.cls.qualname
        return made

    def set_attribute(self, ev: Evaluator, obj: Obj, name: str, value: Value) -> None:
        tool = obj.data.get("tool")
        if isinstance(tool, Tool) and name == "description":
            tool.description = from_value(value, tool.at)
        elif isinstance(tool, Tool) and name == "name":
            tool.name = value
        elif isinstance(tool, Tool) and name == "annotations" and obj.site is not None:  # converted for the MCP SDK
            tool.hints = mcp_hints(value, obj.site)

    def annotated(self, ev: Evaluator, path: str, site: Site) -> Value | None:
        return self.of_annotation(ev, site) if path.endswith("Agent") else None

    def attribute(self, ev: Evaluator, obj: Obj, name: str, site: Site) -> Value | None:
        tool = obj.data.get("tool")
        if not isinstance(tool, Tool):
            return None
        return tool.name if name == "name" else obj.data.get("function") if name == "func" else None
