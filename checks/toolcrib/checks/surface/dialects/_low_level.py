"""The low-level server of the MCP SDK: a handler lists its tools.

Room: checks, middle. The handler is given by decorator in generation 1, by constructor argument or request handler in
2, and may be wrapped in another. It is followed at the end, when everything that it lists is known.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from toolcrib.checks.surface._elements import elements
from toolcrib.checks.surface._mounts import label_of
from toolcrib.checks.surface._values import (
    NONE,
    Args,
    Either,
    Ext,
    Func,
    Items,
    K,
    Native,
    Obj,
    Partial,
    Site,
    Unknown,
    Value,
)
from toolcrib.checks.surface.dialects._hidden import may_hide
from toolcrib.checks.surface.dialects._server import ServerDialect, is_nothing

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator


class LowLevelServers(ServerDialect):
    def __init__(self) -> None:
        self._handlers: list[tuple[Obj, Value, Site]] = []

    def low_level(self, ev: Evaluator, obj: Obj, name: str, args: Args, site: Site) -> Value | None:
        """A method of a low-level server."""
        if name == "list_tools":
            return Native(lambda _ev, inner, inner_site: self.handle(obj, inner.get(0), inner_site), name)
        if name in ("call_tool", "list_resources", "list_prompts", "get_prompt", "read_resource", "completion"):
            return Native(lambda _ev, inner, _site: inner.get(0) or NONE, name)
        if name == "add_request_handler":
            handler = args.get(None, "handler") or next(reversed(args.positional[1:]), None)
            self.maybe_handler(ev, obj, args.get(0, "method"), handler, site)
            return NONE
        return None

    def item(self, ev: Evaluator, obj: Obj, index: Value) -> Value | None:
        """`server.request_handlers[ListToolsRequest]`: the handler so far, to be wrapped in another."""
        if obj.kind != "handlers" or not isinstance(index, Ext) or "ListTools" not in index.path:
            return None
        server: Obj = obj.data["server"]
        earlier = [handler for held, handler, _ in self._handlers if held is server]

        def run(ev: Evaluator, args: Args, site: Site) -> Value:
            made = Obj(self, "result", site)
            high = server.data.get("high")
            listed = [e for h in earlier for e in elements(ev, ev.call(h, args, site), site.text)[0]]
            made.attrs["tools"] = self.listing(ev, high) if isinstance(high, Obj) else Items("list", listed)
            return made

        return Native(run, "handler")

    def put_item(self, ev: Evaluator, obj: Obj, index: Value, value: Value) -> None:
        super().put_item(ev, obj, index, value)
        if obj.kind == "handlers" and obj.site is not None:
            self.maybe_handler(ev, obj.data["server"], index, value, obj.site)

    def iterate(self, ev: Evaluator, obj: Obj) -> Value | None:
        return obj.attrs.get("tools") if obj.kind == "result" else super().iterate(ev, obj)

    # --- handlers ----------------------------------------------------------------------------

    def handle(self, server: Obj, handler: Value | None, site: Site) -> Value:
        if handler is not None and not is_nothing(handler):
            self._handlers.append((server, handler, site))
        return handler or NONE

    def maybe_handler(
        self, ev: Evaluator, server: Obj, request: Value | None, handler: Value | None, site: Site
    ) -> None:
        if isinstance(request, Ext):
            wanted = "ListTools" in request.path
        elif isinstance(request, K):
            wanted = request.value == "tools/list"
        else:
            reason = f"`{site.text}` handles a request that cannot be told: it may list tools"
            return self.unresolved(ev, server, site, reason)
        if wanted:
            self.handle(server, handler, site)
        return None

    def finish(self, ev: Evaluator) -> None:
        handlers, self._handlers = self._handlers, []
        for server, handler, site in handlers:
            if "high" in server.data:
                ev.ledger.note(site, may_hide(site.text, "replaces how the server lists its tools"))
            if isinstance(handler, Func | Partial):
                opened = Args(open="the client gives this argument")
                made = ev.bounded(site.module, partial(ev.call, handler, opened, site))
                if made is None:
                    continue
                result = ev.resolve(made)
                where = site
                if isinstance(handler, Func):
                    where = Site(handler.scope.module, handler.core.decl.pos, handler.qualname)
                self._list(ev, server, result, where)
            else:
                self.unresolved(
                    ev, server, site, f"`{site.text}` lists tools through a handler that cannot be followed"
                )

    def _list(self, ev: Evaluator, server: Obj, result: Value, site: Site) -> None:
        if isinstance(result, Either):
            for option in result.options:
                with ev.under(option.when):
                    self._list(ev, server, option.value, site)
            return None
        if isinstance(result, Obj) and result.kind == "result":
            inner = result.attrs["tools"]
            return self._list(ev, server, inner, site)
        if isinstance(result, K) and result.value is None:
            return None
        if isinstance(result, Items):
            for entry in result.items:
                with ev.under(entry.when):
                    self._listed(ev, server, entry.value, site)
            if result.open:
                self.unresolved(ev, server, site, result.open)
            return None
        if isinstance(result, Ext):
            reason = f"dynamic surface: the handler lists what `{result.path}` gives"
            return self.unresolved(ev, server, site, reason, dynamic=True)
        found, more = elements(ev, result, "what the handler returns")
        for entry in found:
            with ev.under(entry.when):
                self._listed(ev, server, entry.value, site)
        if more:
            self.unresolved(ev, server, site, more)
        return None

    def _listed(self, ev: Evaluator, server: Obj, value: Value, site: Site) -> None:
        if isinstance(value, Either):
            for option in value.options:
                with ev.under(option.when):
                    self._listed(ev, server, option.value, site)
            return
        tool = self.ready_tool(value)
        if tool is None:
            reason = value.reason if isinstance(value, Unknown) else "the handler lists something that is no Tool"
            self.unresolved(ev, server, site, reason, dynamic=isinstance(value, Ext))
            return
        if any(
            e.tool is tool and (e.holder is server or label_of(e.holder) == label_of(server))
            for e in ev.ledger.exposures
        ):
            return  # a handler that lists what its own server has registered
        made_at = value.site if isinstance(value, Obj) and value.site is not None else site
        ev.ledger.expose(ev, tool, server, made_at)
