"""TC107 runtime-tools-drift: an agent's runtime registers other tools than the manifest lists, or in another order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from toolcrib.checks.findings import Finding, Related, RuleCode, RuleMeta
from toolcrib.checks.rules._comparison import Comparison
from toolcrib.checks.rules._words import count, first_line, likely, name_list
from toolcrib.checks.rules.tc103_duplicate_tool import never_together
from toolcrib.checks.surface import Declaration
from toolcrib.manifest import Location, RuntimeTools

META = RuleMeta(
    code=RuleCode("TC107"),
    name="runtime-tools-drift",
    holds_when="the tools an agent's runtime registers are the declared list, in order",
    since="0.1.0",
    security_severity="7.0",
)


def check(comparison: Comparison) -> Iterator[Finding]:
    for agent, declared in comparison.declared.manifest.agents.items():
        if declared.runtime_tools is not None:
            yield from _check_agent(agent, declared.runtime_tools, comparison)


def _check_agent(agent: str, listed: RuntimeTools, comparison: Comparison) -> Iterator[Finding]:
    declarations = _once_each(comparison.runtime_declarations(listed.source))
    acknowledged = comparison.acknowledged_in(listed.source)
    if not declarations and not acknowledged and listed.source.removeprefix("./") not in comparison.surface.files:
        yield _no_such_source(agent, listed, comparison)
        return
    names = [declaration.name for declaration in declarations]
    said = _differences(names, acknowledged, listed.tools)
    if said:
        yield _drift(agent, listed, declarations, acknowledged, said, comparison)


def _once_each(declarations: Sequence[Declaration]) -> tuple[Declaration, ...]:
    """Without the second of two declarations of one name that never exist together."""
    kept: list[Declaration] = []
    for declaration in declarations:
        if not any(d.name == declaration.name and never_together(d, declaration) for d in kept):
            kept.append(declaration)
    return tuple(kept)


def _differences(names: Sequence[str], acknowledged: Sequence[str], listed: Sequence[str]) -> list[str]:
    """In words, what keeps the two from being the same; nothing when they are.

    Where an acknowledged registration stands is unknown, so its names count, and their place does not.
    """
    registered = (*names, *acknowledged)
    said = []
    if extra := [name for name in dict.fromkeys(registered) if name not in listed]:
        said.append(f"it registers {name_list(extra)}, which the list lacks")
    if missing := [name for name in listed if name not in registered]:
        said.append(f"it does not register {name_list(missing)}, which the list has")
    if twice := [name for name, times in Counter(registered).items() if times > 1]:
        said.append(f"it registers {name_list(twice)} more than once")
    if not said:
        order = [name for name in listed if name not in acknowledged]
        if list(names) != order:
            here, there = next((a, b) for a, b in zip(names, order, strict=True) if a != b)
            said.append(f"it registers them in another order: `{here}` comes where the list has `{there}`")
    return said


def _drift(
    agent: str,
    listed: RuntimeTools,
    declarations: Sequence[Declaration],
    acknowledged: Sequence[str],
    said: Sequence[str],
    comparison: Comparison,
) -> Finding:
    unread = [u for u in comparison.unsettled if u.at.path == listed.source.removeprefix("./")]
    more = f"; {count(len(unread), 'registration')} there could not be read (TC104)" if unread else ""
    names = [declaration.name for declaration in declarations]
    place = comparison.declared.at("agents", agent, "runtime_tools", "tools")
    at = _primary(agent, listed, declarations, acknowledged, comparison)
    related = [] if at == place else [Related(at=place, text="the declared list")]
    if declarations and at.path != declarations[0].at.path:
        related.append(Related(at=first_line(declarations[0].at), text="the first that the runtime registers"))
    registered = [*names, *acknowledged]
    return META.finding(
        f"the runtime of `{agent}` ({listed.source}) and its declared tools differ: {'; '.join(said)}{more}. Stored "
        "choices match tools by these names, so a stale name quietly takes a tool away",
        at=at,
        subject=agent,
        related=related,
        detail=f"listed:     {', '.join(listed.tools)}\nregistered: {', '.join(registered) or '(nothing)'}",
        fix=_fix(agent, registered),
        covers=(place, *(d.at for d in declarations)),
    )


def _fix(agent: str, registered: Sequence[str]) -> str:
    twice = [name for name, times in Counter(registered).items() if times > 1]
    if twice:
        return f"register {name_list(twice)} once"
    if not registered:
        return f"remove runtime_tools of {agent}"
    return f"tools: [{', '.join(registered)}]   (under agents › {agent} › runtime_tools)"


def _primary(
    agent: str,
    listed: RuntimeTools,
    declarations: Sequence[Declaration],
    acknowledged: Sequence[str],
    comparison: Comparison,
) -> Location:
    """The code for a tool too many, the list for one too few, and for the order the first that is out of place."""
    keys = ("agents", agent, "runtime_tools", "tools")
    for declaration in declarations:
        if declaration.name not in listed.tools:
            return first_line(declaration.at)
    registered = {declaration.name for declaration in declarations} | set(acknowledged)
    for name in listed.tools:
        if name not in registered:
            return comparison.declared.at(*keys, name)
    seen: set[str] = set()
    for declaration in declarations:
        if declaration.name in seen:
            return first_line(declaration.at)
        seen.add(declaration.name)
    for declaration, name in zip(declarations, (n for n in listed.tools if n not in acknowledged), strict=False):
        if declaration.name != name:
            return first_line(declaration.at)
    return comparison.declared.at(*keys)


def _no_such_source(agent: str, listed: RuntimeTools, comparison: Comparison) -> Finding:
    other, phrase = likely(listed.source, comparison.surface.files)
    return META.finding(
        f"the runtime tools of `{agent}` are declared for {listed.source}, which is not part of the source that was "
        f"read, so nothing was compared{f'; {phrase}' if other else ''}",
        at=comparison.declared.at("agents", agent, "runtime_tools", "source"),
        subject=agent,
        fix=f"source: {other}" if other else "correct `source`, or add the file to `source` in the configuration",
    )
