"""Exposures → declarations with their final names, in a stable order.

Room: checks, middle. Names with several possible values become one declaration each, and what has no name becomes an
unresolved place. Not here: what mounts do to a name (`_mounts`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from toolcrib.checks.surface._agents import agent_name, bindings
from toolcrib.checks.surface._arguments import arguments_of
from toolcrib.checks.surface._declare import Exposure, Ledger, from_value
from toolcrib.checks.surface._evaluator import Evaluator
from toolcrib.checks.surface._mounts import label_of, seen_names, texts
from toolcrib.checks.surface._types import Arguments, Declaration, Surface, Unresolved
from toolcrib.checks.surface._values import Conds, Entry, Value

_SETTLE = "write the name as text where the tool is registered, or acknowledge this place with the names"


@dataclass(frozen=True, slots=True)
class Across:
    """What a part has to know of all of them: whether any registers on a server that code makes, and which calls could
    not be followed anywhere."""

    registers: bool = False
    unfollowed: frozenset[str] = frozenset()

    def __or__(self, other: Across) -> Across:
        return Across(self.registers or other.registers, self.unfollowed | other.unfollowed)


def across(ledger: Ledger) -> Across:
    """What one part tells the others."""
    real = any(e.holder is not None and e.holder.data.get("detached") is False for e in ledger.exposures)
    return Across(real, frozenset(ledger.unfollowed))


def joined(surfaces: Sequence[Surface]) -> Surface:
    """The surfaces of parts that have nothing to do with each other, as one."""
    tools = sorted((t for s in surfaces for t in s.tools), key=lambda d: (d.site.path, d.order, d.name))
    return Surface(
        tools=tuple(replace(d, order=i) for i, d in enumerate(tools)),
        unresolved=tuple(sorted((u for s in surfaces for u in s.unresolved), key=lambda u: (u.at, u.reason))),
        agents=tuple(sorted((a for s in surfaces for a in s.agents), key=lambda a: (a.at, a.agent))),
        allowlists=tuple(sorted({g for s in surfaces for g in s.allowlists}, key=lambda g: (g.at, g.agent))),
        notes=tuple(sorted((n for s in surfaces for n in s.notes), key=lambda n: (n.at, n.text))),
    )


def collect(ev: Evaluator, others: Across) -> Surface:
    """The surface of a part, without what the edge adds (files, comments, what was not read)."""
    ledger = ev.ledger
    arguments: dict[int, Arguments] = {}
    for site, framework, reason in ledger.pending.values():
        ledger.cannot(site, framework, f"`{site.text}` registers a function that cannot be read: {reason}", _SETTLE)
    agents: dict[int, list[tuple[str, tuple[str, ...]]]] = {}
    for bound in ledger.agents:
        for tool in bound.tools:
            agents.setdefault(id(tool), []).append((agent_name(bound), bound.names))
    found: dict[tuple[str, str, str, str], Declaration] = {}
    for exposure in _reached(ledger, others):
        tool = exposure.tool
        if id(tool) not in arguments:
            arguments[id(tool)] = arguments_of(ev, tool)
        for declaration in _declarations(ledger, exposure):
            holding = agents.get(id(exposure.tool), ())
            named = (a for a, names in holding if a and (not names or declaration.name in names))
            declaration = replace(declaration, agents=tuple(dict.fromkeys(named)), arguments=arguments[id(tool)])
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
        agents=tuple(bindings(ledger)),
        allowlists=tuple(sorted(set(ledger.allowlists), key=lambda g: (g.at, g.agent))),
        notes=tuple(sorted(ledger.notes.values(), key=lambda n: (n.at, n.text))),
    )


def _reached(ledger: Ledger, others: Across) -> list[Exposure]:
    """Exposures without those of a `register(server)` that nothing calls, in a program that registers elsewhere.

    Such a function's tools do not exist; they are said in a note. Where calls that may reach it could not be followed,
    or where the files hold no server at all (a library of tools), its tools count.
    """
    kept: list[Exposure] = []
    left: dict[tuple[str, str], tuple[Exposure, list[str]]] = {}
    for exposure in ledger.exposures:
        holder = exposure.holder
        detached = holder is not None and holder.data.get("detached") is True and holder.site is not None
        name = holder.site.function.rpartition(".")[2] if detached and holder is not None and holder.site else ""
        if not detached or not others.registers or others.unfollowed & {name, "*"}:
            kept.append(exposure)
            continue
        assert holder is not None and holder.site is not None  # noqa: PT018  # `detached` says so
        key = (holder.site.module.path, holder.site.function)
        left.setdefault(key, (exposure, []))[1].extend(t for t, _, _ in texts(exposure.tool.name) if t is not None)
    for (_, function), (exposure, names) in left.items():
        assert exposure.holder is not None and exposure.holder.site is not None  # noqa: PT018  # as above
        listed = ", ".join(dict.fromkeys(names)) or "tools"
        ledger.note(
            exposure.holder.site, f"nothing calls `{function}`: what it would register is not offered ({listed})"
        )
    return kept


def _declarations(ledger: Ledger, exposure: Exposure) -> Iterator[Declaration]:
    tool = exposure.tool
    for declared, conf, when in texts(tool.name):
        if declared is None:
            ledger.cannot(
                exposure.site,
                tool.framework,
                f"the name cannot be told: {conf}",
                _SETTLE,
                server=label_of(exposure.holder),
            )
            continue
        for seen in seen_names(exposure.holder, declared):
            if seen.name is None:
                reason = f"what {declared!r} is called where it is listed cannot be told: {seen.why}"
                ledger.cannot(exposure.site, tool.framework, reason, _SETTLE, server=label_of(exposure.holder))
                continue
            conds = tuple(dict.fromkeys((*exposure.when, *when, *seen.when)))
            replaced = seen.description
            yield Declaration(
                name=seen.name,
                declared_name=declared,
                at=tool.at,
                site=exposure.site.location,
                framework=_offered_by(exposure),
                server=seen.server,
                description=tool.description if replaced is None else from_value(replaced, tool.at),
                hints=tool.hints,
                condition=" and ".join(dict.fromkeys(c.text for c in conds)),
                arms=tuple(sorted({(c.place, c.arm) for c in conds})),
                order=exposure.order,
                configurable=seen.why or conf,
                function=tool.function,
            )


def _offered_by(exposure: Exposure) -> str:
    """The framework whose clients or agents see the tool: a server may offer another framework's (ADK's over MCP)."""
    holder = exposure.holder
    if holder is not None and holder.kind in ("server", "lowlevel"):
        return holder.dialect.name
    return exposure.tool.framework


def _unresolved(ledger: Ledger) -> tuple[Unresolved, ...]:
    ordered = sorted((entry for entry, _ in ledger.unresolved.values()), key=lambda u: (u.at, u.reason))
    seen: Counter[tuple[str, str]] = Counter()
    numbered = []
    for entry in ordered:
        seen[entry.at.path, entry.anchor] += 1
        count = seen[entry.at.path, entry.anchor]
        numbered.append(replace(entry, anchor=f"{entry.anchor} #{count}") if count > 1 else entry)
    return tuple(numbered)


def entry(value: Value, when: Conds = ()) -> Entry:
    return Entry(value, when)
