"""What a fastmcp server is put together from: mounts, providers, transforms, middleware.

Room: checks, middle. Whatever brings tools is followed to their names or said to be a dynamic surface; whatever renames
tools is applied or said to be unreadable. Names that the library gives to tools of its own are in tables here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolcrib.checks.surface._declare import Tool
from toolcrib.checks.surface._elements import as_table, elements
from toolcrib.checks.surface._fold import text_of
from toolcrib.checks.surface._mounts import change, changes, label_of, mount
from toolcrib.checks.surface._types import Description, TextSource
from toolcrib.checks.surface._values import (
    NONE,
    Args,
    Cls,
    Either,
    Entry,
    Ext,
    Func,
    Inst,
    K,
    Obj,
    Site,
    Table,
    Unknown,
    Value,
)
from toolcrib.checks.surface.dialects._hidden import may_hide

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator
    from toolcrib.checks.surface.dialects.fastmcp import FastMcp

WORDS = frozenset(
    {"add_transform", "add_tool_transformation", "add_provider", "add_middleware", "LocalProvider", "providers"}
    | {"transforms", "FastMCPApp", "from_openapi", "from_fastapi", "as_proxy", "create_proxy", "register_all"}
    | {"register_tools", "MCPMixin", "mcp_tool", "sample", "sample_step"}
)
DYNAMIC = {
    "from_openapi": "the tools are made from an OpenAPI document when the server starts",
    "from_fastapi": "the tools are made from a FastAPI application's routes when the server starts",
    "as_proxy": "the tools are those of another server",
    "create_proxy": "the tools are those of another server",
    "from_client": "the tools are those of another server",
    "FastMCPProxy": "the tools are those of another server",
    "ProxyProvider": "the tools are those of another server",
    "OpenAPIProvider": "the tools are made from an OpenAPI document when the server starts",
    "FileSystemProvider": "the tools are found in a folder when the server starts",
}
# Tools that the library itself adds, by class; a class that lists only these instead of the others is a search.
_OWN_TOOLS: dict[str, tuple[str, ...]] = {
    "ResourcesAsTools": ("list_resources", "read_resource"),
    "PromptsAsTools": ("list_prompts", "get_prompt"),
    "ResourceToolMiddleware": ("list_resources", "read_resource"),
    "PromptToolMiddleware": ("list_prompts", "get_prompt"),
    "SessionProvider": ("create_session", "end_session"),
    "BulkToolCaller": ("call_tools_bulk", "call_tool_bulk"),
}
_SEARCHES = ("BM25SearchTransform", "RegexSearchTransform", "JevSearchTransform")
_AFTER = 1_000_000  # middleware adds its tools after every transform
_KEEPS_NAMES = ("VersionFilter", "Visibility", "ResponseCachingMiddleware")
_CHANGES = ("Namespace", "ToolTransform", "ToolTransformConfig")


def call(dialect: FastMcp, ev: Evaluator, func: Ext, args: Args, site: Site) -> Value | None:
    tail = func.tail
    if tail == "ToolTransformConfig":
        return Obj(dialect, "edit", site, dict(args.keywords))
    if tail == "Namespace" and "transform" in func.path:
        return Obj(dialect, "transform", site, {"prefix": args.get(0, "prefix", "namespace") or NONE})
    if tail == "ToolTransform":
        return Obj(dialect, "transform", site, {"edits": args.get(0, "transforms") or NONE})
    if tail in ("LocalProvider", "FastMCPApp", "FastMCPProvider", "AggregateProvider"):
        return _provider(dialect, ev, tail, args, site)
    if tail == "ToolInjectionMiddleware":
        made = Obj(dialect, "server", site)
        dialect.add_list(ev, made, args.get(0, "tools"), site)
        return made
    if tail in _OWN_TOOLS or tail in _SEARCHES or tail == "GenerativeUI":
        return Obj(dialect, "own", site, dict(args.keywords), {"what": tail})
    return None


def dynamic(dialect: FastMcp, ev: Evaluator, tail: str, args: Args, site: Site) -> Obj:
    """A server or provider whose tools only exist when it runs."""
    server = dialect.server(ev, "server", Args([], args.keywords), site)
    dialect.unresolved(ev, server, site, f"dynamic surface: {DYNAMIC[tail]}", dynamic=True)
    table = as_table(args.get(None, "mcp_names") or NONE)
    for entry in table.entries.values() if table is not None else ():
        # `mcp_names={operation: name}`: the names that the code itself gives to operations of the document.
        at = entry.value.at if isinstance(entry.value, K) and entry.value.at is not None else site.location
        text = Description(source=TextSource.UNKNOWN, sent=None, accepted=(), at=at)
        made = Tool(framework=dialect.name, name=entry.value, description=text, at=at)
        ev.ledger.expose(ev, made, server, site, entry.when)
    return server


def configure(dialect: FastMcp, ev: Evaluator, server: Obj, args: Args, site: Site) -> None:
    """What the constructor takes besides `tools`."""
    for key, take in (("providers", add_provider), ("transforms", add_transform), ("middleware", add_middleware)):
        given = args.get(None, key)
        if given is None:
            continue
        found, more = elements(ev, given, site.text)
        for entry in found:
            with ev.under(entry.when):
                take(dialect, ev, server, Args([entry.value]), site)
        if more:
            dialect.unresolved(ev, server, site, more)
    edits = args.get(None, "tool_transformations")
    if edits is not None:
        _edit(dialect, ev, server, edits, site)
    for key in ("include_tags", "exclude_tags"):
        if args.get(None, key) is not None:
            ev.ledger.note(site, may_hide(key, "hides tools by tag"))


def method(dialect: FastMcp, ev: Evaluator, obj: Obj, name: str, args: Args, site: Site) -> Value | None:
    if name in ("mount", "import_server"):
        return _mount(dialect, ev, obj, args, site)
    if name == "add_provider":
        return add_provider(dialect, ev, obj, args, site)
    if name == "add_transform":
        return add_transform(dialect, ev, obj, args, site)
    if name == "add_middleware":
        return add_middleware(dialect, ev, obj, args, site)
    if name == "add_tool_transformation":
        key, edit = args.get(0, "tool_name"), args.get(1, "transformation")
        text = text_of(key) if key is not None else None
        edits: Value = Unknown(f"`{site.text}` renames a tool whose name cannot be told")
        if text is not None and edit is not None:
            edits = Table({text: Entry(edit)})
        return _edit(dialect, ev, obj, edits, site)
    return None


# --- mounts and providers --------------------------------------------------------------------------------------------


def _mount(dialect: FastMcp, ev: Evaluator, obj: Obj, args: Args, site: Site) -> Value:
    sub, prefix = args.get(0, "server"), args.get(1, "namespace", "prefix")
    if isinstance(sub, K):  # the old order of fastmcp 1: mount("prefix", server)
        sub, prefix = prefix, sub
    renames = args.get(None, "tool_names") or args.get(2)
    table = as_table(renames) if renames is not None else None
    if renames is not None and (table is None or table.open):
        dialect.unresolved(ev, obj, site, f"`{site.text}` renames tools by a table that cannot be read")
    _attach(dialect, ev, obj, sub or NONE, prefix, table, site, "mounts a server")
    return NONE


def add_provider(dialect: FastMcp, ev: Evaluator, server: Obj, args: Args, site: Site) -> Value:
    _attach(
        dialect, ev, server, args.get(0, "provider") or NONE, args.get(None, "namespace"), None, site, "adds a provider"
    )
    return NONE


def _attach(
    dialect: FastMcp,
    ev: Evaluator,
    server: Obj,
    sub: Value,
    prefix: Value | None,
    renames: Table | None,
    site: Site,
    what: str,
) -> None:
    sub = ev.resolve(sub)
    if isinstance(sub, Either):
        for option in sub.options:
            with ev.under(option.when):
                _attach(dialect, ev, server, option.value, prefix, renames, site, what)
        return
    held = sub.framework if isinstance(sub, Inst) else sub
    if isinstance(held, Obj) and held.kind in ("server", "lowlevel"):
        mount(held, server, prefix, renames, when=ev.conds())
    elif isinstance(held, Obj) and held.kind == "own":
        own_tools(dialect, ev, server, held, site)
    elif isinstance(sub, K) and sub.value is None:
        return
    elif isinstance(sub, Inst):
        _own_provider(dialect, ev, server, sub, site)
    elif not (isinstance(sub, Ext) and "skills" in sub.path):  # skills are resources
        reason = f"`{site.text}` {what} that cannot be read"
        if isinstance(sub, Ext):
            reason = f"dynamic surface: `{site.text}` {what} of another package (`{sub.path}`)"
        dialect.unresolved(ev, server, site, reason, dynamic=isinstance(sub, Ext))


def _provider(dialect: FastMcp, ev: Evaluator, tail: str, args: Args, site: Site) -> Obj:
    made = Obj(dialect, "server", site)
    if tail == "FastMCPApp":
        made.data["app"] = True
        label = text_of(args.get(0, "name") or NONE)
        if label is not None:
            made.data["label"] = label
    if tail == "FastMCPProvider":
        _attach(dialect, ev, made, args.get(0, "server") or NONE, None, None, site, "wraps a server")
    if tail == "AggregateProvider":
        configure(dialect, ev, made, Args([], {"providers": args.get(0, "providers") or NONE}), site)
    return made


def _own_provider(dialect: FastMcp, ev: Evaluator, server: Obj, provider: Inst, site: Site) -> None:
    """A provider class of the repository: its `_list_tools` is followed, where it has one."""
    maker = provider.cls.find("_list_tools") or provider.cls.find("list_tools")
    if maker is None or not isinstance(maker[0], Func):
        if any(base.endswith("Provider") for base in provider.cls.external_bases()):
            return  # resources and prompts only
        dialect.unresolved(ev, server, site, f"`{site.text}` adds {provider.cls.qualname}, which cannot be read")
        return
    listed = ev.resolve(ev.call(maker[0].bound(provider), Args(), site))
    found, more = elements(ev, listed, f"{maker[0].qualname}()")
    for entry in found:
        with ev.under(entry.when):
            dialect.add_tool(ev, server, Args([entry.value]), site)
    if more:
        dialect.unresolved(ev, server, site, f"dynamic surface: {more}", dynamic=True)


def own_tools(dialect: FastMcp, ev: Evaluator, server: Obj, held: Obj, site: Site, *, past: int | None = None) -> None:
    """Tools that the library itself adds; their texts are the library's own. A transform adds them where it stands."""
    what = str(held.data["what"])
    names: list[Value] = [K(name) for name in _OWN_TOOLS.get(what, ())]
    if what in _SEARCHES:
        names = [held.attrs.get("search_tool_name") or K("search_tools")]
        names.append(held.attrs.get("call_tool_name") or K("call_tool"))
        ev.ledger.note(site, f"`{what}` lists a search instead of the other tools, which stay callable")
    if what == "GenerativeUI":
        names = [held.attrs.get("tool_name") or K("generate_prefab_ui")]
        names.append(held.attrs.get("components_tool_name") or K("search_prefab_components"))
    group = Obj(dialect, "server", site)
    mount(group, server, when=ev.conds(), past=past or 0)
    for name in names:
        text = Description(source=TextSource.UNKNOWN, sent=None, accepted=(), at=site.location)
        made = Tool(framework=dialect.name, name=name, description=text, at=site.location)
        ev.ledger.expose(ev, made, group, site)


