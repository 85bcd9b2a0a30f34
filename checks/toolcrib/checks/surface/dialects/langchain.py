"""LangChain and LangGraph.

Room: checks, middle. Owns `langchain*` and `langgraph*`. `@tool` in its forms, StructuredTool and Tool, tool classes
with `name` and `description` fields, retriever tools, runnables as tools, and everything that is given a list of tools.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from toolcrib.checks.surface import _ir as ir
from toolcrib.checks.surface._declare import TextRules, Tool, from_value
from toolcrib.checks.surface._docstrings import DocStyle
from toolcrib.checks.surface._expressions import as_table
from toolcrib.checks.surface._fold import text_of
from toolcrib.checks.surface._values import (
    NONE,
    Args,
    Cls,
    Ext,
    Func,
    Inst,
    K,
    Native,
    Obj,
    Site,
    Table,
    Unknown,
    Value,
)
from toolcrib.checks.surface.dialects._lists import AgentDialect, is_callable, is_nothing

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator

_AGENTS = {
    "create_agent": ("name", 1), "create_react_agent": ("name", 1), "create_tool_calling_agent": ("name", 1),
    "create_openai_tools_agent": ("name", 1), "create_openai_functions_agent": ("name", 1),
    "create_deep_agent": ("name", 0), "ToolNode": ("name", 0), "initialize_agent": ("name", 0),
    "AgentExecutor": ("name", None), "create_structured_chat_agent": ("name", 1),
}  # fmt: skip


class LangChain(AgentDialect):
    name = "langchain"
    roots = (
        "langchain", "langchain_core", "langchain_community", "langchain_classic", "langchain_openai",
        "langchain_anthropic", "langchain_google_genai", "langgraph", "deepagents",
    )  # fmt: skip
    words = frozenset(
        {"bind_tools", "StructuredTool", "BaseTool", "ToolNode", "as_tool", "create_retriever_tool", *_AGENTS}
    )
    texts = TextRules(style=DocStyle.DEDENTED, trim=True)

    def call(self, ev: Evaluator, func: Ext, args: Args, site: Site) -> Value | None:
        path, tail = func.path, func.tail
        if tail == "tool" and ".tools" in path:
            return self._decorator(ev, args, site)
        if path.endswith(("StructuredTool.from_function", "Tool.from_function")):
            return self._from_function(ev, args, site, positional=not path.endswith("StructuredTool.from_function"))
        if tail == "StructuredTool":
            func_value = args.get(None, "func", "coroutine")
            return self.make(
                ev, func_value, site, name=args.get(None, "name"), description=args.get(None, "description")
            )
        if tail == "Tool" and ".tools" in path:
            return self.make(
                ev,
                args.get(1, "func", "coroutine"),
                site,
                name=args.get(0, "name"),
                description=args.get(2, "description"),
            )
        if tail == "create_retriever_tool":
            return self.make(ev, None, site, name=args.get(1, "name"), description=args.get(2, "description"))
        if tail in _AGENTS:
            return self._agent(ev, tail, args, site)
        if tail == "bind_tools":
            self.bind(ev, self.agent(ev, site, None, kind="model"), args.get(0, "tools"), site)
            return None
        if tail == "as_tool" and path.endswith("().as_tool"):
            return self.make(ev, None, site, name=args.get(None, "name"), description=args.get(None, "description"))
        return None

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
        parse = args.get(None, "parse_docstring")
        style = DocStyle.GOOGLE_BLOCKS if isinstance(parse, K) and parse.value is True else None
        made = self.make(ev, func, site, name=name, description=args.get(None, "description"), style=style)
        tool = made.data["tool"]
        schema = args.get(None, "args_schema")
        if isinstance(tool, Tool) and tool.description.sent is None and isinstance(schema, Cls):
            doc = ir.docstring(schema.decl.body)
            if doc is not None:
                tool.description = from_value(K(doc.value, at=schema.module.facts.location(doc.pos)), tool.at)
        return made

    def _from_function(self, ev: Evaluator, args: Args, site: Site, *, positional: bool) -> Value:
        func = args.get(0, "func")
        if is_nothing(func):
            func = args.get(None if positional else 1, "coroutine")
        name = args.get(1 if positional else 2, "name")
        description = args.get(2 if positional else 3, "description")
        return self.make(ev, func, site, name=name, description=description)

    # --- tool classes ------------------------------------------------------------------------------------------------

    def subclass(self, ev: Evaluator, cls: Cls, path: str) -> None:
        if path.rsplit(".", 1)[-1] not in ("BaseTool", "StructuredTool", "Tool"):
            return
        name = _field(ev, cls, "name")
        if name is None or text_of(name) is None:
            return
        site = Site(cls.module, cls.decl.pos, cls.qualname)
        tool = self._of_class(cls, name, _field(ev, cls, "description"), site)
        cls.ns["__toolcrib_tool__"] = made = Obj(self, "tool", site)
        made.data["tool"] = tool
        ev.ledger.expose(ev, tool, None, site)

    def _of_class(self, cls: Cls, name: Value, description: Value | None, site: Site) -> Tool:
        at = cls.module.facts.location(cls.decl.pos)
        runner = cls.find("_run") or cls.find("_arun")
        function = runner[0].qualname if runner is not None and isinstance(runner[0], Func) else cls.qualname
        return Tool(
            framework=self.name,
            name=name,
            description=from_value(description if description is not None else NONE, at),
            at=at,
            function=function,
            func=cls,
        )

    def construct(self, ev: Evaluator, inst: Inst, path: str, args: Args, site: Site) -> Value | None:
        if path.rsplit(".", 1)[-1] not in ("BaseTool", "StructuredTool", "Tool"):
            return super().construct(ev, inst, path, args, site)
        name = args.get(None, "name") or inst.attrs.get("name") or _field(ev, inst.cls, "name")
        description = (
            args.get(None, "description") or inst.attrs.get("description") or _field(ev, inst.cls, "description")
        )
        held = inst.cls.find("__toolcrib_tool__")
        made = Obj(self, "tool", site)
        if "name" not in args.keywords and "description" not in args.keywords and held is not None:
            assert isinstance(held[0], Obj)  # what `subclass` stores
            if held[1] is inst.cls and "name" not in inst.attrs:
                made.data["tool"] = held[0].data["tool"]
                return made
        if name is None:
            name = Unknown(f"{inst.cls.qualname} has no `name` that can be read")
        tool = self._of_class(inst.cls, name, description, site)
        made.data["tool"] = tool
        if not inst.opaque:
            ev.ledger.expose(ev, tool, None, site)
        return made

    # --- binding -----------------------------------------------------------------------------------------------------

    def _agent(self, ev: Evaluator, tail: str, args: Args, site: Site) -> Value:
        _, position = _AGENTS[tail]
        agent = self.agent(ev, site, args.get(None, "name"))
        self.bind(ev, agent, args.get(position, "tools"), site)
        self._subagents(ev, args.get(None, "subagents"), site)
        return agent

    def _subagents(self, ev: Evaluator, value: Value | None, site: Site) -> None:
        from toolcrib.checks.surface._expressions import elements

        for entry in elements(ev, value, "")[0] if value is not None else ():
            table = as_table(entry.value)
            if table is not None and "tools" in table.entries:
                name = table.entries.get("name")
                sub = self.agent(ev, site, name.value if name is not None else None)
                self.bind(ev, sub, table.entries["tools"].value, site)

    def unknown_receiver(self, ev: Evaluator, receiver: Unknown, name: str, args: Args, site: Site) -> Value | None:
        if name == "bind_tools" and args.positional:
            self.bind(ev, self.agent(ev, site, None, kind="model"), args.positional[0], site)
            return Unknown(receiver.reason)
        return None

    def other(self, ev: Evaluator, value: Value, site: Site) -> Iterator[Tool]:
        if isinstance(value, Table):
            yield from self._schema(ev, value, site)
        elif isinstance(value, Cls):
            yield self._of_model(ev, value, site)
        elif isinstance(value, Ext) and value.args is not None:
            if ev.owner_of(value.path) is self or value.path.split(".", 1)[0].startswith("langchain"):
                self.unresolved(ev, site, f"`{value.path}` gives tools of another package", dynamic=True)
            else:
                yield from super().other(ev, value, site)
        else:
            yield from super().other(ev, value, site)

    def _schema(self, ev: Evaluator, table: Table, site: Site) -> Iterator[Tool]:
        from toolcrib.checks.surface.dialects.raw import tool_of_table

        tool = tool_of_table(self.name, table, site)
        if tool is not None:
            ev.ledger.expose(ev, tool, None, site)
            yield tool

    def _of_model(self, ev: Evaluator, cls: Cls, site: Site) -> Tool:
        """A pydantic class or TypedDict in `bind_tools`: the class is the schema."""
        doc = ir.docstring(cls.decl.body)
        text = K(doc.value, at=cls.module.facts.location(doc.pos)) if doc is not None else NONE
        tool = self._of_class(cls, K(cls.decl.name), text, site)
        ev.ledger.expose(ev, tool, None, site)
        return tool

    def attribute(self, ev: Evaluator, obj: Obj, name: str, site: Site) -> Value | None:
        tool = obj.data.get("tool")
        if name == "name" and isinstance(tool, Tool):
            return tool.name
        return None

    def method(self, ev: Evaluator, obj: Obj, name: str, args: Args, site: Site) -> Value | None:
        if name == "as_tool":
            return self.make(ev, None, site, name=args.get(None, "name"), description=args.get(None, "description"))
        return None

    def set_attribute(self, ev: Evaluator, obj: Obj, name: str, value: Value) -> None:
        tool = obj.data.get("tool")
        if isinstance(tool, Tool) and name == "name":
            tool.name = value
        elif isinstance(tool, Tool) and name == "description":
            tool.description = from_value(value, tool.at)


def _field(ev: Evaluator, cls: Cls, name: str) -> Value | None:
    """A class field's default, also behind pydantic's Field(default=…)."""
    found = cls.find(name)
    if found is None:
        return None
    value = ev.resolve(found[0])
    if isinstance(value, Ext) and value.tail == "Field()" and value.args is not None:
        return value.args.get(0, "default")
    return None if isinstance(value, Func | Native) else value
