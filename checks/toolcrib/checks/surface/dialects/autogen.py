"""AutoGen 0.4 and later.

Room: checks, middle. Owns `autogen_core`, `autogen_agentchat` and `autogen_ext`. FunctionTool, tool classes, agents and
teams as tools, lists of agents, models and workbenches. Handoffs are edges between agents, not tools.
Not here: the older API and its successor (`ag2`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from toolcrib.checks.surface._declare import TextRules, Tool, from_value
from toolcrib.checks.surface._docstrings import DocStyle
from toolcrib.checks.surface._elements import as_table
from toolcrib.checks.surface._fold import text_of
from toolcrib.checks.surface._values import Args, Entry, Ext, Inst, Items, K, Obj, Partial, Site, Table, Unknown, Value
from toolcrib.checks.surface.dialects._lists import is_nothing, ready_tool
from toolcrib.checks.surface.dialects._server import by_name
from toolcrib.checks.surface.dialects._tool_objects import LIBRARY_TEXT, ToolObjectDialect

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator

_CLASSES = {  # class → the positional arguments of its `__init__`
    "BaseTool": ("args_type", "return_type", "name", "description"),
    "BaseStreamTool": ("args_type", "return_type", "name", "description"),
    "BaseToolWithState": ("args_type", "return_type", "state_type", "name", "description"),
}
_AGENTS = {  # class → (where its tools stand, where its description stands)
    "AssistantAgent": (None, None), "ToolAgent": (1, None), "OpenAIAgent": (4, 1), "OpenAIAssistantAgent": (5, 1),
    "AzureAIAgent": (None, 1), "BaseChatAgent": (None, 1),
}  # fmt: skip
_OWN_TOOLS = ("MultimodalWebSurfer", "FileSurfer", "VideoSurfer", "MagenticOne")
_LIBRARY = {
    "PythonCodeExecutionTool": "CodeExecutor", "GlobalSearchTool": "global_search_tool",
    "LocalSearchTool": "local_search_tool",
}  # fmt: skip
_WORKBENCHES = ("StaticWorkbench", "StaticStreamWorkbench")


class AutoGen(ToolObjectDialect):
    name = "autogen"
    roots = ("autogen_core", "autogen_agentchat", "autogen_ext")
    words = frozenset(
        {"FunctionTool", "AgentTool", "TeamTool", "HttpTool", "AzureAISearchTool", "LangChainToolAdapter", "tools="}
        | {"mcp_server_tools", "workbench=", *_CLASSES, *_AGENTS, *_OWN_TOOLS, *_LIBRARY, *_WORKBENCHES}
    )
    own = frozenset(
        {"autogen_core.tools._function_tool.FunctionTool", "autogen_core.tools._base.BaseTool"}
        | {"autogen_core.tools._base.BaseToolWithState", "autogen_core.tools._base.BaseStreamTool"}
    )
    texts = TextRules(style=DocStyle.RAW, nothing="")
    tool_classes = frozenset(_CLASSES)

    def call(self, ev: Evaluator, func: Ext, args: Args, site: Site) -> Value | None:
        tail = func.tail
        if tail in ("FunctionTool", *_CLASSES, "HttpTool", "AzureAISearchTool", "TeamTool"):
            return self._object(ev, tail, args, site)
        if tail == "AgentTool":
            return self._agent_tool(ev, args.get(0, "agent"), site)
        if tail in _LIBRARY:
            return self.make(ev, None, site, name=K(_LIBRARY[tail]), description=Unknown(LIBRARY_TEXT))
        if tail == "LangChainToolAdapter":
            given = args.get(0, "langchain_tool")
            return given if given is not None and ready_tool(given) is not None else None
        if tail == "mcp_server_tools":
            return Items("list", [Entry(Ext(f"{func.path}()", args, site))])
        if tail in _WORKBENCHES:
            return self._workbench(ev, args, site)
        if tail in _AGENTS:
            return self._agent(ev, tail, args, site)
        if tail in _OWN_TOOLS:
            self.unresolved(ev, site, f"dynamic surface: {tail} gives its model tools of its own")
            return self.agent(ev, site, args.get(0, "name"))
        if "()" in func.path and tail in ("create", "create_stream"):  # a model's client
            self.bind(ev, self.agent(ev, site, None, kind="model"), args.get(None, "tools"), site)
        return None

    def _object(self, ev: Evaluator, tail: str, args: Args, site: Site) -> Value:
        orders = {"FunctionTool": ("func", "description", "name"), "TeamTool": ("team", "name", "description")}
        given = by_name(args, *_CLASSES.get(tail, orders.get(tail, ("name",))))
        func = given.get(None, "func") if tail == "FunctionTool" else None
        name = given.get(None, "name")
        if is_nothing(name) and (args.open or tail != "FunctionTool"):
            name = Unknown(args.open or f"a {tail} without a name")
        text = given.get(None, "description")
        if text is None and args.open:
            text = Unknown(args.open)
        return self.make(ev, func, site, name=name, description=text or K(""), declared=tail not in _CLASSES)

    def _agent_tool(self, ev: Evaluator, agent: Value | None, site: Site) -> Value:
        held = agent.framework if isinstance(agent, Inst) else agent
        if not isinstance(held, Obj) or held.kind != "agent":
            return self.make(ev, None, site, name=Unknown("an agent that cannot be read is a tool"), description=None)
        name = held.attrs.get("name") or Unknown("the agent's name cannot be told")
        return self.make(ev, None, site, name=name, description=held.attrs.get("description"))

    # --- binding -----------------------------------------------------------------------------------------------------

    def _agent(self, ev: Evaluator, tail: str, args: Args, site: Site) -> Obj:
        where, described = _AGENTS[tail]
        agent = self.agent(ev, site, args.get(None, "name") if tail == "ToolAgent" else args.get(0, "name"))
        agent.attrs["description"] = args.get(described, "description") or Unknown(LIBRARY_TEXT)
        self.bind(ev, agent, args.get(where, "tools"), site)
        benches = args.get(None, "workbench")
        if benches is not None and not is_nothing(benches):
            self.bind(ev, agent, benches if isinstance(benches, Items) else Items("list", [Entry(benches)]), site)
        if args.open:
            self.unresolved(ev, site, f"the agent may be given tools: {args.open}")
        return agent

    def _workbench(self, ev: Evaluator, args: Args, site: Site) -> Obj:
        bench = Obj(self, "workbench", site)
        tools = list(self.listed(ev, args.get(0, "tools"), site))
        bench.data["tools"] = tools
        given = args.get(1, "tool_overrides")
        overrides = as_table(given) if given is not None else Table({})
        if overrides is None or overrides.open:
            self.unresolved(ev, site, f"`{site.text}` renames tools by a table that cannot be read")
            return bench
        for tool in tools:
            entry = overrides.entries.get(text_of(tool.name))
            override = ev.resolve(entry.value) if entry is not None else None
            if isinstance(override, Ext) and override.args is not None:
                name, text = override.args.get(None, "name"), override.args.get(None, "description")
                tool.name = tool.name if is_nothing(name) or name is None else name
                tool.description = tool.description if text is None else from_value(text, tool.at)
            elif override is not None:
                self.unresolved(ev, site, f"`{site.text}` renames {text_of(tool.name)} in a way that cannot be read")
        return bench

    def plain(self, ev: Evaluator, value: Value, site: Site) -> Obj:
        text = Unknown(LIBRARY_TEXT) if isinstance(value, Partial) else None  # it sends the docstring of `partial`
        return self.make(ev, value, site, name=None, description=text)

    def other(self, ev: Evaluator, value: Value, site: Site) -> Iterator[Tool]:
        if isinstance(value, Obj) and value.kind == "workbench":
            yield from value.data["tools"]
        elif isinstance(value, K) and isinstance(value.value, str):  # a hosted tool: "code_interpreter"
            yield self.library(ev, value, site)
        elif isinstance(value, Table):  # a schema, or a hosted tool and its settings
            kind = value.entries.get("name") or value.entries.get("type")
            yield self.library(ev, kind.value if kind is not None else Unknown(value.open), site)
        else:
            yield from super().other(ev, value, site)

    def attribute(self, ev: Evaluator, obj: Obj, name: str, site: Site) -> Value | None:
        return obj if name == "schema" and "tool" in obj.data else super().attribute(ev, obj, name, site)
