"""The same worlds, decided by an engine of others: Cedar policies and `decide` agree on every decision.

The policies are written down by hand below, once, for all worlds; a world is entities and context. Cedar knows no loop:
a call is several requests, may the tool be used, and for each value that is named or supplied, may it be touched.
Needs cedarpy (the group `dev`). `TOOLCRIB_CEDAR_DECISIONS` says how many decisions are compared.
"""

from __future__ import annotations

import os
import random
from dataclasses import dataclass, field
from typing import Any

import cedarpy

from toolcrib.manifest import Manifest
from toolcrib.registry import Facts, Nothing, Only, Phase, Registry, Scope, UseDefaults, WholeWorkspace, decide

POLICIES = """
permit (principal, action in [Action::"offer", Action::"call"], resource) when {
  resource.granted.contains(principal) &&
  ( context.selection == "defaults" ||
    (context.selection == "only" && context.names.contains(resource.name)) ||
    (context.selection == "empty" && principal.emptyMeansDefaults) ) &&
  ( resource.runtime ||
    (resource has feature && context.features.contains(resource.feature)) ||
    (!(resource has feature) && resource.openCapability) ) &&
  context.access &&
  (!resource.needsScope || context.hasScope)
};
forbid (principal, action, resource) when { context.paused };
forbid (principal, action in [Action::"offer", Action::"call"], resource) when {
  resource.wholeWorkspace && context.hasScope && context.narrowed
};
permit (principal, action == Action::"supply", resource == Kind::"workspace");
permit (principal, action == Action::"supply", resource == Kind::"one project") when { context.projectsInReach == 1 };
permit (principal, action == Action::"supply", resource == Kind::"projects") when { context.projectsInReach > 0 };
permit (principal, action == Action::"supply", resource) when { context.objectKinds.contains(resource) };
permit (principal, action == Action::"touch", resource is Workspace) when { resource == context.workspace };
permit (principal, action == Action::"touch", resource is Project) when {
  context.allowed.contains(resource) && (!context.narrowed || context.selected.contains(resource))
};
permit (principal, action == Action::"touch", resource is Object) when {
  resource has project &&
  context.allowed.contains(resource.project) && (!context.narrowed || context.selected.contains(resource.project))
};
"""
AGENTS = ("chat", "builder")
CAPABILITIES = ("schedules", "apps", "admin")
FEATURES = ("f1", "f2")
TOOLS = ("list", "show", "drop", "run")
RUNTIME = ("ask_user", "edit spec")
PROJECTS: tuple[str | int, ...] = ("p1", "p2", "p3", 7, "7")
OBJECTS: tuple[str | int, ...] = ("s1", "s2", "s3", 7)
WHERE: dict[str | int, str | int] = {"s1": "p1", "s2": "p2", 7: 7}
PATHS = ("project_id", "ids[]", "filter.id", "items[].id")
RULES = ("pinned", "filled", "checked")
KINDS = ("workspace", "project", "schedule", "user")


def name_of(kind: str, one: str | int) -> dict[str, str]:
    """An entity; 7 and "7" are two."""
    entity = {"workspace": "Workspace", "project": "Project"}.get(kind, "Object")
    prefix = "" if kind in ("workspace", "project") else f"{kind} "
    return {"type": entity, "id": f"{prefix}{type(one).__name__} {one}"}


def some(r: random.Random, pool: Any, most: int = 9) -> list[Any]:
    return r.sample(list(pool), r.randint(0, min(most, len(pool))))


@dataclass
class World:
    """A manifest, and its entities."""

    manifest: dict[str, Any]
    entities: list[dict[str, Any]] = field(default_factory=list)