# --- transforms and middleware ---------------------------------------------------------------------------------------


def add_transform(dialect: FastMcp, ev: Evaluator, server: Obj, args: Args, site: Site) -> Value:
    transform = ev.resolve(args.get(0, "transform") or NONE)
    if isinstance(transform, Obj) and transform.kind == "own":
        own_tools(dialect, ev, server, transform, site, past=len(changes(server)))
    elif isinstance(transform, Obj) and transform.kind == "transform" and "prefix" in transform.attrs:
        change(server, ev.conds(), prefix=transform.attrs["prefix"])
    elif isinstance(transform, Obj) and transform.kind == "transform":
        _edit(dialect, ev, server, transform.attrs["edits"], site)
    elif isinstance(transform, Ext) and transform.path.removesuffix("()").endswith(_KEEPS_NAMES):
        ev.ledger.note(site, may_hide(site.text, "hides tools"))
    else:
        reason = f"`{site.text}` may rename, hide or add tools in ways that cannot be read"
        dialect.unresolved(ev, server, site, reason)
    return NONE


def _edit(dialect: FastMcp, ev: Evaluator, server: Obj, edits: Value, site: Site) -> Value:
    table = as_table(edits)
    if table is None or table.open:
        reason = table.open if table is not None else f"`{site.text}` renames tools by a table that cannot be read"
        dialect.unresolved(ev, server, site, reason)
    if table is not None:
        change(server, ev.conds(), edits=table)
    return NONE


