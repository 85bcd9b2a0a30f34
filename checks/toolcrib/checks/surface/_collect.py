"""Exposures → declarations with their final names, in a stable order.

Room: checks, middle. Mount prefixes are joined here, names with several possible values become one declaration each, and
what has no name becomes an unresolved place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from toolcrib.checks.surface._declare import Exposure, Ledger
from toolcrib.checks.surface._fold import text_of
from toolcrib.checks.surface._types import AgentBinding, Declaration, Surface, Unresolved
from toolcrib.checks.surface._values import Cond, Conds, Either, Entry, FromRow, K, Obj, Table, Unknown, Value
from toolcrib.checks.surface.dialects._server import label_of

_SETTLE = "write the name as text where the tool is registered, or acknowledge this place with the names"


def collect(ledger: Ledger) -> Surface:
    """The surface without what the edge adds (files, comments, what was not read)."""
    for site, framework, reason in ledger.pending.values():
        ledger.cannot(site, framework, f"`{site.text}` registers a function that cannot be read: {reason}", _SETTLE)
    agents: dict[int, list[str]] = {}
    for bound in ledger.agents:
        for tool in bound.tools:
            agents.setdefault(id(tool), []).append(_agent_name(bound.agent, bound.holder))
    found: dict[tuple[str, str, str, str], Declaration] = {}
    for exposure in ledger.exposures:
        for declaration in _declarations(ledger, exposure):
            named = tuple(dict.fromkeys(a for a in agents.get(id(exposure.tool), ()) if a))
            declaration = replace(declaration, agents=named)
            key = (declaration.name, str(declaration.at), str(declaration.site), declaration.server)
            old = found.get(key)
            if old is None:
                found[key] = declaration
            elif old.condition and not declaration.condition:
                found[key] = replace(declaration, order=old.order)
    ordered = sorted(found.values(), key=lambda d: (d.site.path, d.order, d.name))
    numbered = tuple(replace(d, order=i) for i, d in enumerate(ordered))
    return Surface(
        tools=numbered,
        unresolved=_unresolved(ledger),
        agents=tuple(_bindings(ledger)),
        notes=tuple(sorted(ledger.notes.values(), key=lambda n: (n.at, n.text))),
    )


def _declarations(ledger: Ledger, exposure: Exposure) -> Iterator[Declaration]:
    tool = exposure.tool
    for declared, conf, when in _texts(tool.name):
        if declared is None:
            ledger.cannot(
                exposure.site,
                tool.framework,
                f"the name cannot be told: {conf}",
                _SETTLE,
                server=label_of(exposure.holder),
            )
            continue
        for name, server, more, mounted in _exposed(exposure.holder, declared, 0):
            if name is None:
                reason = f"{declared!r} is mounted under a prefix that cannot be told: {more}"
                ledger.cannot(exposure.site, tool.framework, reason, _SETTLE, server=label_of(exposure.holder))
                continue
            conds = tuple(dict.fromkeys((*exposure.when, *when, *mounted)))
            yield Declaration(
                name=name,
                declared_name=declared,
                at=tool.at,
                site=exposure.site.location,
                framework=tool.framework,
                server=server,
                description=tool.description,
                hints=tool.hints,
                condition=" and ".join(dict.fromkeys(c.text for c in conds)),
                arms=tuple(sorted({(c.place, c.arm) for c in conds})),
                order=exposure.order,
                configurable=more or conf,
                function=tool.function,
            )


def _texts(value: Value) -> Iterator[tuple[str | None, str, Conds]]:
    """(name, what may change it, conditions); a name of None comes with the reason instead."""
    if isinstance(value, Either):
        chosen, setting = by_default_only(value)
        for option in chosen:
            for text, conf, when in _texts(option.value):
                yield text, conf or setting, (*option.when, *when)
        return
    if isinstance(value, FromRow) and value.field == "name":
        yield value.tool, "", ()
        return
    text = text_of(value)
    if text:
        yield text, value.conf if isinstance(value, K) else "", ()
    else:
        yield None, value.reason if isinstance(value, Unknown) else "it is not a text", ()


def by_default_only(value: Either) -> tuple[list[Entry], str]:
    """The options that hold by default, and what would choose another; all of them when none is the default."""
    off = next((c.off for o in value.options for c in o.when if c.off), "")
    usual = [o for o in value.options if not any(c.off for c in o.when)]
    if not off or not usual:
        return list(value.options), ""
    return [Entry(o.value) for o in usual], off


def _exposed(holder: Obj | None, name: str, depth: int) -> Iterator[tuple[str | None, str, str, Conds]]:
    """(name as the client sees it, server, what may change it or why it cannot be told, conditions of the mounts)."""
    if holder is None:
        yield name, "", "", ()
        return
    for prefix in holder.data.get("own_prefix", ()):
        text = text_of(prefix) if prefix is not None else None
        if text is None:
            yield None, label_of(holder), "its namespace is not a text that can be read", ()
            return
        name = f"{text}_{name}"
    parents = holder.data.get("parents", ())
    if not parents or depth > 12:
        yield name, label_of(holder), "", ()
        return
    for parent, prefix, renames, when in parents:
        yield from _under(parent, prefix, renames, when, holder, name, depth)


def _under(
    parent: Obj, prefix: Value | None, renames: Table | None, when: Conds, holder: Obj, name: str, depth: int
) -> Iterator[tuple[str | None, str, str, Conds]]:
    join = holder.data.get("join", "_")
    if renames is not None and name in renames.entries:
        renamed = text_of(renames.entries[name].value)
        if renamed is None:
            yield None, label_of(parent), "its new name in `tool_names` cannot be read", when
            return
        name = renamed
    options: list[tuple[str | None, str, tuple[Cond, ...]]] = [("", "", ())]
    if prefix is not None:
        options = [(text, conf, conds) for text, conf, conds in _prefixes(prefix)]
    for text, conf, conds in options:
        if text is None:
            yield None, label_of(parent), conf, when
            continue
        full = f"{text}{join}{name}" if text else name
        for seen, server, more, mounted in _exposed(parent, full, depth + 1):
            yield seen, server, more or conf, (*when, *conds, *mounted)


def _prefixes(value: Value) -> Iterator[tuple[str | None, str, Conds]]:
    if isinstance(value, Either):
        chosen, setting = by_default_only(value)
        for option in chosen:
            for text, conf, when in _prefixes(option.value):
                yield text, conf or setting, (*option.when, *when)
    elif isinstance(value, K) and value.value in (None, ""):
        yield "", value.conf, ()
    else:
        yield from _texts(value)


def _unresolved(ledger: Ledger) -> tuple[Unresolved, ...]:
    ordered = sorted((entry for entry, _ in ledger.unresolved.values()), key=lambda u: (u.at, u.reason))
    seen: Counter[tuple[str, str]] = Counter()
    numbered = []
    for entry in ordered:
        seen[entry.at.path, entry.anchor] += 1
        count = seen[entry.at.path, entry.anchor]
        numbered.append(replace(entry, anchor=f"{entry.anchor} #{count}") if count > 1 else entry)
    return tuple(numbered)


def _agent_name(value: Value | None, holder: Obj) -> str:
    named = text_of(value) if value is not None else None
    return named if named is not None else label_of(holder)


def _bindings(ledger: Ledger) -> Iterator[AgentBinding]:
    found: dict[tuple[str, str], AgentBinding] = {}
    for bound in ledger.agents:
        names: list[str] = []
        for tool in bound.tools:
            names += [text for text, _, _ in _texts(tool.name) if text is not None]
        made = AgentBinding(
            agent=_agent_name(bound.agent, bound.holder),
            at=bound.site.location,
            framework=bound.framework,
            tools=tuple(dict.fromkeys(names)),
        )
        key = (str(made.at), made.agent)
        old = found.get(key)
        if old is not None:
            made = replace(made, tools=tuple(dict.fromkeys((*old.tools, *made.tools))))
        found[key] = made
    yield from sorted(found.values(), key=lambda a: (a.at, a.agent))


def entry(value: Value, when: Conds = ()) -> Entry:
    return Entry(value, when)