def world(r: random.Random) -> World:
    ungated = some(r, CAPABILITIES)
    pinned = some(r, CAPABILITIES)
    manifest: dict[str, Any] = {
        "agents": {
            name: {
                "empty_selection": r.choice(("defaults", "none")),
                **({"runtime_tools": {"source": "a.py", "tools": list(RUNTIME)}} if r.random() < 0.5 else {}),
            }
            for name in AGENTS
        },
        "capabilities": {name: {"feature": None if name in ungated else r.choice(FEATURES)} for name in CAPABILITIES},
        "tools": {},
        "pins": {"ungated": dict.fromkeys(pinned, "Somebody said why this is open.")},
    }
    for name in TOOLS:
        scope = {}
        for path in some(r, PATHS, 2):
            rule, kind = r.choice(RULES), r.choice(KINDS)
            if (rule, kind) != ("filled", "workspace"):
                scope[path] = {rule: kind}
        manifest["tools"][name] = {
            "description": "d",
            "capability": r.choice(CAPABILITIES),
            "mutates": False,
            "agents": sorted(some(r, AGENTS)),
            "scope": scope,
            "whole_workspace": r.random() < 0.2,
        }
    made = World(manifest)
    for name, agent in manifest["agents"].items():
        attributes = {"emptyMeansDefaults": agent["empty_selection"] == "defaults"}
        made.entities.append({"uid": {"type": "Agent", "id": name}, "attrs": attributes, "parents": []})
    for name, row in manifest["tools"].items():
        capability = row["capability"]
        feature = manifest["capabilities"][capability]["feature"]
        attributes = {
            "name": name,
            "granted": [entity("Agent", agent) for agent in row["agents"]],
            "runtime": False,
            "openCapability": capability in pinned,
            "needsScope": bool(row["scope"]) or row["whole_workspace"],
            "wholeWorkspace": row["whole_workspace"],
            **({} if feature is None else {"feature": feature}),
        }
        made.entities.append({"uid": {"type": "Tool", "id": name}, "attrs": attributes, "parents": []})
    for name in RUNTIME:
        holders = [entity("Agent", n) for n, agent in manifest["agents"].items() if "runtime_tools" in agent]
        attributes = {"name": name, "granted": holders, "runtime": True, "openCapability": False}
        attributes |= {"needsScope": False, "wholeWorkspace": False}
        made.entities.append({"uid": {"type": "Tool", "id": name}, "attrs": attributes, "parents": []})
    for one in OBJECTS:
        attributes = {"project": {"__entity": name_of("project", WHERE[one])}} if one in WHERE else {}
        made.entities.append({"uid": name_of("schedule", one), "attrs": attributes, "parents": []})
    return made


def entity(kind: str, name: str) -> dict[str, Any]:
    return {"__entity": {"type": kind, "id": name}}


def caller(r: random.Random) -> tuple[dict[str, Any], Facts, Scope | None]:
    """The same caller and conversation, as Cedar's context and as ours."""
    features, projects = some(r, FEATURES), some(r, PROJECTS)
    names = some(r, (*TOOLS, *RUNTIME, "unknown"), 4)
    selection = r.choice(("defaults", "defaults", "only", "empty", "nothing"))
    chosen = {"defaults": UseDefaults(), "empty": Only(()), "nothing": Nothing(), "only": Only(names)}[selection]
    if selection == "only" and not names:
        selection = "empty"
    access, paused = r.random() < 0.9, r.random() < 0.1
    workspace = r.choice(("w1", "w2"))
    narrowed, selected = r.random() < 0.6, some(r, PROJECTS)
    objects = {kind: r.choice(OBJECTS) for kind in ("schedule", "user") if r.random() < 0.6}
    has_scope = r.random() < 0.95
    reach = [one for one in projects if not narrowed or one in selected]
    context = {
        "access": access,
        "paused": paused,
        "features": features,
        "selection": selection,
        "names": names,
        "hasScope": has_scope,
        "narrowed": narrowed,
        "workspace": {"__entity": name_of("workspace", workspace)},
        "selected": [{"__entity": name_of("project", one)} for one in selected],
        "allowed": [{"__entity": name_of("project", one)} for one in projects],
        "projectsInReach": len(reach),
        "objectKinds": [entity("Kind", kind) for kind in objects],
    }
    facts = Facts(
        access=access, paused=paused, features=frozenset(features), projects=frozenset(projects), selection=chosen
    )
    scope = Scope(workspace=workspace, projects=frozenset(selected) if narrowed else WholeWorkspace(), objects=objects)
    return context, facts, scope if has_scope else None


