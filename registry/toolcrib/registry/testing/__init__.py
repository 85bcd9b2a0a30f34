"""The conformance kit: does a dispatcher of your own offer and call what the manifest says, and nothing else?

Room: registry, for tests of applications; nothing else of the registry imports it. `probe` asks and returns what is
wrong. The pytest fixture is in `.plugin`, the Hypothesis state machine in `.stateful`, MCP servers in `.mcp`: each is
imported by name, so that nothing of them is needed here. The page is testing.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from pathlib import Path
from typing import Any

from toolcrib.manifest import PROJECT, WORKSPACE, Manifest
from toolcrib.registry import Registry
from toolcrib.registry.testing._failure import Failure, shown
from toolcrib.registry.testing._probes import PROBES
from toolcrib.registry.testing._stage import Caller, Dispatcher, Ids, Reached, Refused, Stage, World, full
from toolcrib.registry.testing._trial import Making, Opened, Trial, everyone, settle

__all__ = [
    "PROBES",
    "Caller",
    "Dispatcher",
    "Failure",
    "Ids",
    "Making",
    "Reached",
    "Refused",
    "Stage",
    "World",
    "probe",
    "shown",
]

_NONE: Mapping[str, Mapping[str, Any]] = {}


def probe(
    make: Making,
    manifest: Registry | Manifest | Path | str,
    *,
    agents: Iterable[str] | None = None,
    tools: Iterable[str] | None = None,
    samples: Mapping[str, Mapping[str, Any]] = _NONE,
    ids: Ids | None = None,
    probes: Iterable[str] | None = None,
    today: date | None = None,
) -> tuple[Failure, ...]:
    """Everything that the dispatcher gets wrong; empty where it is right.

    * make      gives the dispatcher for a `Stage`; called once for each probe and agent, and closed if it has `close`
    * manifest  what is declared
    * agents    the ones to try; all of them if nothing is said
    * tools     the ones that this dispatcher serves; all rows and runtime tools if nothing is said
    * samples   arguments by tool, where a call needs more than its scope says
    * ids       the ids of the callers' worlds, where yours come from a store
    * probes    some of `PROBES`
    * today     for old names in stored choices; the day of the machine if nothing is said

    Raises `UnknownAgent`, `UnknownTool` and `ValueError` for names that are none, `TypeError` for an offer of no names.
    """
    registry = registry_of(manifest)
    wanted = registry.agents if agents is None else tuple(agents)
    chosen = tuple(PROBES) if probes is None else tuple(probes)
    if unknown := [name for name in chosen if name not in PROBES]:
        raise ValueError(f"no probe `{unknown[0]}` exists; there are {', '.join(PROBES)}")
    serves = served(registry, tools)
    for name in samples:
        if name not in serves:
            raise ValueError(f"a sample is given for `{name}`, which is not among the tools")
    found: dict[Failure, None] = {}
    for ada, bob in everyone(wanted):
        registry.allowlist(ada.agent)
        for name in chosen:
            stage = staged(registry, ids or Ids(), today)
            settle(stage, (ada, bob), full(registry, stage.ids))
            with Opened(make, stage) as opened:
                trial = Trial(opened.dispatcher, stage, serves, samples, opened.runner)
                PROBES[name](trial, ada, bob)
            found.update(dict.fromkeys(trial.failures()))
    return tuple(found)


def registry_of(manifest: Registry | Manifest | Path | str) -> Registry:
    """The registry of what was given."""
    if isinstance(manifest, Registry):
        return manifest
    return Registry(manifest) if isinstance(manifest, Manifest) else Registry.load(manifest)


def served(registry: Registry, tools: Iterable[str] | None) -> frozenset[str]:
    """The tools that are tried: rows, and the agents' runtime tools."""
    runtime = {name for agent in registry.agents for name in registry.allowlist(agent).runtime_tools}
    if tools is None:
        return frozenset(registry.rows) | runtime
    given = frozenset(tools)
    for name in sorted(given - runtime):
        registry.tool(name)
    return given


def staged(registry: Registry, ids: Ids, today: date | None) -> Stage:
    """A stage with every kind of object that the rows name."""
    kinds = {kind for row in registry.tools for _, _, kind, _ in row.rules} - {WORKSPACE, PROJECT}
    return Stage(registry, ids, date.today() if today is None else today, kinds)
