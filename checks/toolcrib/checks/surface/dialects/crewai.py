"""CrewAI.

Room: checks, middle. Owns `crewai` and `crewai_tools`. `@tool`, tool classes, structured tools, agents and tasks with
their lists. The name is the one that a tool object bears; the model sees it in lower snake case. MCP servers, apps and
the tools of another package are dynamic places; a configuration file that may name tools is noted. What delegation adds
leads to another agent: it is no capability.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolcrib.checks.surface._declare import TextRules
from toolcrib.checks.surface._docstrings import DocStyle
from toolcrib.checks.surface._elements import elements
from toolcrib.checks.surface._values import Args, Ext, K, Obj, Site, Unknown, Value
from toolcrib.checks.surface.dialects._lists import is_callable, is_nothing
from toolcrib.checks.surface.dialects._objects import ObjectDialect
from toolcrib.checks.surface.dialects._server import by_name

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator

_GIVERS = ("mcps", "apps", "platform_apps")
_ADDS = {  # what an option of an agent adds, by the option
    "allow_code_execution": "a tool that runs code",
    "multimodal": "a tool that adds images",
}


class CrewAi(ObjectDialect):
    name = "crewai"
    roots = ("crewai", "crewai_tools")
    words = frozenset(
        {"tool", "BaseTool", "Tool", "CrewStructuredTool", "from_function", "Agent", "Task", "LiteAgent"}
        | {"tools=", "mcps=", "apps="}
    )
    own = frozenset(
        {"crewai.tools.base_tool.BaseTool", "crewai.tools.base_tool.Tool", "crewai.tools.base_tool.tool"}
        | {"crewai.tools.structured_tool.CrewStructuredTool"}
    )
    texts = TextRules(style=DocStyle.RAW)
    bases = frozenset({"BaseTool", "Tool"})
    runs = ("_run", "_arun")

    def is_tool_class(self, path: str) -> bool:
        return super().is_tool_class(path) or (path.startswith("crewai_tools.") and path.endswith("Tool"))

    def call(self, ev: Evaluator, func: Ext, args: Args, site: Site) -> Value | None:
        path, tail = func.path, func.tail
        if tail == "tool" and "()" not in path and not path.startswith("crewai.project"):
            first = args.get(0)
            marked = first if is_callable(first) else None  # else it is the name
            return self.marking(ev, marked, lambda f, s: self._tool(ev, f, first, args, s), site)
        if path.endswith("CrewStructuredTool.from_function"):
            given = by_name(args, "func", "name", "description")
            text = given.get(None, "description")
            style = DocStyle.CLEAN
            return self.make(
                ev,
                given.get(None, "func"),
                site,
                name=given.get(None, "name"),
                description=None if is_nothing(text) else text,
                style=style,
            )
        if tail in ("CrewStructuredTool", "Tool") and "()" not in path:
            name = args.get(None, "name") or Unknown(args.open or "a tool without a name")
            return self.make(ev, args.get(None, "func"), site, name=name, description=args.get(None, "description"))
        if tail in ("Agent", "LiteAgent", "Task", "ConditionalTask") and "()" not in path:
            return self._agent(ev, tail, args, site)
        if path.startswith("crewai_tools.") and tail.endswith("Tool") and not is_nothing(args.get(None, "name")):
            text = args.get(None, "description") or Unknown("the library's own text")
            return self.make(ev, None, site, name=args.get(None, "name"), description=text)
        return None

    def _tool(self, ev: Evaluator, func: Value, first: Value | None, args: Args, site: Site) -> Value:
        name = first if first is not func else None
        return self.make(ev, func, site, name=name or (Unknown(args.open) if args.open else None), description=None)

    def _agent(self, ev: Evaluator, tail: str, args: Args, site: Site) -> Obj:
        kind = "agent" if tail.endswith("Agent") else "task"
        given = args.get(None, "agent")
        tools = args.get(None, "tools")
        if kind == "task" and isinstance(given, Obj) and given.kind == "agent":  # what a task brings, its agent holds
            agent = given
            self.also(ev, agent, tools, site)
        else:
            agent = self.holder(ev, site, args.get(None, "role", "name"), tools, kind=kind)
        if args.open:
            self.unresolved(ev, site, f"the {kind} may be given more tools: {args.open}")
        if not is_nothing(args.get(None, "config")):
            ev.ledger.note(site, f"the configuration of the {kind} may name tools: the surface is what the code gives")
        for option in _GIVERS:
            value = args.get(None, option)
            if value is not None and not is_nothing(value) and elements(ev, value, site.text) != ([], ""):
                self.unresolved(ev, site, f"dynamic surface: `{option}=` gives tools of other servers")
        for option, what in _ADDS.items():
            value = args.get(None, option)
            if value is not None and not (isinstance(value, K) and value.value in (False, None)):
                ev.ledger.note(site, f"`{option}=` may give the {kind} {what}")
        return agent
