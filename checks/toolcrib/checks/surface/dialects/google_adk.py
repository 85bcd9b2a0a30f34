"""Google ADK: agents' lists, and tools served over MCP.

Room: checks, middle. Owns `google.adk`. Plain functions, FunctionTool, agents as tools, tool classes, the conversion
to a tool of the MCP SDK. Toolsets are dynamic places.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from toolcrib.checks.surface._declare import TextRules, Tool, from_value, place_of
from toolcrib.checks.surface._docstrings import DocStyle
from toolcrib.checks.surface._values import NONE, Args, Ext, Inst, Items, Obj, Site, Unknown, Value
from toolcrib.checks.surface.dialects._hints import approval
from toolcrib.checks.surface.dialects._lists import AgentDialect
from toolcrib.checks.surface.dialects._server import by_name

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator

_AGENTS = ("Agent", "LlmAgent", "LiveAgent")


class GoogleAdk(AgentDialect):
    name = "google-adk"
    roots = ("google.adk",)
    words = frozenset(
        {"FunctionTool", "LongRunningFunctionTool", "AgentTool", "adk_to_mcp_tool_type", "LlmAgent", "tools="}
    )
    texts = TextRules(style=DocStyle.CLEAN, nothing="")

    def call(self, ev: Evaluator, func: Ext, args: Args, site: Site) -> Value | None:
        tail = func.tail
        if tail in ("FunctionTool", "LongRunningFunctionTool"):
            hints = approval(args.get(None, "require_confirmation"), "require_confirmation", site)
            return self.make(ev, args.get(0, "func"), site, name=None, description=None, hints=hints, declared=False)
        if tail == "AgentTool":
            return self._agent_tool(ev, args.get(0, "agent"), site)
        if tail == "adk_to_mcp_tool_type":
            return args.get(0, "tool")
        if tail in _AGENTS:
            agent = self.agent(ev, site, args.get(None, "name"))
            agent.attrs["description"] = args.get(None, "description") or NONE
            self.bind(ev, agent, args.get(None, "tools"), site)
            return agent
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

    def bind(self, ev: Evaluator, agent: Obj, value: Value | None, site: Site) -> list[Tool]:
        tools = super().bind(ev, agent, value, site)
        for tool in tools:
            if tool.framework == self.name:
                ev.ledger.expose(ev, tool, None, site)
        return tools

    def plain(self, ev: Evaluator, value: Value, site: Site) -> Obj:
        return self.make(ev, value, site, name=None, description=None, declared=False)

    def instance(self, ev: Evaluator, value: Inst, site: Site) -> Iterator[Tool]:
        if value.framework is None and any("oolset" in base for base in value.cls.external_bases()):
            self.unresolved(ev, site, f"dynamic surface: {value.cls.qualname} gives its tools at run time")
        else:
            yield from super().instance(ev, value, site)

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

    def attribute(self, ev: Evaluator, obj: Obj, name: str, site: Site) -> Value | None:
        tool = obj.data.get("tool")
        if not isinstance(tool, Tool):
            return None
        return tool.name if name == "name" else obj.data.get("function") if name == "func" else None
