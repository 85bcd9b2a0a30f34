"""Agents in code, with the tools that they are given: from what the dialects recorded to the surface's values.

Room: checks, middle. One agent at one place is one binding, however many lists it is given there.
Not here: reading lists (the dialects), comparing them with the manifest (the rules).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from toolcrib.checks.surface._declare import Bound, Ledger, Tool
from toolcrib.checks.surface._fold import text_of
from toolcrib.checks.surface._mounts import label_of, texts
from toolcrib.checks.surface._types import AgentBinding, Grant, Held
from toolcrib.checks.surface._values import Conds
from toolcrib.manifest import Location


def agent_name(bound: Bound) -> str:
    """The agent's name as the code states it, else what it is bound to."""
    named = text_of(bound.agent) if bound.agent is not None else None
    return named if named is not None else label_of(bound.holder)


def bindings(ledger: Ledger) -> Iterator[AgentBinding]:
    """Every agent with what it is given, in order of places."""
    found: dict[tuple[str, str], AgentBinding] = {}
    for bound in ledger.agents:
        held = tuple(_held(ledger, bound))
        made = AgentBinding(
            agent=agent_name(bound),
            at=bound.site.location,
            framework=bound.framework,
            tools=tuple(dict.fromkeys(one.name for one in held)),
            held=held,
            places=_places(bound),
            more=_more(ledger, bound),
        )
        key = (str(made.at), made.agent)
        old = found.get(key)
        found[key] = made if old is None else _joined(old, made)
    for made in ledger.bindings:
        found.setdefault((str(made.at), made.agent), made)
    yield from sorted(found.values(), key=lambda a: (a.at, a.agent))


def _joined(old: AgentBinding, made: AgentBinding) -> AgentBinding:
    return replace(
        old,
        tools=tuple(dict.fromkeys((*old.tools, *made.tools))),
        held=tuple(dict.fromkeys((*old.held, *made.held))),
        places=tuple(dict.fromkeys((*old.places, *made.places))),
        more=old.more or made.more,
    )


def _places(bound: Bound) -> tuple[str, ...]:
    """Variables first: they say which agent of a function is meant."""
    named = list(bound.holder.data.get("places", ()))
    if bound.site.function:
        named.append(f"{bound.site.module.path}:{bound.site.function}")
    return tuple(dict.fromkeys(named))


def _more(ledger: Ledger, bound: Bound) -> str:
    """Why the agent may hold more than it is seen to be given."""
    site = bound.site
    entry = ledger.unresolved.get((site.module.path, site.pos, ""))
    return entry[0].reason if entry is not None else str(bound.holder.data.get("more", ""))


def _held(ledger: Ledger, bound: Bound) -> Iterator[Held]:
    for tool in bound.tools:
        for at, conds in _elements(ledger, bound, tool):
            for name, when in _names(bound, tool):
                yield _of(name, at, (*conds, *bound.when, *when))


def _elements(ledger: Ledger, bound: Bound, tool: Tool) -> list[tuple[Location, Conds]]:
    key = (bound.site.module.path, bound.site.pos, id(tool))
    return ledger.elements.get(key) or [(ledger.listed.get(id(tool), tool.at), ())]


def _names(bound: Bound, tool: Tool) -> Iterator[tuple[str, Conds]]:
    if bound.names:
        yield from ((name, ()) for name in bound.names)
        return
    for text, _, when in texts(tool.name):
        if text is not None:
            yield text, when


def _of(name: str, at: Location, conds: Conds) -> Held:
    grants: list[Grant] = [c.grant for c in conds if c.grant is not None and c.grant.tool in ("", name)]
    return Held(
        name=name,
        at=at,
        condition=" and ".join(dict.fromkeys(c.text for c in conds if c.grant is None)),
        grants=tuple(dict.fromkeys(grants)),
    )
