"""Raw provider APIs: hosted tools, typed models instead of dictionaries, and calls that are none of a client's.

Room: checks, middle. Functions of the dialect in `raw`: what a provider's own names stand for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolcrib.checks.surface._declare import Tool, from_value
from toolcrib.checks.surface._docstrings import DocStyle
from toolcrib.checks.surface._values import (
    NONE,
    Args,
    Entry,
    Ext,
    Items,
    K,
    Obj,
    Site,
    Table,
    Unknown,
    Value,
)

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator
    from toolcrib.checks.surface.dialects.raw import Raw

ROOTS = (
    "vertexai", "azure.ai", "huggingface_hub", "cerebras", "fireworks", "xai_sdk", "zhipuai", "dashscope",
    "portkey_ai", "langfuse.openai",
)  # fmt: skip
CALLS = frozenset({"chat", "complete", "chat_completion", "completion", "acompletion", "responses", "send_message"})
WORDS = frozenset(
    {"mcp_servers=", "FunctionDefinition", "register_func", "beta_agent_toolset_20260401", "register_mcp_client"}
    | {"pydantic_responses_function_tool", "from_func", "BetaAbstractMemoryTool", "BetaAsyncAbstractMemoryTool"}
)
# Gemini: what one Tool may hold besides functions.
_GEMINI = (
    "google_search", "google_search_retrieval", "code_execution", "url_context", "google_maps", "file_search",
    "computer_use", "enterprise_web_search", "retrieval",
)  # fmt: skip
_ANTHROPIC = {
    "beta_bash_tool": "bash", "beta_read_tool": "read", "beta_write_tool": "write", "beta_edit_tool": "edit",
    "beta_glob_tool": "glob", "beta_grep_tool": "grep",
}  # fmt: skip
_REMOTE_TYPES = ("mcp", "mcp_toolset")
_NO_TOOL = frozenset({"cachePoint"})  # an entry of Bedrock's list that marks the cache


def call(dialect: Raw, ev: Evaluator, func: Ext, args: Args, site: Site) -> Value | None:
    path, tail = func.path, func.tail
    dialect.root = func.root
    servers = args.get(None, "mcp_servers")
    if servers is not None and not (isinstance(servers, K | Items) and not _held(servers)):
        dialect.unresolved(ev, site, "dynamic surface: the provider connects the model with other servers' tools")
    if tail in _ANTHROPIC and func.root == "anthropic":
        return library(dialect, ev, K(_ANTHROPIC[tail]), site)
    if tail.startswith("beta_agent_toolset"):
        return Items("list", [Entry(library(dialect, ev, K(name), site)) for name in _ANTHROPIC.values()])
    if tail.endswith("MemoryTool") and func.root == "anthropic":
        return library(dialect, ev, K("memory"), site)
    if tail == "register_func" and "()" in path:  # Mistral's runs
        return dialect.marking(ev, args.get(0, "func"), lambda f, s: _registered(dialect, ev, f, s), site)
    if tail == "register_mcp_client" and "()" in path:
        dialect.unresolved(ev, site, "dynamic surface: another server's tools")
    if tail == "Tool" and func.root in ("google", "vertexai"):
        return _gemini(dialect, ev, args, site)
    if tail in ("from_func", "FunctionDeclaration") and func.root == "vertexai":
        held = args.get(0, "func") if tail == "from_func" else None
        name = None if tail == "from_func" else args.get(0, "name") or Unknown(args.open)
        text = None if tail == "from_func" else args.get(1, "description") or NONE
        return dialect.make(ev, held, site, name=name, description=text, declared=False, style=DocStyle.CLEAN)
    if ("()" not in path and not tail[:1].isupper()) or tail.endswith(("Model", "Config")):
        for key in ("tools", "functions", "toolConfig", "config"):  # a function or a model, no client's method
            dialect.given(ev, key, args.get(None, key), site)
    return None


def _held(value: Value) -> bool:
    return bool(value.items or value.open) if isinstance(value, Items) else isinstance(value, K) and bool(value.value)


def library(dialect: Raw, ev: Evaluator, name: Value, site: Site) -> Obj:
    """A provider's own tool, with a text of its own; it is declared where a model is given it."""
    text = Unknown("the library's own text")
    return dialect.make(ev, None, site, name=name, description=text, declared=False)


def _registered(dialect: Raw, ev: Evaluator, func: Value, site: Site) -> Value:
    dialect.make(ev, func, site, name=None, description=None, style=DocStyle.FIRST_TEXT)
    return func


def _gemini(dialect: Raw, ev: Evaluator, args: Args, site: Site) -> Value:
    """One Tool holds functions, and hosted tools under their own names."""
    declared = args.get(None, "function_declarations")
    found = [Entry(declared)] if declared is not None else []
    found += [Entry(library(dialect, ev, K(key), site)) for key in _GEMINI if args.get(None, key) is not None]
    if args.get(None, "mcp_servers") is not None:
        found.append(Entry(Ext("google.genai.types.McpServer()", Args(), site)))
    return Items("list", found, args.open)


def table_of(value: Value) -> Value:
    """`ToolParam(name=…)`, `Tool(function=Function(…))`: a provider's model is the dictionary that it stands for."""
    if not isinstance(value, Ext) or value.args is None or value.args.positional or not value.args.keywords:
        return value
    if not {"name", "function", "type", "function_declarations"} & set(value.args.keywords):
        return value
    at = value.site.location if value.site is not None else None
    return Table({k: Entry(table_of(v)) for k, v in value.args.keywords.items()}, value.args.open, at)


def of_table(dialect: Raw, ev: Evaluator, table: Table, site: Site) -> bool:
    """A dictionary that is not one tool: several, another server's, or none. False for everything else."""
    kind = table.entries.get("type")
    said = kind.value.value if kind is not None and isinstance(kind.value, K) else None
    if said in _REMOTE_TYPES:
        dialect.unresolved(ev, site, "dynamic surface: another server's tools")
        return True
    inner = table.entries.get("tools")
    if said == "namespace" and inner is not None:
        dialect.list_of(ev, inner.value, site)
        return True
    if table.entries and set(table.entries) <= _NO_TOOL:
        return True
    hosted = [key for key in _GEMINI if key in table.entries and "name" not in table.entries]
    for key in hosted:
        at = table.at or site.location
        text = from_value(Unknown("the library's own text"), at)
        tool = Tool(framework=dialect.name, name=K(key), description=text, at=at)
        ev.ledger.expose(ev, tool, None, site)
    return bool(hosted)


def memory(dialect: Raw, ev: Evaluator, path: str, site: Site) -> Value | None:
    """A class of the repository that stores what Anthropic's memory tool writes."""
    return library(dialect, ev, K("memory"), site) if path.endswith("MemoryTool") else None


def style(root: str) -> DocStyle | None:
    """What a provider's library makes of the docstring of a function in a list."""
    return DocStyle.CLEAN if root in ("google", "vertexai") else DocStyle.SMOLAGENTS if root == "ollama" else None
