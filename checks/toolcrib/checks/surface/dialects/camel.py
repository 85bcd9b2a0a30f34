"""CAMEL: functions as tools, toolkits and the agents that are given them.

Room: checks, middle. Owns `camel`. A toolkit's tools are what its `get_tools` makes; toolkits of the library and of MCP
servers are dynamic. The library's own toolkits are read where its source is read.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from toolcrib.checks.surface._declare import TextRules, Tool, from_value
from toolcrib.checks.surface._docstrings import DocStyle
from toolcrib.checks.surface._elements import as_table
from toolcrib.checks.surface._fold import text_of
from toolcrib.checks.surface._values import NONE, Args, Entry, Ext, Items, Obj, Site, Table, Unknown, Value
from toolcrib.checks.surface.dialects._hidden import may_hide
from toolcrib.checks.surface.dialects._lists import is_nothing, ready_tool
from toolcrib.checks.surface.dialects._tool_objects import LIBRARY_TEXT, ToolObjectDialect

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator

_LISTS = (("tools", 7), ("external_tools", 9))  # where a ChatAgent's lists stand
_KWARGS = ("assistant_agent_kwargs", "user_agent_kwargs", "task_planner_agent_kwargs", "critic_kwargs")
_SETTERS = ("set_function_name", "set_function_description", "set_openai_tool_schema", "set_openai_function_schema")
_MCP = ("to_mcp", "as_mcp")


class Camel(ToolObjectDialect):
    name = "camel"
    roots = ("camel",)
    words = frozenset(
        {
            "FunctionTool",
            "ChatAgent",
            "MCPAgent",
            "MCPToolkit",
            "get_tools",
            "add_tool",
            "add_tools",
            "add_external_tool",
            "tools=",
        }
        | {"external_tools=", *_SETTERS, *_MCP, *(f"{key}=" for key in _KWARGS)}
    )
    own = frozenset({"camel.toolkits.function_tool.FunctionTool"})
    texts = TextRules(style=DocStyle.LINES, nothing="")
    tool_classes = frozenset({"FunctionTool"})
    remote_classes = ("MCPToolkit",)

    def call(self, ev: Evaluator, func: Ext, args: Args, site: Site) -> Value | None:
        path, tail = func.path, func.tail
        if "()" in path:
            given = args.get(None, "tools")
            if given is not None and not is_nothing(given):  # a model that is run with schemas
                self.bind(ev, self.agent(ev, site, None, kind="model"), given, site)
            return None
        if tail == "FunctionTool":
            return self._function(ev, args, site)
        if tail.endswith("Agent"):
            return self._agent(ev, tail, args, site)
        for key in _KWARGS:
            table = as_table(args.get(None, key) or NONE)
            entry = table.entries.get("tools") if table is not None else None
            if entry is not None:
                with ev.under(entry.when):
                    self.bind(ev, self.agent(ev, site, None), entry.value, site)
        return None

    # --- tools -------------------------------------------------------------------------------------------------------

    def _function(self, ev: Evaluator, args: Args, site: Site) -> Obj:
        held = args.get(0, "func") or Unknown(args.open or "a FunctionTool without a function")
        made = self.make(ev, held, site, name=None, description=None)
        schema = args.get(1, "openai_tool_schema")
        if schema is not None and not is_nothing(schema):
            self._schema(made, schema)
        return made

    def _schema(self, made: Obj, schema: Value) -> None:
        """A schema of one's own says what the model is told."""
        tool = made.data["tool"]
        assert isinstance(tool, Tool)  # what `make` stores
        other = ready_tool(schema)
        if other is not None:  # the schema of a tool, as it is or changed
            tool.name, tool.description = other.name, other.description
            return
        table = as_table(schema)
        function = table.entries.get("function") if table is not None else None
        held = as_table(function.value) if function is not None else table
        name = held.entries.get("name") if held is not None else None
        text = held.entries.get("description") if held is not None else None
        tool.name = name.value if name is not None else Unknown("the tool's schema cannot be read")
        tool.description = from_value(text.value if text is not None else Unknown(LIBRARY_TEXT), tool.at)

    def item(self, ev: Evaluator, obj: Obj, index: Value) -> Value | None:
        """`tool.get_openai_tool_schema()["function"]["name"]`: a tool stands for its schema."""
        tool, key = obj.data.get("tool"), text_of(index)
        if not isinstance(tool, Tool):
            return None
        return {"function": obj, "name": tool.name}.get(key or "")

    def put_item(self, ev: Evaluator, obj: Obj, index: Value, value: Value) -> None:
        key = text_of(index)
        if key in ("name", "description"):
            self.set_attribute(ev, obj, key, value)

    def method(self, ev: Evaluator, obj: Obj, name: str, args: Args, site: Site) -> Value | None:
        if obj.kind == "tool":
            return self._change(obj, name, args)
        if obj.kind == "agent":
            return self._of_agent(ev, obj, name, args, site)
        return None

    def _change(self, made: Obj, name: str, args: Args) -> Value | None:
        given, tool = args.get(0) or Unknown(args.open), made.data["tool"]
        if name == "get_function_name":
            assert isinstance(tool, Tool)  # what `make` stores
            return tool.name
        if name in ("get_openai_tool_schema", "get_openai_function_schema"):
            return made
        if name not in _SETTERS:
            return None
        if name == "set_function_name":
            tool.name = given
        elif name == "set_function_description":
            tool.description = from_value(given, tool.at)
        else:
            self._schema(made, given)
        return NONE

    # --- agents ------------------------------------------------------------------------------------------------------

    def _agent(self, ev: Evaluator, tail: str, args: Args, site: Site) -> Obj:
        agent = self.agent(ev, site, None)
        if tail == "MCPAgent":
            self.unresolved(ev, site, "dynamic surface: an MCPAgent takes another server's tools")
        for key, where in _LISTS:
            given = args.get(where if tail == "ChatAgent" else None, key)
            if given is not None and not is_nothing(given):
                self.bind(ev, agent, given, site)
        if args.open:
            self.unresolved(ev, site, f"the agent may be given tools: {args.open}")
        return agent

    def _of_agent(self, ev: Evaluator, agent: Obj, name: str, args: Args, site: Site) -> Value | None:
        if name in ("add_tool", "add_external_tool"):
            given = args.get(0, "tool") or Unknown(args.open)
            self.bind(ev, agent, Items("list", [Entry(given)]), site)
        elif name == "add_tools":
            self.bind(ev, agent, args.get(0, "tools"), site)
        elif name in ("remove_tool", "remove_tools", "remove_external_tool"):
            ev.ledger.note(site, may_hide(site.text, "removes a tool"))
        elif name in _MCP:
            self.unresolved(ev, site, "dynamic surface: the agent is served with tools of the library's own")
        elif name == "clone":
            return agent
        return NONE if name.startswith(("add_", "remove_")) else None

    def other(self, ev: Evaluator, value: Value, site: Site) -> Iterator[Tool]:
        from toolcrib.checks.surface.dialects.raw import tool_of_table

        if isinstance(value, Table):  # an external tool's schema
            tool = tool_of_table(self.name, value, site)
            if tool is None:
                self.unresolved(ev, site, "a dictionary in the list of tools has no name that can be read")
            else:
                ev.ledger.expose(ev, tool, None, site)
                yield tool
        else:
            yield from super().other(ev, value, site)

    def attribute(self, ev: Evaluator, obj: Obj, name: str, site: Site) -> Value | None:
        return obj if name == "openai_tool_schema" and "tool" in obj.data else super().attribute(ev, obj, name, site)

    def annotated(self, ev: Evaluator, path: str, site: Site) -> Value | None:
        return self.agent(ev, site, None) if path.endswith("ChatAgent") else None
