"""pydantic-ai's toolsets and capabilities: sets of tools, wrapped, prefixed and renamed on their way to an agent.

Room: checks, middle. A toolset that comes from another server or is made at run time is a dynamic place; one that a
function gives is followed into that function.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from toolcrib.checks.surface._declare import Bound
from toolcrib.checks.surface._elements import as_table, elements
from toolcrib.checks.surface._fold import text_of
from toolcrib.checks.surface._mounts import Mount, along, mount, mounts, texts
from toolcrib.checks.surface._values import (
    NONE,
    Args,
    Conds,
    Either,
    Entry,
    Ext,
    Func,
    Granted,
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
from toolcrib.checks.surface.dialects import _own_held as own
from toolcrib.checks.surface.dialects._hidden import may_hide

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator
    from toolcrib.checks.surface.dialects.pydantic_ai import PydanticAi

_WRAPPERS = frozenset(
    {"CombinedToolset", "PrefixedToolset", "RenamedToolset", "FilteredToolset", "ApprovalRequiredToolset"}
    | {"PreparedToolset", "WrapperToolset", "DeferredLoadingToolset", "SetMetadataToolset"}
    | {"IncludeReturnSchemasToolset", "Toolset", "PrefixTools", "CombinedCapability", "WrapperCapability"}
)
_SAME = ("filtered", "prepared", "approval_required", "defer_loading", "with_metadata", "include_return_schemas")
_HIDES = ("filtered", "prepared", "FilteredToolset", "PreparedToolset")
_NATIVE = {
    "WebSearchTool": "web_search", "CodeExecutionTool": "code_execution", "WebFetchTool": "web_fetch",
    "UrlContextTool": "url_context", "ImageGenerationTool": "image_generation", "MemoryTool": "memory",
    "FileSearchTool": "file_search", "XSearchTool": "x_search",
}  # fmt: skip
_COMMON = {
    "duckduckgo_search_tool": "duckduckgo_search", "tavily_search_tool": "tavily_search",
    "exa_search_tool": "exa_search", "exa_find_similar_tool": "exa_find_similar",
    "exa_get_contents_tool": "exa_get_contents", "exa_answer_tool": "exa_answer",
    "image_generation_tool": "generate_image", "web_fetch_tool": "web_fetch",
}  # fmt: skip
# Capabilities that add a provider's or the library's own tool, which one depends on the model.
_ADDING = ("WebSearch", "WebFetch", "ImageGeneration", "XSearch", "ToolSearch", "RequestInput", "LocalWorkspace")
_REMOTE = ("MCP", "MCPServerTool", "MCPToolset", "FastMCPToolset", "load_mcp_servers", "load_mcp_toolsets")
WORDS = frozenset({"FunctionToolset", "ExternalToolset", "Capability", "LangChainToolset", *_WRAPPERS, *_COMMON})


def toolset(dialect: PydanticAi, site: Site, label: Value | None) -> Obj:
    made = Obj(dialect, "toolset", site)
    text = text_of(label) if label is not None else None
    if text:
        made.data["label"] = text
    dialect.toolsets.append(made)
    return made


def call(dialect: PydanticAi, ev: Evaluator, func: Ext, args: Args, site: Site) -> Value | None:
    tail = func.tail
    if tail in ("FunctionToolset", "ExternalToolset", "LangChainToolset", "Capability"):
        made = toolset(dialect, site, args.get(None, "id"))
        given = args.get(None, "tools") if tail == "Capability" else args.get(0, "tools", "tool_defs")
        for tool in dialect.listed_in(ev, made, given, site):
            dialect.expose(ev, tool, made, site)
        inner = args.get(None, "toolsets") if tail == "Capability" else None
        for entry in elements(ev, inner, site.text)[0] if inner is not None else ():
            _under(dialect, ev, entry.value, made, None, None, site)
        return made
    if tail == "DynamicToolset":
        made = toolset(dialect, site, args.get(None, "id"))
        given_by(dialect, ev, made, args.get(0, "toolset_func") or NONE, site)
        return made
    if tail in _WRAPPERS:
        return _wrapped(dialect, ev, tail, args, site)
    if tail in _NATIVE and "common_tools" not in func.path:
        return dialect.library(ev, _NATIVE[tail], site)
    if tail in _COMMON:
        return dialect.library(ev, _COMMON[tail], site)
    return None


# --- wrapping --------------------------------------------------------------------------------------------------------


def method(dialect: PydanticAi, ev: Evaluator, obj: Obj, name: str, args: Args, site: Site) -> Value | None:
    if name not in ("prefixed", "renamed", *_SAME):
        return None
    outer = toolset(dialect, site, None)
    first = args.get(0, "prefix", "name_map")
    limits = _hidden(ev, args.get(0, "filter_func", "prepare_func"), site) if name in _HIDES else ()
    prefix, renames = (first if name == "prefixed" else None), (first if name == "renamed" else None)
    _under(dialect, ev, obj, outer, prefix, renames, site, limits)
    return outer


def limited(dialect: PydanticAi, ev: Evaluator, inner: Obj, limits: Conds, site: Site) -> Obj:
    """A toolset of which not everything is let through."""
    outer = toolset(dialect, site, None)
    _under(dialect, ev, inner, outer, None, None, site, limits)
    return outer


def _wrapped(dialect: PydanticAi, ev: Evaluator, tail: str, args: Args, site: Site) -> Value:
    outer = toolset(dialect, site, args.get(None, "id"))
    inner = args.get(0, "wrapped", "toolsets", "toolset", "capabilities") or NONE
    prefix = args.get(1, "prefix") if tail in ("PrefixedToolset", "PrefixTools") else None
    renames = args.get(1, "name_map") if tail == "RenamedToolset" else None
    limits = _hidden(ev, args.get(1, "filter_func", "prepare_func"), site) if tail in _HIDES else ()
    if isinstance(inner, Items):
        found, more = elements(ev, inner, site.text)
        for entry in found:
            with ev.under(entry.when):
                _under(dialect, ev, entry.value, outer, prefix, renames, site, limits)
        if more:
            dialect.unresolved(ev, site, more)
    else:
        _under(dialect, ev, inner, outer, prefix, renames, site, limits)
    return outer


def _hidden(ev: Evaluator, keep: Value | None, site: Site) -> Conds:
    """A filter: it is asked what it says of a tool that is not known, which tells the allowlist that it asks."""
    ev.ledger.note(site, may_hide(site.text, "hides tools"))
    said: Value = NONE
    if isinstance(keep, Func | Partial):
        asked = "the framework gives this argument"
        said = ev.resolve(ev.call(keep, Args([Unknown(asked), Unknown(asked)]), site))
    grant = said.grant if isinstance(said, Granted) and not said.negated and not said.grant.tool else None
    return (ev.cond(f"kept by {site.text}", str(site.location), "kept", "", grant),)


def _under(
    dialect: PydanticAi,
    ev: Evaluator,
    source: Value,
    outer: Obj,
    prefix: Value | None,
    renames: Value | None,
    site: Site,
    limits: Conds = (),
) -> None:
    for value, label in _each(dialect, ev, source, outer, site):
        table = as_table(renames) if renames is not None else None
        if renames is not None and (table is None or table.open):
            dialect.unresolved(ev, site, f"`{site.text}` renames tools by a table that cannot be read")
        if table is not None:  # pydantic-ai maps new → old
            old = {e.value.value: Entry(K(new), e.when) for new, e in table.entries.items() if isinstance(e.value, K)}
            table = Table(old, table.open)
        if label:
            outer.data.setdefault("bound", label)
        mount(value, outer, prefix, table, when=ev.conds(), limits=limits)


def _each(dialect: PydanticAi, ev: Evaluator, value: Value, outer: Obj, site: Site) -> Iterator[tuple[Obj, str]]:
    """The toolsets that a value is, with what to call them; everything else is said."""
    value = ev.resolve(value)
    if isinstance(value, Either):
        for option in value.options:
            with ev.under(option.when):
                yield from _each(dialect, ev, option.value, outer, site)
    elif isinstance(value, Obj) and value.kind == "toolset":
        yield value, str(value.data.get("label") or value.data.get("bound") or "")
    elif isinstance(value, Func | Partial):
        given_by(dialect, ev, outer, value, site)
    elif isinstance(value, Inst):
        yield from _own(dialect, ev, value, outer, site)
    elif isinstance(value, Ext) and value.args is not None:
        if value.path.removesuffix("()").endswith(_REMOTE) or "MCPServer" in value.path:
            if own.is_held_server(ev, value):
                return
            dialect.unresolved(ev, site, f"dynamic surface: `{value.path}` brings another server's tools")
        else:
            dialect.unresolved(ev, site, f"dynamic surface: `{value.path}` gives a toolset of another package")
    elif not (isinstance(value, K) and value.value is None):
        reason = value.reason if isinstance(value, Unknown) else "a toolset that cannot be read"
        dialect.unresolved(ev, site, reason)


def _own(dialect: PydanticAi, ev: Evaluator, value: Inst, outer: Obj, site: Site) -> Iterator[tuple[Obj, str]]:
    """A class of the repository that extends a toolset or a capability."""
    if isinstance(value.framework, Obj) and value.framework.kind == "toolset":
        yield value.framework, ""
        return
    maker = value.cls.find("get_toolset")
    if maker is not None and isinstance(maker[0], Func):
        yield from _each(dialect, ev, ev.call(maker[0].bound(value), Args(), site), outer, site)
    elif value.cls.find("get_tools") is not None or not value.cls.external_bases():
        reason = f"dynamic surface: {value.cls.qualname} gives its tools at run time"
        dialect.unresolved(ev, site, reason)


def given_by(dialect: PydanticAi, ev: Evaluator, taker: Obj, func: Value, site: Site) -> Value:
    """A function gives a toolset for each run: what it returns is read, as far as it can be told."""
    result = ev.resolve(ev.call(func, Args(open="the framework gives this argument"), site))
    options = result.options if isinstance(result, Either) else (Entry(result),)
    for option in options:
        held = ev.resolve(option.value)
        if isinstance(held, K) and held.value is None:
            continue
        with ev.under(option.when):
            if not isinstance(held, Obj) or held.kind != "toolset":
                dialect.unresolved(ev, site, "dynamic surface: a function gives this agent its toolset at run time")
            elif taker.kind == "agent":
                held.data.setdefault("agents", []).append((taker, site))
            else:
                mount(held, taker, when=ev.conds())
    return func


# --- agents ----------------------------------------------------------------------------------------------------------


def toolsets(dialect: PydanticAi, ev: Evaluator, agent: Obj, value: Value | None, site: Site) -> None:
    if value is None or (isinstance(value, K) and value.value is None):
        return
    found, more = elements(ev, value, site.text)
    for entry in found:
        with ev.under(entry.when):
            _take(dialect, ev, agent, entry.value, site)
    if more:
        dialect.unresolved(ev, site, more)


def _take(dialect: PydanticAi, ev: Evaluator, agent: Obj, value: Value, site: Site) -> None:
    if isinstance(value, Func | Partial):
        given_by(dialect, ev, agent, value, site)
        return
    for held, _ in _each(dialect, ev, value, Obj(dialect, "toolset", site), site):
        held.data.setdefault("agents", []).append((agent, site))


def capabilities(dialect: PydanticAi, ev: Evaluator, agent: Obj, value: Value | None, site: Site) -> None:
    """Native tools and capabilities: only some of them bring tools."""
    if value is None or (isinstance(value, K) and value.value is None):
        return
    found, more = elements(ev, value, site.text)
    for entry in found:
        with ev.under(entry.when):
            _capability(dialect, ev, agent, ev.resolve(entry.value), site)
    if more:
        dialect.unresolved(ev, site, more)


def _capability(dialect: PydanticAi, ev: Evaluator, agent: Obj, value: Value, site: Site) -> None:
    if isinstance(value, Obj) and value.data.get("tool") is not None:
        dialect.bind(ev, agent, Items("list", [Entry(value)]), site)
        return
    if isinstance(value, Ext) and value.root == "pydantic_ai":
        what = value.path.removesuffix("()").rsplit(".", 1)[-1]
        if what == "NativeTool" and value.args is not None:
            _capability(dialect, ev, agent, ev.resolve(value.args.get(0, "tool") or NONE), site)
        elif what in _ADDING:
            dialect.unresolved(ev, site, f"dynamic surface: `{what}` adds a provider's tool or the library's own")
        elif what in _REMOTE:
            dialect.unresolved(ev, site, f"dynamic surface: `{what}` brings another server's tools")
        return
    if isinstance(value, Inst) and value.framework is None and value.cls.find("get_toolset") is None:
        return  # it changes settings or messages
    _take(dialect, ev, agent, value, site)


def edges(dialect: PydanticAi, ev: Evaluator, start: Obj) -> None:
    """From a toolset up to every agent that has it, with the names that its tools have there."""
    tools = list(start.data.get("tools", ()))
    if not tools:
        return
    for agent, site, path in _agents_over(start, (), (start,)):
        limits = tuple(c for step in path for c in step.limits)
        for tool in tools:
            names = tuple(n for text, _, _ in texts(tool.name) if text is not None for n in along(path, text))
            if names:
                named, at = agent.attrs.get("name"), agent.site or site
                ev.ledger.agents.append(Bound(named, dialect.name, at, [tool], agent, names, limits))


def _agents_over(
    held: Obj, path: tuple[Mount, ...], seen: tuple[Obj, ...]
) -> Iterator[tuple[Obj, Site, tuple[Mount, ...]]]:
    for agent, site in held.data.get("agents", ()):
        yield agent, site, path
    if len(path) < 12:
        for step in mounts(held):
            if not any(step.parent is s for s in seen):
                yield from _agents_over(step.parent, (*path, step), (*seen, step.parent))
