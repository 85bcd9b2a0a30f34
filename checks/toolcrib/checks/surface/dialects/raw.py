"""Raw provider APIs: tool schemas as plain dictionaries.

Room: checks, middle. Owns the providers' client libraries. A dictionary is a tool only when it is given to a client's
`tools=` (or `functions=`, `toolConfig=`): a dictionary that merely looks like one is nobody's tool.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from toolcrib.checks.surface._declare import TextRules, Tool, from_value, name_of
from toolcrib.checks.surface._docstrings import DocStyle
from toolcrib.checks.surface._elements import as_table, elements
from toolcrib.checks.surface._fold import text_of
from toolcrib.checks.surface._program import imports_provider
from toolcrib.checks.surface._values import (
    NONE,
    Args,
    Cls,
    Either,
    Ext,
    Func,
    Inst,
    Items,
    K,
    Obj,
    Partial,
    Site,
    Table,
    Unknown,
    Value,
)
from toolcrib.checks.surface.dialects import _raw_parts as parts
from toolcrib.checks.surface.dialects._lists import AgentDialect, ready_tool

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator

_KEYS = ("tools", "functions", "toolConfig", "tool_config", "config")
_CALLS = frozenset(
    {"create", "stream", "parse", "converse", "converse_stream", "generate_content", "generate_content_stream"}
    | {"tool_runner"}
)
_WITHOUT_TOOLS = frozenset(
    {"embeddings", "images", "audio", "files", "moderations", "batches", "uploads", "vector_stores", "fine_tuning"}
    | {"containers", "conversations", "items", "evals", "videos", "jobs", "speech"}
)


def _may_take_tools(path: str, tail: str) -> bool:
    """A call of a provider that asks a model, not one that makes a file or an embedding."""
    root, inner = path.split(".", 1)[0], path.replace("()", "").split(".")
    if root in ("boto3", "aioboto3"):
        return tail.startswith("converse")
    if root == "google":
        return tail.startswith("generate_content")
    asks = tail in _CALLS or tail in parts.CALLS
    return asks and _WITHOUT_TOOLS.isdisjoint(inner)


# How a call asks a model, where the file imports a provider and nothing tells what the client is.
_ASKED = re.compile(r"\.(?:completions|messages|responses|models)\s*\.\s*\w+\(|\.converse(?:_stream)?\(")
_PARAMETERS = ("parameters", "input_schema", "inputSchema", "parametersJsonSchema", "parameters_json_schema")
_NOTHING = ("NOT_GIVEN", "NotGiven()", "omit", "Omit()")


def tool_of_table(framework: str, table: Table, site: Site, *, title: bool = False) -> Tool | None:
    """The tool that a provider's schema dictionary declares; None where it is none that can be read.

    A built-in tool of the provider has no name of its own: its type is what it is called.
    """
    held = _inner(table)
    if held is None:
        return None
    name = held.entries.get("name")
    if name is None and title:  # a JSON Schema, which LangChain takes as a tool
        name = held.entries.get("title")
    if name is None and not held.open:
        kind = table.entries.get("type")
        name = kind if kind is not None and text_of(kind.value) not in (None, "function", "object", "mcp") else None
        if name is None:
            return None
    description = held.entries.get("description")
    at = table.at or site.location
    return Tool(
        framework=framework,
        name=name.value if name is not None else Unknown(held.open),
        description=from_value(description.value if description is not None else NONE, at),
        at=at,
        schema=next((held.entries[key].value for key in _PARAMETERS if key in held.entries), held if title else None),
    )


def _inner(table: Table) -> Table | None:
    for key in ("function", "toolSpec"):
        entry = table.entries.get(key)
        if entry is not None:
            return entry.value if isinstance(entry.value, Table) else None
    return table


def is_schema(table: Table) -> bool:
    """Certainly a tool's schema, whoever takes it: a name together with its parameters."""
    held = _inner(table)
    keys = set(held.entries) if held is not None else set()
    return "name" in keys and bool(keys & {"parameters", "input_schema", "inputSchema"})


