"""Raw provider APIs: tool schemas as plain dictionaries.

Room: checks, middle. Owns `openai`, `anthropic` and `google`. A dictionary is a tool only when it is given to a
client's `tools=` (or `functions=`): a dictionary that merely looks like one is nobody's tool.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolcrib.checks.surface._declare import TextRules, Tool, from_value, name_of
from toolcrib.checks.surface._docstrings import DocStyle
from toolcrib.checks.surface._expressions import elements
from toolcrib.checks.surface._values import NONE, Args, Cls, Either, Ext, Func, K, Obj, Site, Table, Unknown, Value
from toolcrib.checks.surface.dialects._lists import AgentDialect, ready_tool

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator


def tool_of_table(framework: str, table: Table, site: Site, *, title: bool = False) -> Tool | None:
    """The tool that a provider's schema dictionary declares; None for a built-in of the provider."""
    inner = table.entries.get("function")
    if inner is None:
        inner = table.entries.get("toolSpec")
    held = inner.value if inner is not None else table
    if not isinstance(held, Table):
        return None
    name = held.entries.get("name")
    if name is None and title:  # a JSON Schema, which LangChain takes as a tool
        name = held.entries.get("title")
    if name is None:
        if not held.open:
            return None
        name_value: Value = Unknown(held.open)
    else:
        name_value = name.value
    description = held.entries.get("description")
    at = table.at or site.location
    return Tool(
        framework=framework,
        name=name_value,
        description=from_value(description.value if description is not None else NONE, at),
        at=at,
    )


class Raw(AgentDialect):
    name = "raw"
    roots = ("openai", "anthropic", "google")
    words = frozenset({"tools=", "functions=", "toolConfig=", "pydantic_function_tool", "beta_tool"})
    texts = TextRules(style=DocStyle.TWO_PARTS)

    def call(self, ev: Evaluator, func: Ext, args: Args, site: Site) -> Value | None:
        path, tail = func.path, func.tail
        if tail == "pydantic_function_tool":
            return self._model(ev, args, site)
        if tail in ("beta_tool", "beta_async_tool"):
            return self.marking(ev, args.get(0), lambda f, s: self._function(ev, f, args, site), site)
        if tail == "FunctionDeclaration" and path.startswith("google.genai"):
            return self.make(
                ev,
                None,
                site,
                name=args.get(None, "name"),
                description=args.get(None, "description") or NONE,
                declared=False,
            )
        if tail == "Tool" and path.startswith("google.genai"):
            return args.get(None, "function_declarations") or NONE
        if "()" in path or tail in ("GenerateContentConfig",):
            for key in ("tools", "functions"):
                given = args.get(None, key)
                if given is not None:
                    self._list(ev, given, site)
        return None

    def _function(self, ev: Evaluator, func: Value, args: Args, site: Site) -> Value:
        return self.make(
            ev, func, site, name=args.get(None, "name"), description=args.get(None, "description"), declared=False
        )

    def _model(self, ev: Evaluator, args: Args, site: Site) -> Value:
        model = args.get(0, "model")
        return self.make(
            ev,
            model if isinstance(model, Cls | Func) else None,
            site,
            name=args.get(None, "name") or name_of(model),
            description=args.get(None, "description"),
            declared=False,
        )

    def _list(self, ev: Evaluator, value: Value, site: Site) -> None:
        if isinstance(value, Unknown | Ext):
            if not (isinstance(value, Ext) and value.path.endswith("NOT_GIVEN")):
                self.unresolved(ev, site, "the list of tools given to the model cannot be read")
            return
        found, more = elements(ev, value, site.text)
        for entry in found:
            with ev.under(entry.when):
                self._one(ev, entry.value, site)
        if more:
            self.unresolved(ev, site, more)

    def _one(self, ev: Evaluator, value: Value, site: Site) -> None:
        value = ev.resolve(value)
        if isinstance(value, Either):
            for option in value.options:
                with ev.under(option.when):
                    self._one(ev, option.value, site)
            return
        tool = ready_tool(value)
        if tool is None and isinstance(value, Table):
            declarations = value.entries.get("function_declarations") or value.entries.get("functionDeclarations")
            if declarations is not None:
                self._list(ev, declarations.value, site)
                return
            tool = tool_of_table(self.name, value, site)
            if tool is None:
                return  # a built-in tool of the provider
        if tool is None and isinstance(value, Func):
            tool = self.make(ev, value, site, name=None, description=None, declared=False).data["tool"]
        if tool is None and not isinstance(value, K | Obj):
            self.unresolved(
                ev, site, value.reason if isinstance(value, Unknown) else "a tool in the list cannot be read"
            )
        if isinstance(tool, Tool):
            ev.ledger.expose(ev, tool, None, site)
