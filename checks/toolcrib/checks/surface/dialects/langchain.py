"""LangChain and LangGraph.

Room: checks, middle. Owns `langchain*` and `langgraph*`. `@tool` in its forms, StructuredTool, Tool, retriever tools,
runnables as tools, and everything that is given a list of tools. Not here: tool classes and what middleware adds
(`_langchain_parts`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from toolcrib.checks.surface import _ir as ir
from toolcrib.checks.surface._declare import TextRules, Tool, from_value
from toolcrib.checks.surface._docstrings import DocStyle
from toolcrib.checks.surface._elements import as_table, elements
from toolcrib.checks.surface._types import Description, TextSource
from toolcrib.checks.surface._values import (
    Args,
    Cls,
    Entry,
    Ext,
    Inst,
    Items,
    K,
    Obj,
    Site,
    Table,
    Unknown,
    Value,
)
from toolcrib.checks.surface.dialects import _langchain_parts as parts
from toolcrib.checks.surface.dialects._classes import ToolClasses
from toolcrib.checks.surface.dialects._lists import AgentDialect, is_callable, is_nothing
from toolcrib.checks.surface.dialects._own_held import holding
from toolcrib.checks.surface.dialects._server import by_name

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator

# Where the list of tools stands among the positional arguments.
_AGENTS: dict[str, int | None] = {
    "create_agent": 1, "create_react_agent": 1, "create_tool_calling_agent": 1, "create_openai_tools_agent": 1,
    "create_openai_functions_agent": 1, "create_structured_chat_agent": 1, "create_json_chat_agent": 1,
    "create_xml_agent": 1, "create_self_ask_with_search_agent": 1, "create_deep_agent": 1, "async_create_deep_agent": 1,
    "ToolNode": 0, "initialize_agent": 0, "AgentExecutor": None, "from_agent_and_tools": None,
    "create_supervisor": None, "create_swarm": None, "create_tool_calling_executor": 1, "ToolExecutor": 0,
}  # fmt: skip
# What gives ready tools whose names only the other package or server knows.
_GIVERS = ("get_tools", "load_mcp_tools", "load_tools", "load_huggingface_tool", "convert_mcp_tool_to_langchain_tool")


class LangChain(AgentDialect):
    name = "langchain"
    roots = (
        "langchain", "langchain_core", "langchain_community", "langchain_classic", "langchain_openai",
        "langchain_anthropic", "langchain_google_genai", "langchain_mcp_adapters", "langgraph", "langgraph_supervisor",
        "langgraph_swarm", "deepagents",
    )  # fmt: skip
    words = frozenset(
        {"tool", "bind_tools", "StructuredTool", "BaseTool", "ToolNode", "as_tool", "create_retriever_tool"}
        | {"from_function", "get_tools", "load_mcp_tools", "AgentMiddleware", "tools=", "functions=", "middleware="}
        | {"bind_functions", *_AGENTS}
    )
    texts = TextRules(style=DocStyle.DEDENTED, trim=True)

    def __init__(self) -> None:
        self._classes = ToolClasses(self, ("_run", "_arun"))
        self._binding = False  # a model is given the tools, not an agent: functions are read differently

    def call(self, ev: Evaluator, func: Ext, args: Args, site: Site) -> Value | None:
        path, tail = func.path, func.tail
        if tail == "tool" and "()" not in path:
            return self._decorator(ev, args, site)
        if path.endswith(("StructuredTool.from_function", "Tool.from_function")):
            return self._from_function(ev, args, site, structured=path.endswith("StructuredTool.from_function"))
        if tail in ("StructuredTool", "Tool") and "()" not in path:
            given = by_name(args, "name", "func", "description") if tail == "Tool" else args
            func_value = given.get(None, "func", "coroutine")
            named, text = given.get(None, "name"), given.get(None, "description")
            made = self.make(ev, func_value, site, name=named, description=text)
            alone = Unknown("one text") if tail == "Tool" else None
            made.data["tool"].schema = args.get(None, "args_schema") or alone
            return made
        if tail == "create_retriever_tool":
            return self.make(ev, None, site, name=args.get(1, "name"), description=args.get(2, "description"))
        if tail in _AGENTS:
            return self._agent(ev, tail, args, site)
        if tail == "bind_tools":
            self._bind_model(ev, args.get(0, "tools"), site)
            return None
        if "()" in path and tail in ("bind", "bind_functions", "invoke", "ainvoke", "stream", "astream"):
            position = 0 if tail == "bind_functions" else None
            for key in ("tools", "functions"):
                if args.get(position, key) is not None:
                    self._bind_model(ev, args.get(position, key), site)
            return None
        if tail == "as_tool" and "()" in path:
            return self._as_tool(ev, args, site)
        if tail == "create_handoff_tool":
            return Obj(self, "edge", site)  # a way to another agent, no capability
        if tail in _GIVERS:
            return Items("list", [Entry(Ext(f"{path}()", args, site))])
        return parts.middleware(self, ev, func, args, site)

    # --- @tool -------------------------------------------------------------------------------------------------------

    def _decorator(self, ev: Evaluator, args: Args, site: Site) -> Value:
        first = args.get(0, "name_or_callable")
        if is_callable(first) and first is not None:
            return self._tool(ev, first, None, args, site)
        second = args.get(1, "runnable")
        if second is not None:
            return self._tool(ev, second, first, args, site)
        return self.marking(ev, None, lambda f, s: self._tool(ev, f, first, args, site), site)

    def _tool(self, ev: Evaluator, func: Value, name: Value | None, args: Args, site: Site) -> Value:
        if is_nothing(name) and args.open:
            name = Unknown(args.open)
        return self._described(ev, func, name, args.get(None, "description"), args, site)

    def _from_function(self, ev: Evaluator, args: Args, site: Site, *, structured: bool) -> Value:
        order = ("func", "coroutine", "name", "description") if structured else ("func", "name", "description")
        given = by_name(args, *order)
        func = given.get(None, "func")
        if is_nothing(func):
            func = given.get(None, "coroutine")
        name = given.get(None, "name") or (Unknown(args.open) if args.open else None)
        return self._described(ev, func, name, given.get(None, "description"), given, site)

    def _described(
        self, ev: Evaluator, func: Value | None, name: Value | None, text: Value | None, args: Args, site: Site
    ) -> Obj:
        """A tool whose text is the argument, else the docstring, else the text of its `args_schema`."""
        parse = args.get(None, "parse_docstring")
        style = DocStyle.GOOGLE_BLOCKS if isinstance(parse, K) and parse.value is True else None
        made = self.make(ev, func, site, name=name, description=text, style=style)
        tool = made.data["tool"]
        schema = args.get(None, "args_schema")
        if isinstance(tool, Tool) and not is_nothing(schema):
            tool.schema = schema
        if isinstance(tool, Tool) and tool.description.source is TextSource.NONE and isinstance(schema, Cls):
            doc = ir.docstring(schema.decl.body)
            if doc is not None:
                text = K(doc.value, at=schema.module.facts.location(doc.pos))
                tool.description = from_value(text, tool.at, trim=True)
        return made

    def _as_tool(self, ev: Evaluator, args: Args, site: Site) -> Obj:
        made = self.make(ev, None, site, name=args.get(None, "name"), description=args.get(None, "description"))
        tool = made.data["tool"]
        if isinstance(tool, Tool) and tool.description.source is TextSource.NONE:
            tool.description = Description(source=TextSource.UNKNOWN, sent=None, accepted=(), at=tool.at)
        return made

    # --- binding -----------------------------------------------------------------------------------------------------

    def _agent(self, ev: Evaluator, tail: str, args: Args, site: Site) -> Value:
        agent = self.agent(ev, site, args.get(None, "name"))
        tools = args.get(_AGENTS[tail], "tools")
        if tail.endswith("create_deep_agent"):
            if args.positional and isinstance(args.positional[0], Items):  # its first argument in older releases
                tools = args.positional[0]
            self.unresolved(ev, site, "dynamic surface: deepagents adds planning, file and sub-agent tools of its own")
        given = args.get(None, "middleware")
        found, more = elements(ev, given, site.text) if given is not None else ([], "")
        with ev.under([one for entry in found if not entry.when for one in holding(ev, ev.resolve(entry.value), site)]):
            self.bind(ev, agent, tools, site)
        self._subagents(ev, args.get(None, "subagents"), site)
        for entry in found:
            with ev.under(entry.when):
                parts.take(self, ev, agent, ev.resolve(entry.value), site)
        if more or args.open:
            self.unresolved(ev, site, more or args.open)
        return agent

    def _subagents(self, ev: Evaluator, value: Value | None, site: Site) -> None:
        for entry in elements(ev, value, "")[0] if value is not None else ():
            table = as_table(entry.value)
            if table is not None and "tools" in table.entries:
                name = table.entries.get("name")
                sub = self.agent(ev, site, name.value if name is not None else None)
                self.bind(ev, sub, table.entries["tools"].value, site)

    def _bind_model(self, ev: Evaluator, value: Value | None, site: Site) -> None:
        before, self._binding = self._binding, True
        try:
            self.bind(ev, self.agent(ev, site, None, kind="model"), value, site)
        finally:
            self._binding = before

    def plain(self, ev: Evaluator, value: Value, site: Site) -> Obj:
        style = DocStyle.GOOGLE_BLOCKS if self._binding else None
        return self.make(ev, value, site, name=None, description=None, style=style)

    def unknown_receiver(self, ev: Evaluator, receiver: Unknown, name: str, args: Args, site: Site) -> Value | None:
        if name == "bind_tools" and ev.knows_frameworks() and args.get(0, "tools") is not None:
            self._bind_model(ev, args.get(0, "tools"), site)
            return Unknown(receiver.reason)
        return None

    def escapes(self, ev: Evaluator, value: Value, func: Ext, site: Site) -> None:
        if func.tail == "bind_tools" and isinstance(value, Items):
            self._bind_model(ev, value, site)

    def other(self, ev: Evaluator, value: Value, site: Site) -> Iterator[Tool]:
        if isinstance(value, Table):
            yield from self._schema(ev, value, site)
        elif isinstance(value, Cls):
            yield self._of_model(ev, value, site)
        elif isinstance(value, Ext) and value.args is not None:
            named = value.args.get(None, "name")
            if isinstance(named, K) and isinstance(named.value, str):  # a tool of the library, named here
                text = value.args.get(None, "description") or Unknown("the library's own text")
                made = self.make(ev, None, value.site or site, name=named, description=text)
                yield made.data["tool"]
            else:
                self.unresolved(ev, site, f"dynamic surface: `{value.path}` gives tools of another package or server")
        else:
            yield from super().other(ev, value, site)

    def _schema(self, ev: Evaluator, table: Table, site: Site) -> Iterator[Tool]:
        from toolcrib.checks.surface.dialects.raw import tool_of_table

        tool = tool_of_table(self.name, table, site, title=True)
        if tool is not None:
            ev.ledger.expose(ev, tool, None, site)
            yield tool
        elif table.open:
            self.unresolved(ev, site, table.open)

    def _of_model(self, ev: Evaluator, cls: Cls, site: Site) -> Tool:
        """A pydantic class or TypedDict given to a model: the class is the schema."""
        held = cls.ns.get("__toolcrib_model__")
        if not isinstance(held, Obj):
            held = cls.ns["__toolcrib_model__"] = Obj(self, "tool", site)
            held.data["tool"] = self._classes.tool(cls, K(cls.decl.name), None)
        tool = held.data["tool"]
        assert isinstance(tool, Tool)  # what was stored above
        ev.ledger.expose(ev, tool, None, site)
        return tool

    # --- objects -----------------------------------------------------------------------------------------------------

    def construct(self, ev: Evaluator, inst: Inst, path: str, args: Args, site: Site) -> Value | None:
        if _is_tool_class(path):
            return self._classes.construct(ev, inst, args, site)
        return super().construct(ev, inst, path, args, site)

    def subclass(self, ev: Evaluator, cls: Cls, path: str) -> None:
        if _is_tool_class(path):
            self._classes.defined.append(cls)

    def finish(self, ev: Evaluator) -> None:
        self._classes.finish(ev)

    def attribute(self, ev: Evaluator, obj: Obj, name: str, site: Site) -> Value | None:
        tool = obj.data.get("tool")
        if name == "name" and isinstance(tool, Tool):
            return tool.name
        return obj.data.get("function") if name in ("func", "coroutine") else None

    def method(self, ev: Evaluator, obj: Obj, name: str, args: Args, site: Site) -> Value | None:
        return self._as_tool(ev, args, site) if name == "as_tool" else None

    def set_attribute(self, ev: Evaluator, obj: Obj, name: str, value: Value) -> None:
        tool = obj.data.get("tool")
        if isinstance(tool, Tool) and name == "name":
            self._classes.rename(ev, obj, value)
        elif isinstance(tool, Tool) and name == "description":
            self._classes.describe(ev, tool, value)


def _is_tool_class(path: str) -> bool:
    tail = path.rsplit(".", 1)[-1]
    return tail in parts.CLASSES or (path.startswith("langchain_community.") and tail.endswith("Tool"))
