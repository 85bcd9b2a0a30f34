"""Generated manifests, callers, stored choices, conversations and calls, from small pools so that they meet."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from toolcrib.manifest import ArgumentRule, Manifest, ScopedArgument
from toolcrib.registry import Facts, Only, Registry, Scope, Selection, UseDefaults, WholeWorkspace

AGENTS = ("chat", "builder", "idle")
CAPABILITIES = ("schedules", "apps", "admin", "alerts")
FEATURES = ("schedules", "apps:read", "other")
TOOLS = ("list_schedules", "show_schedule", "drop_schedule", "run app", "Liste")
RUNTIME = ("ask_user", "edit_spec")
OLD = ("get_schedules", "list")
WORKSPACES = ("w1", "w2", 7)
PROJECTS = ("p1", "p2", "p3", 7)
OBJECTS = ("s1", "s2", "s9", 7)
KINDS = ("workspace", "project", "schedule", "user")
PATHS = ("project_id", "workspace_id", "ids[]", "filter.id", "items[].id", "a.b.c", "rows[][].x")
WHERE = {"s1": "p1", "s2": "p2", "s9": "nowhere", 7: 7}  # object → project

subsets = lambda pool: st.frozensets(st.sampled_from(pool))  # noqa: E731  # a strategy by pool
names = st.sampled_from((*TOOLS, *RUNTIME, *OLD, "unknown", "List_Schedules", ""))
agents = st.sampled_from((*AGENTS, "nobody"))
selections: st.SearchStrategy[Selection] = (
    st.just(UseDefaults()) | st.frozensets(names, max_size=4).map(Only) | st.just(Only(()))
)
scoped_arguments = st.one_of(
    st.sampled_from(KINDS).map(lambda kind: ScopedArgument(ArgumentRule.CHECKED, kind)),
    st.sampled_from(KINDS).map(lambda kind: ScopedArgument(ArgumentRule.PINNED, kind)),
    st.sampled_from(KINDS[1:]).map(lambda kind: ScopedArgument(ArgumentRule.FILLED, kind)),
)
ids = st.sampled_from((*PROJECTS, *WORKSPACES, *OBJECTS, "", "P1", 1, True, 7.0, None))
values = st.recursive(
    ids,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(("id", "b", "c", "x", "project_id")), inner, max_size=3)
    ),
    max_leaves=5,
)
arguments = st.dictionaries(
    st.sampled_from(("project_id", "workspace_id", "ids", "filter", "items", "a", "rows", "projectId", "text")),
    values,
    max_size=4,
)
junk = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-1, 9),
    st.floats(allow_nan=True),
    st.text(max_size=5),
    names,
    st.binary(max_size=4),
    st.lists(names | st.none() | st.integers(0, 3) | st.lists(names, max_size=2), max_size=4),
    st.tuples(names, names),
    st.dictionaries(names, names, max_size=2),
    st.frozensets(names, max_size=2),
    st.sampled_from(("null", "[]", '["list_schedules"]', "NULL", "list_schedules", b"[]", object, 0, (), {}, set())),
)


@st.composite
def facts(draw: st.DrawFn) -> Facts:
    often = st.sampled_from((True, True, True, False))
    return Facts(
        access=draw(often),
        paused=not draw(often),
        features=draw(subsets(FEATURES)),
        projects=draw(subsets(PROJECTS)),
        selection=draw(selections),
    )


@st.composite
def scopes(draw: st.DrawFn) -> Scope:
    return Scope(
        workspace=draw(st.sampled_from(WORKSPACES)),
        projects=draw(st.just(WholeWorkspace()) | subsets(PROJECTS)),
        objects=draw(st.dictionaries(st.sampled_from(("schedule", "user")), st.sampled_from(OBJECTS), max_size=2)),
    )


@st.composite
def manifests(draw: st.DrawFn) -> Manifest:
    tools = draw(st.lists(st.sampled_from(TOOLS), min_size=1, unique=True))
    ungated = draw(subsets(CAPABILITIES))
    row_scopes = st.lists(st.sampled_from(PATHS), max_size=2, unique=True)
    return Manifest(
        agents={
            name: {
                "empty_selection": draw(st.sampled_from(("defaults", "none"))),
                **({"runtime_tools": {"source": "a.py", "tools": list(RUNTIME)}} if draw(st.booleans()) else {}),
            }
            for name in AGENTS
        },
        capabilities={
            name: {"feature": None if name in ungated else draw(st.sampled_from(FEATURES))} for name in CAPABILITIES
        },
        tools={
            name: {
                "description": f"About {name}.",
                "capability": draw(st.sampled_from(CAPABILITIES)),
                "mutates": draw(st.booleans()),
                "agents": sorted(draw(subsets(AGENTS[:2]))),
                "scope": {path: draw(scoped_arguments) for path in draw(row_scopes)},
                "whole_workspace": draw(st.sampled_from((False, False, True))),
            }
            for name in tools
        },
        renamed={name: {"to": draw(st.sampled_from(tools)), "until": "2027-06-30"} for name in draw(subsets(OLD))},
        pins={"ungated": dict.fromkeys(draw(subsets(CAPABILITIES)), "Somebody said why this is open.")},
    )


def registries() -> st.SearchStrategy[Registry]:
    return manifests().map(Registry)


def every_name(registry: Registry) -> tuple[str, ...]:
    return (*TOOLS, *RUNTIME, *OLD, "unknown", "List_Schedules", "")


def resolved_of(kinds: tuple[str, ...] = ("schedule",)) -> dict[str, dict[Any, Any]]:
    return {kind: dict(WHERE) for kind in kinds}
