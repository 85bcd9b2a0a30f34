"""Hold a stored choice to what the manifest grants an agent: before it is published, and when it is loaded.

Room: registry, middle. Pure: today is given, no clock is read. Old names are understood up to the day that `renamed`
says. No name adds anything: what is not granted is refused here, and would be cut away by the decision all the same.
Touch it when publishing should refuse more. Not here: reading a column (`_selection`).
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime

from toolcrib.manifest import ToolcribError, near_miss, nearest
from toolcrib.registry._registry import Registry
from toolcrib.registry._selection import (
    LoadedSelection,
    Nothing,
    Only,
    Selection,
    SelectionError,
    SelectionProblems,
    UseDefaults,
    _shown,
    parse_selection,
)


def validate_selection(registry: Registry, agent: str, stored: object, *, today: date) -> Selection:
    """The choice to store, with old names replaced by the new ones, or `SelectionProblems` with all that is wrong.

    Raises `UnknownAgent` when no such agent is declared.
    """
    registry.allowlist(agent)
    try:
        selection = parse_selection(agent, stored)
    except SelectionError as error:
        raise SelectionProblems(f"the tools of agent `{agent}` cannot be published", [error]) from None
    if isinstance(selection, Nothing):
        unusable = SelectionError("a choice that cannot be used cannot be published", hint="Publish names, null or [].")
        raise SelectionProblems(f"the tools of agent `{agent}` cannot be published", [unusable])
    if isinstance(selection, UseDefaults):
        return selection
    kept, problems = _held(registry, agent, selection, today)
    if problems:
        found = [SelectionError(why, hint=hint) for why, hint in problems]
        raise SelectionProblems(f"the tools of agent `{agent}` cannot be published", list[ToolcribError](found))
    return Only(kept)


def loaded_selection(registry: Registry, agent: str, stored: object, *, today: date) -> LoadedSelection:
    """What an already stored choice leaves, with a warning for everything in it that is wrong. Never raises for it.

    A list of which no name is left is `Nothing`, not the empty list: an empty list may mean the defaults.
    Raises `UnknownAgent` when no such agent is declared.
    """
    registry.allowlist(agent)
    warnings: list[str] = []
    if isinstance(stored, (list, tuple)):
        stored, warnings = _names_in(stored)
        if not stored and warnings:
            return LoadedSelection(selection=Nothing(), warnings=tuple(warnings))
    try:
        selection = parse_selection(agent, stored)
    except SelectionError as error:
        return LoadedSelection(selection=Nothing(), warnings=(error.message,))
    if isinstance(selection, Only) and selection.names:
        kept, problems = _held(registry, agent, selection, today)
        warnings += [why for why, _ in problems]
        selection = Only(kept) if kept else Nothing()
    return LoadedSelection(selection=selection, warnings=tuple(warnings))


def _names_in(stored: list[object] | tuple[object, ...]) -> tuple[list[object], list[str]]:
    """The names of a list that has other things in it too, once each."""
    names: dict[str, None] = {}
    warnings = []
    for number, name in enumerate(stored, 1):
        if not isinstance(name, str):
            warnings.append(f"item {number} of the stored list is {_shown(name)}, and no name")
        elif name in names:
            warnings.append(f"the stored list names {_shown(name)} twice")
        else:
            names[name] = None
    return list(names), warnings


def _held(registry: Registry, agent: str, selection: Only, today: date) -> tuple[frozenset[str], list[tuple[str, str]]]:
    """The names that the agent is granted, under their names of today, and why the others are not."""
    allowlist = registry.allowlist(agent)
    granted = {*allowlist.names, *allowlist.runtime_tools}
    kept: set[str] = set()
    problems: list[tuple[str, str]] = []
    for name in sorted(selection.names):
        now = name
        rename = registry.manifest.renamed.get(name)
        if name not in granted and rename is not None and _day(today) <= rename.until:
            now = rename.to
        if now in granted:
            kept.add(now)
        else:
            problems.append(next(_why_not(registry, agent, name, now, granted)))
    return frozenset(kept), problems


def _day(today: date) -> date:
    return today.date() if isinstance(today, datetime) else today  # a time is a date too, and is compared with none


def _why_not(registry: Registry, agent: str, name: str, now: str, granted: set[str]) -> Iterator[tuple[str, str]]:
    if now in registry.manifest.tools:
        called = _shown(name) if now == name else f"{_shown(name)}, now {_shown(now)},"
        yield f"the tool {called} is not granted to agent `{agent}`", "A choice can only narrow what the rows grant."
    if rename := registry.manifest.renamed.get(name):
        yield (
            f"{_shown(name)} was the name of `{rename.to}` until {rename.until.isoformat()}",
            f"Write `{rename.to}`.",
        )
    if close := near_miss(name, granted):
        yield (
            f"no tool {_shown(name)} exists; `{close}` differs from it only in case or separators",
            f"Write `{close}`.",
        )
    near = nearest(name, granted)
    yield (
        f"no tool {_shown(name)} exists for agent `{agent}`",
        f"Nearest: {', '.join(f'`{one}`' for one in near)}." if near else "",
    )