class Raw(AgentDialect):
    name = "raw"
    roots = (
        "openai", "anthropic", "google", "boto3", "aioboto3", "litellm", "groq", "mistralai", "ollama", "together",
        "cohere", *parts.ROOTS,
    )  # fmt: skip
    words = frozenset(
        {"tools=", "functions=", "toolConfig=", "function_declarations=", "pydantic_function_tool", "beta_tool"}
        | {"beta_async_tool", "FunctionDeclaration", "GenerateContentConfig", *parts.WORDS}
        | {f"{name}**=" for name in (*_CALLS, *parts.CALLS)}  # `create(**given)`
    )
    texts = TextRules(style=DocStyle.TWO_PARTS)

    def __init__(self) -> None:
        self.root = ""  # whose client was called last: the provider's library reads the functions in its list

    def call(self, ev: Evaluator, func: Ext, args: Args, site: Site) -> Value | None:
        path, tail = func.path, func.tail
        made = parts.call(self, ev, func, args, site)
        if made is not None:
            return made
        if tail in ("pydantic_function_tool", "pydantic_responses_function_tool"):
            return self._model(ev, args, site)
        if tail in ("beta_tool", "beta_async_tool"):
            return self.marking(ev, args.get(0), lambda f, s: self._function(ev, f, args, site), site)
        if path.startswith("google."):
            made = self._gemini(ev, path, tail, args, site)
            if made is not None:
                return made
        if "()" in path or tail in ("GenerateContentConfig", "completion", "acompletion", "responses"):
            for key in _KEYS:
                self._given(ev, key, args.get(None, key), site)
            if args.open and _may_take_tools(path, tail) and not any(args.get(None, key) for key in _KEYS):
                self.unresolved(ev, site, f"dynamic surface: `{site.text}` may be given tools: {args.open}")
        return None

    def _gemini(self, ev: Evaluator, path: str, tail: str, args: Args, site: Site) -> Value | None:
        if tail == "FunctionDeclaration":
            text = args.get(None, "description") or NONE
            return self.make(ev, None, site, name=args.get(None, "name"), description=text, declared=False)
        if tail in ("from_callable", "from_callable_with_api_option", "from_function"):
            func = args.get(None, "callable", "func") or args.get(len(args.positional) - 1)
            return self.make(ev, func, site, name=None, description=None, declared=False, style=DocStyle.CLEAN)
        return None

    def _given(self, ev: Evaluator, key: str, value: Value | None, site: Site) -> None:
        if value is None:
            return
        if key in ("tools", "functions"):
            self._list(ev, value, site)
            return
        table = as_table(value)  # Bedrock's toolConfig, Gemini's config
        inner = table.entries.get("tools") if table is not None else None
        if inner is not None:
            with ev.under(inner.when):
                self._list(ev, inner.value, site)
        elif key == "toolConfig" and (table is None or table.open):
            self.unresolved(ev, site, "the tools given to the model cannot be read")

    def unknown_receiver(self, ev: Evaluator, receiver: Unknown, name: str, args: Args, site: Site) -> Value | None:
        """`x.create(tools=[…])` where nothing tells what `x` is: only what is certainly a schema counts."""
        if (name not in _CALLS and name not in parts.CALLS) or not ev.knows_frameworks():
            return None
        if args.open and _ASKED.search(site.text) and imports_provider(site.module.data):
            self.unresolved(ev, site, f"dynamic surface: `{site.text}` may be given tools: {args.open}")
        for key in _KEYS:
            value = args.get(None, key)
            table = as_table(value) if value is not None and key not in ("tools", "functions") else None
            inner = table.entries.get("tools") if table is not None else None
            value = inner.value if inner is not None else value
            if isinstance(value, Items):
                certain = [e for e in value.items if isinstance(e.value, Table) and is_schema(e.value)]
                self._list(ev, Items("list", certain), site)
            elif isinstance(value, Unknown) and key in ("tools", "functions", "toolConfig"):
                self.unresolved(ev, site, f"the tools given to the model cannot be read: {value.reason}")
        return None

    def _function(self, ev: Evaluator, func: Value, args: Args, site: Site) -> Value:
        name = args.get(None, "name") or (Unknown(args.open) if args.open else None)
        return self.make(ev, func, site, name=name, description=args.get(None, "description"), declared=False)

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
        value = ev.resolve(value)
        if isinstance(value, Either):
            for option in value.options:
                with ev.under(option.when):
                    self._list(ev, option.value, site)
            return
        if isinstance(value, Ext) and value.path.endswith(_NOTHING):
            return
        if isinstance(value, Unknown | Ext) and not (isinstance(value, Ext) and value.args is not None):
            self.unresolved(ev, site, "the list of tools given to the model cannot be read")
            return
        found, more = elements(ev, value, site.text)
        for entry in found:
            with ev.under(entry.when):
                self._one(ev, entry.value, site)
        if more:
            self.unresolved(ev, site, more)

    def _one(self, ev: Evaluator, value: Value, site: Site) -> None:
        value = parts.table_of(ev.resolve(value))
        if isinstance(value, Either):
            for option in value.options:
                with ev.under(option.when):
                    self._one(ev, option.value, site)
            return
        if isinstance(value, Items):  # Gemini: one Tool holds several functions
            self._list(ev, value, site)
            return
        tool = ready_tool(value)
        if tool is None and isinstance(value, Table):
            declarations = value.entries.get("function_declarations") or value.entries.get("functionDeclarations")
            if declarations is not None:
                self._list(ev, declarations.value, site)
                return
            tool = self._of_table(ev, value, site)
            if tool is None:
                return
        if tool is None and isinstance(value, Func | Partial):
            made = self._once(ev, value, site)
            held = made.data["tool"]
            tool = held if isinstance(held, Tool) else None
        if tool is None and not isinstance(value, K | Obj):
            reason = value.reason if isinstance(value, Unknown) else "a tool in the list cannot be read"
            if isinstance(value, Ext) and value.args is not None:
                reason = f"dynamic surface: `{value.path}` in the list is a tool of another package"
            self.unresolved(ev, site, reason)
        if isinstance(tool, Tool):
            ev.ledger.expose(ev, tool, None, site)

    def _of_table(self, ev: Evaluator, table: Table, site: Site) -> Tool | None:
        if parts.of_table(self, ev, table, site):
            return None
        kind = table.entries.get("type")
        if kind is not None and text_of(kind.value) == "mcp":
            self.unresolved(ev, site, "dynamic surface: another server's tools")
            return None
        tool = tool_of_table(self.name, table, site)
        if tool is None:
            self.unresolved(ev, site, "a dictionary in the list of tools has no name that can be read")
        return tool

    def plain(self, ev: Evaluator, value: Value, site: Site) -> Obj:
        style = parts.style(self.root)
        return self.make(ev, value, site, name=None, description=None, declared=False, style=style)

    def given(self, ev: Evaluator, key: str, value: Value | None, site: Site) -> None:
        """What a call is given under one of its keywords."""
        self._given(ev, key, value, site)

    def list_of(self, ev: Evaluator, value: Value, site: Site) -> None:
        """A list of tools."""
        self._list(ev, value, site)

    def construct(self, ev: Evaluator, inst: Inst, path: str, args: Args, site: Site) -> Value | None:
        made = parts.memory(self, ev, path, site)
        return made if made is not None else super().construct(ev, inst, path, args, site)