def add_middleware(dialect: FastMcp, ev: Evaluator, server: Obj, args: Args, site: Site) -> Value:
    given = ev.resolve(args.get(0, "middleware") or NONE)
    held = given.framework if isinstance(given, Inst) and given.framework is not None else given
    if isinstance(held, Obj) and held.kind == "server":
        mount(held, server, when=ev.conds(), past=_AFTER)
    elif isinstance(held, Obj) and held.kind == "own":
        own_tools(dialect, ev, server, held, site, past=_AFTER)
    elif isinstance(given, Inst) and given.cls.find("on_list_tools") is not None:
        ev.ledger.note(site, f"{given.cls.qualname} may list fewer or other tools: the surface is what is registered")
    elif isinstance(given, Unknown) or (isinstance(given, Ext) and ev.owner_of(given.path) is None):
        ev.ledger.note(site, f"`{site.text}` adds a middleware that cannot be read: it may list fewer or other tools")
    return NONE


def subclass(ev: Evaluator, cls: Cls, path: str) -> None:
    if path.rsplit(".", 1)[-1] == "FastMCP" and {"list_tools", "_list_tools"} & set(cls.ns):
        site = Site(cls.module, cls.decl.pos, cls.qualname)
        ev.ledger.note(site, f"{cls.qualname} lists its tools itself: the surface is what it registers")


__all__ = ["DYNAMIC", "WORDS", "call", "configure", "dynamic", "label_of", "method", "own_tools", "subclass"]
