"""smolagents.

Room: checks, middle. Owns `smolagents`. `@tool`, tool classes, agents with their tools, managed agents and base tools,
the library's own tools by their names. Tools of a hub, a space or a server are dynamic places. `final_answer`, which
every agent has, ends a run: it is no capability.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolcrib.checks.surface._declare import TextRules, Tool
from toolcrib.checks.surface._docstrings import DocStyle
from toolcrib.checks.surface._elements import as_table, elements
from toolcrib.checks.surface._values import Args, Entry, Ext, Inst, Items, K, Obj, Site, Unknown, Value
from toolcrib.checks.surface.dialects._lists import is_nothing
from toolcrib.checks.surface.dialects._objects import ObjectDialect
from toolcrib.checks.surface.dialects._server import by_name

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator

_AGENTS = ("CodeAgent", "ToolCallingAgent", "MultiStepAgent", "ReactCodeAgent", "ReactJsonAgent")
_LIBRARY = {
    "PythonInterpreterTool": "python_interpreter", "FinalAnswerTool": "final_answer", "UserInputTool": "user_input",
    "DuckDuckGoSearchTool": "web_search", "GoogleSearchTool": "web_search", "ApiWebSearchTool": "web_search",
    "WebSearchTool": "web_search", "VisitWebpageTool": "visit_webpage", "WikipediaSearchTool": "wikipedia_search",
    "SpeechToTextTool": "transcriber",
}  # fmt: skip
_BASE_TOOLS = ("web_search", "visit_webpage")
_OWN = Unknown("the library's own text")


class Smolagents(ObjectDialect):
    name = "smolagents"
    roots = ("smolagents",)
    words = frozenset({"tool", "Tool", "PipelineTool", "tools=", "managed_agents=", *_AGENTS, *_LIBRARY})
    own = frozenset({"smolagents.tools.Tool", "smolagents.tools.BaseTool", "smolagents.tools.tool"})
    texts = TextRules(style=DocStyle.SMOLAGENTS)
    bases = frozenset({"Tool", "BaseTool", "PipelineTool", *_LIBRARY})
    runs = ("forward",)

    def call(self, ev: Evaluator, func: Ext, args: Args, site: Site) -> Value | None:
        tail = func.tail
        if tail == "tool":
            return self.marking(ev, args.get(0, "tool_function"), lambda f, s: self._tool(ev, f, s), site)
        if tail in _LIBRARY and tail != "FinalAnswerTool":
            return self.make(ev, None, site, name=K(_LIBRARY[tail]), description=_OWN)
        if func.path.endswith("Tool.from_space"):
            given = by_name(args, "space_id", "name", "description")
            text = given.get(None, "description") or _OWN
            return self.make(ev, None, site, name=given.get(None, "name") or Unknown(args.open), description=text)
        if tail in _AGENTS:
            return self._agent(ev, tail, args, site)
        return None

    def _tool(self, ev: Evaluator, func: Value, site: Site) -> Value:
        return self.make(ev, func, site, name=None, description=None)

    def _agent(self, ev: Evaluator, tail: str, args: Args, site: Site) -> Obj:
        agent = self.holder(ev, site, args.get(None, "name"), args.get(0, "tools"))
        agent.attrs["description"] = args.get(None, "description") or K(None)
        base = args.get(None, "add_base_tools")
        if base is not None and not (isinstance(base, K) and base.value is False and not base.conf):
            named = _BASE_TOOLS if tail == "CodeAgent" else (*_BASE_TOOLS, "python_interpreter")
            said = repr(base.value) if isinstance(base, K) and base.conf else ""
            conds = [ev.cond(f"add_base_tools={said or '…'}", str(site.location), "base")]
            with ev.under(() if isinstance(base, K) and base.value is True and not base.conf else conds):
                made = [self.make(ev, None, site, name=K(name), description=_OWN) for name in named]
            agent.data.setdefault("base", []).extend(made)
        managed = args.get(None, "managed_agents")
        if managed is not None and not is_nothing(managed):
            self._managed(ev, agent, managed, site)
        if args.open:
            self.unresolved(ev, site, f"the agent may be given more tools: {args.open}")
        return agent

    def _managed(self, ev: Evaluator, agent: Obj, value: Value, site: Site) -> None:
        """An agent that another one calls: the model sees it as a tool under its name."""
        found, more = elements(ev, value, site.text)
        for entry in found:
            held = ev.resolve(entry.value)
            held = held.framework if isinstance(held, Inst) and held.framework is not None else held
            if not isinstance(held, Obj) or held.kind != "agent":
                more = more or "a managed agent cannot be read"
                continue
            name = held.attrs.get("name") or Unknown("the managed agent's name cannot be told")
            with ev.under(entry.when):
                made = self.make(ev, None, held.site or site, name=name, description=held.attrs.get("description"))
            agent.data.setdefault("base", []).append(made)
        if more:
            self.unresolved(ev, site, more)

    def bind(self, ev: Evaluator, agent: Obj, value: Value | None, site: Site) -> list[Tool]:
        tools = super().bind(ev, agent, value, site)
        for made in agent.data.pop("base", ()):
            tools.append(made.data["tool"])
        return tools

    # --- `agent.tools`: a dictionary ---------------------------------------------------------------------------------

    def attribute(self, ev: Evaluator, obj: Obj, name: str, site: Site) -> Value | None:
        if obj.kind == "agent" and name == "tools":
            return Obj(self, "toolbox", site, data={"agent": obj})
        return super().attribute(ev, obj, name, site)

    def put_item(self, ev: Evaluator, obj: Obj, index: Value, value: Value) -> None:
        if obj.kind == "toolbox" and obj.site is not None:
            self.also(ev, obj.data["agent"], Items("list", [Entry(value)]), obj.site)

    def method(self, ev: Evaluator, obj: Obj, name: str, args: Args, site: Site) -> Value | None:
        if obj.kind != "toolbox":
            return None
        if name == "update" and (table := as_table(args.get(0) or K(None))) is not None:
            self.also(ev, obj.data["agent"], Items("list", list(table.entries.values()), table.open), site)
            return K(None)
        return obj.data["agent"].attrs.get("tools") if name == "values" else None

    def construct(self, ev: Evaluator, inst: Inst, path: str, args: Args, site: Site) -> Value | None:
        if path.rsplit(".", 1)[-1] in _LIBRARY and "name" not in inst.attrs and inst.cls.find("name") is None:
            inst.attrs["name"] = K(_LIBRARY[path.rsplit(".", 1)[-1]])
            inst.attrs.setdefault("description", _OWN)
        return super().construct(ev, inst, path, args, site)