def arguments(
    r: random.Random, scope: dict[str, dict[str, str]]
) -> tuple[dict[str, Any], dict[str, tuple[list[Any], bool]]]:
    """Arguments, and for each path the values that they name and whether a place for one was left empty."""
    made: dict[str, Any] = {}
    told: dict[str, tuple[list[Any], bool]] = {}
    for path, rule in scope.items():
        pool = {"workspace": ("w1", "w2"), "project": PROJECTS}.get(next(iter(rule.values())), OBJECTS)

        def value(pool: Any = pool) -> tuple[Any, list[Any]]:
            shape = r.choice(("one", "one", "one", "null", "absent", "list"))
            if shape == "one":
                found = r.choice(pool)
                return found, [found]
            listed = some(r, pool, 2) if shape == "list" else []
            return (listed, listed) if shape == "list" else (None if shape == "null" else ..., [])

        if path == "ids[]":
            listed = some(r, pool, 3)
            made |= {"ids": listed} if r.random() < 0.8 else {}
            told[path] = (listed if "ids" in made else [], not (listed and "ids" in made))
        elif path == "items[].id":
            items, named, lacks = [], [], False
            for _ in range(r.randint(0, 3)):
                one, ids = value()
                items.append({"n": 1} if one is ... else {"id": one})
                named += ids
                lacks = lacks or not ids
            made |= {"items": items} if r.random() < 0.9 else {}
            told[path] = (named, lacks) if "items" in made else ([], False)
        else:
            one, ids = value()
            holder, key = (made, path) if path == "project_id" else (made.setdefault("filter", {}), "id")
            if one is not ...:
                holder[key] = one
            told[path] = (ids, not ids)
            if path == "filter.id" and one is ... and r.random() < 0.5:
                del made["filter"]
    return made, told


def requests(
    agent: str,
    tool: str,
    phase: str,
    row: dict[str, Any] | None,
    told: dict[str, Any],
    context: dict[str, Any],
    scope: Scope | None,
) -> list[dict[str, Any]]:
    base = {"principal": {"type": "Agent", "id": agent}, "context": context}
    found = [{**base, "action": f'Action::"{phase}"', "resource": {"type": "Tool", "id": tool}}]

    def supply(path: str, kind: str) -> None:
        name = {"project": "projects" if path == "ids[]" else "one project"}.get(kind, kind)
        found.append({**base, "action": 'Action::"supply"', "resource": {"type": "Kind", "id": name}})
        if kind == "schedule" and scope is not None and kind in scope.objects and phase == "call":
            touch(kind, scope.objects[kind])

    def touch(kind: str, one: Any) -> None:
        found.append({**base, "action": 'Action::"touch"', "resource": name_of(kind, one)})

    for path, rule in (row["scope"] if row else {}).items():
        ((how, kind),) = rule.items()
        named, lacks = told.get(path, ([], False))
        if how == "pinned":
            supply(path, kind)
        elif phase == "call":
            if how == "filled" and lacks:
                supply(path, kind)
            for one in named:
                touch(kind, one)
    return found


def test_cedar_agrees_on_every_decision() -> None:
    wanted = int(os.environ.get("TOOLCRIB_CEDAR_DECISIONS", "20000"))
    r = random.Random(20261130)
    policies = cedarpy.PolicySet.from_str(POLICIES)
    compared, allowed = 0, {"offer": 0, "call": 0}
    while compared < wanted:
        made = world(r)
        registry = Registry(Manifest(**made.manifest))
        entities = made.entities
        asked: list[dict[str, Any]] = []
        ours: list[tuple[bool, int, str]] = []
        for _ in range(20):
            context, facts, scope = caller(r)
            for agent in AGENTS:
                for tool in (*TOOLS, *RUNTIME, "unknown"):
                    row = made.manifest["tools"].get(tool)
                    given, told = arguments(r, row["scope"] if row else {})
                    for phase in Phase:
                        answer = decide(
                            registry,
                            agent,
                            tool,
                            phase=phase,
                            facts=facts,
                            scope=scope,
                            arguments=given,
                            resolved={"schedule": WHERE},
                        )
                        asks = requests(agent, tool, phase.value, row, told, context, scope)
                        about = f"{phase} {agent} {tool} {given} {row} {facts} {scope} {answer.reason}"
                        ours.append((answer.allowed, len(asks), about))
                        asked += asks
                        allowed[phase.value] += answer.allowed
        answers = iter(cedarpy.is_authorized_batch(asked, policies, entities))
        for mine, count, about in ours:
            theirs = [next(answers).allowed for _ in range(count)]
            assert mine == all(theirs), about
        compared += len(ours)
    assert allowed["offer"] > compared // 20  # both answers are common, or nothing would be compared
    assert allowed["offer"] > allowed["call"] > compared // 50
