"""fastmcp's mixin: methods are marked in a class, and its objects register them later.

Room: checks, middle. `@mcp_tool` leaves a mark; `register_all(server, prefix=…)` and `register_tools` use it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolcrib.checks.surface._fold import text_of, truth
from toolcrib.checks.surface._mounts import mount
from toolcrib.checks.surface._values import NONE, Args, Func, Inst, K, Obj, Partial, Site, Value
from toolcrib.checks.surface.dialects._fastmcp_parts import own_tools
from toolcrib.checks.surface.dialects._server import by_name

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator
    from toolcrib.checks.surface.dialects.fastmcp import FastMcp

_MIXIN = "__toolcrib_mcp_tool__"


def mark(func: Value, args: Args) -> Value:
    if isinstance(func, Func):
        func.attrs[_MIXIN] = Partial(func, Args(args.positional, dict(args.keywords), args.open))
    return func


def register_mixin(dialect: FastMcp, ev: Evaluator, obj: Obj, name: str, args: Args, site: Site) -> Value | None:
    """`mixin.register_all(server, prefix=…)`: the methods that `@mcp_tool` marks become tools."""
    if name not in ("register_tools", "register_all"):
        return None
    target = ev.resolve(args.get(0, "mcp_server") or NONE)
    server = target.framework if isinstance(target, Inst) else target
    if not isinstance(server, Obj) or server.kind != "server":
        dialect.unresolved(ev, None, site, f"`{site.text}` registers with a server that cannot be read")
        return NONE
    if obj.kind == "own":
        own_tools(dialect, ev, server, obj, site)
        return NONE
    group = Obj(dialect, "server", site)
    separator = text_of(args.get(None, "separator", "tool_separator") or K("_"))
    mount(group, server, args.get(1, "prefix"), when=ev.conds(), join=separator if separator is not None else "_")
    inst = obj.data["of"]
    assert isinstance(inst, Inst)  # what `construct` stores
    seen: set[str] = set()
    for cls in inst.cls.mro():
        for key, held in cls.ns.items():
            marked = held.attrs.get(_MIXIN) if isinstance(held, Func) else None
            if key in seen or not isinstance(held, Func) or not isinstance(marked, Partial):
                continue
            seen.add(key)
            given = by_name(marked.args, "name")
            if truth(given.get(None, "enabled") or K(True)) is not False:
                dialect.register(ev, group, held.bound(inst), given, site)
    return NONE
