"""toolcrib's adapters: what a framework is given through them is the list that they are given.

Room: checks, middle. A session narrows when the program runs, and adds nothing: the toolset or list behind an adapter
is read as if it stood there itself. Where it can be told whose session it is, what its agent is not granted is kept
out, as where a list asks for an allowlist. Adapters that hold a server or a client bring nothing of their own.
Not here: the registry and its rows (`own`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from toolcrib.checks.surface._elements import elements
from toolcrib.checks.surface._values import (
    NONE,
    Args,
    Conds,
    Either,
    Entry,
    Ext,
    Func,
    Items,
    K,
    Obj,
    Partial,
    Site,
    Unknown,
    Value,
)
from toolcrib.checks.surface.dialects import _pydantic_parts as parts
from toolcrib.checks.surface.dialects._own_held import kept

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator
    from toolcrib.checks.surface.dialects.own import Own

PACKAGE = "toolcrib.registry.adapters."


def call(dialect: Own, ev: Evaluator, func: Ext, args: Args, site: Site) -> Value | None:
    """One of the adapters' own functions and classes."""
    name = func.path.removeprefix(PACKAGE)
    if name == "pydantic_ai.Toolcrib":
        held = _session(ev, args.get(1, "session"), site)
        return _toolset(ev, args.get(0, "wrapped") or Unknown(args.open), kept(ev, held, site), site)
    if name == "openai_agents.held_tools":
        held = _session(ev, args.get(0, "session"), site)
        return _list(ev, args.get(1, "tools") or Unknown(args.open), kept(ev, held, site), site)
    if name in ("langchain.Toolcrib", "fastmcp.Toolcrib"):
        return Obj(dialect, "held", site, data={"session": _session(ev, args.get(0, "session"), site)})
    return None


def method(ev: Evaluator, middleware: Obj, name: str, args: Args, site: Site) -> Value | None:
    """`held.offered(tools)`, for a model that is given its tools by hand."""
    if name in ("offered", "aoffered"):
        given = args.get(0, "tools") or Unknown(args.open)
        return _list(ev, given, kept(ev, middleware.data["session"], site), site)
    return None


def _session(ev: Evaluator, given: Value | None, site: Site) -> Obj | None:
    """The session, where it is one, or what the function gives for an unknown turn."""
    said = ev.resolve(given) if given is not None else NONE
    if isinstance(said, Func | Partial):
        said = ev.resolve(ev.call(said, Args([Unknown("the framework gives this argument")]), site))
    return said if isinstance(said, Obj) and said.kind == "session" else None


def _toolset(ev: Evaluator, given: Value, when: Conds, site: Site) -> Value:
    """The same tools, under the session's condition: as `filtered` of a toolset gives it."""
    value = ev.resolve(given)
    if when and isinstance(value, Obj) and value.kind == "toolset":
        return parts.limited(value.dialect, ev, value, when, site)  # type: ignore[arg-type]  # no other has toolsets
    return value


def _list(ev: Evaluator, given: Value, when: Conds, site: Site) -> Value:
    """The same list, each element under the session's condition."""
    value = ev.resolve(given)
    if isinstance(value, Either):
        return Either(tuple(Entry(_list(ev, o.value, when, site), o.when) for o in value.options))
    if isinstance(value, Unknown | K):
        return value
    found, more = elements(ev, value, site.text)
    return Items("list", [replace(entry, when=(*entry.when, *when)) for entry in found], more)
