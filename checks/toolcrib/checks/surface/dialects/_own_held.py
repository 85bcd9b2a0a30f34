"""What a session of toolcrib holds back, as the frameworks' dialects ask for it: of a list, of a server.

Room: checks, middle. Not here: the adapters' own functions (`_own_adapters`), the registry (`own`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolcrib.checks.surface._types import Grant
from toolcrib.checks.surface._values import Conds, Ext, Inst, Obj, Site, Value

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator


def kept(ev: Evaluator, session: Obj | None, site: Site) -> Conds:
    """The condition under which each tool is offered, where it can be told whose session it is."""
    grant = session.data["grant"] if session is not None else None
    if not isinstance(grant, Grant) or not grant.agent:
        return ()
    return (ev.cond(f"held by {site.text}", str(site.location), "held", "", grant),)


def holding(ev: Evaluator, middleware: Value, site: Site) -> Conds:
    """What an agent's middleware keeps out of its list."""
    if isinstance(middleware, Obj) and middleware.kind == "held":
        return kept(ev, middleware.data["session"], site)
    return ()


def holds(ev: Evaluator, server: Obj, middleware: Value | None) -> None:
    """A server takes a middleware. It is held where it exists only together with it."""
    uncalled, when = server.data.get("made", (False, ()))
    always = (uncalled or not ev.uncalled_run) and all(cond in when for cond in ev.conds())
    given = ev.resolve(middleware) if middleware is not None else None
    if always and isinstance(given, Obj) and given.kind == "held":
        server.data["held"] = True


def is_held_server(ev: Evaluator, value: Value, depth: int = 3) -> bool:
    """A server of this source that a session holds, or what was made of one, such as a client of it.

    Its tools are declared where it registers them, and the session offers of them what the agent may.
    """
    value = ev.resolve(value)
    if isinstance(value, Obj):
        return value.data.get("held") is True
    made_of: tuple[Value, ...] = ()
    if isinstance(value, Ext) and value.args is not None:
        made_of = (*value.args.positional, *value.args.keywords.values())
    elif isinstance(value, Inst):
        made_of = tuple(value.attrs.values())
    return depth > 0 and any(is_held_server(ev, one, depth - 1) for one in made_of)
