"""One decision after the other, in words: which layer refuses, with which code, and what it speaks of."""

from __future__ import annotations

from importlib.resources import files
from types import SimpleNamespace
from typing import Any

import pytest

from toolcrib.manifest import Manifest
from toolcrib.registry import (
    Facts,
    Layer,
    Nothing,
    Only,
    Phase,
    Reason,
    Registry,
    Scope,
    UseDefaults,
    WholeWorkspace,
    decide,
)
from toolcrib.registry._reasons import reasons_page

ROW = {"capability": "schedules", "mutates": False, "agents": ["chat", "builder"], "description": "About it."}
MANIFEST = Manifest(
    agents={
        "chat": {"empty_selection": "defaults"},
        "builder": {
            "empty_selection": "none",
            "runtime_tools": {"source": "app/run.py", "tools": ["ask_user"]},
        },
    },
    capabilities={
        "schedules": {"feature": "schedules:read"},
        "help": {"feature": None},
        "forgotten": {"feature": None},
    },
    tools={
        "list_schedules": ROW,
        "chat_only": {**ROW, "agents": ["chat"]},
        "get_help": {**ROW, "capability": "help"},
        "get_forgotten": {**ROW, "capability": "forgotten"},
        "alert_all": {**ROW, "whole_workspace": True},
        "of_project": {**ROW, "scope": {"project_id": "project"}},
        "of_schedule": {**ROW, "scope": {"ids[]": "schedule", "workspace_id": {"pinned": "workspace"}}},
        "fills": {**ROW, "scope": {"project_id": {"filled": "project"}}},
        "pins": {**ROW, "scope": {"project_id": {"pinned": "project"}, "user_id": {"pinned": "user"}}},
    },
    renamed={"get_schedules": {"to": "list_schedules", "until": "2027-06-30"}},
    pins={"ungated": {"help": "How it works is no tenant's data."}},
)
REGISTRY = Registry(MANIFEST)
FINE: dict[str, Any] = {
    "access": True,
    "paused": False,
    "features": {"schedules:read"},
    "projects": {"p1", "p2"},
    "selection": UseDefaults(),
}
NARROWED = Scope(workspace="w1", projects=frozenset({"p1"}), objects={"user": "u1"})
WHOLE = Scope(workspace="w1", projects=WholeWorkspace())
RESOLVED = {"schedule": {"s1": "p1", "s2": "p2", "s3": "p3", "s4": None}}


def asked(
    agent: str, tool: str, *, phase: Phase = Phase.CALL, scope: Any = NARROWED, args: Any = None, **changed: Any
) -> tuple[Reason, str]:
    found = decide(
        REGISTRY,
        agent,
        tool,
        phase=phase,
        facts=Facts(**{**FINE, **changed}),
        scope=scope,
        arguments=args if args is not None else {},
        resolved=RESOLVED,
    )
    return found.reason, found.subject


REFUSED_IN_BOTH: list[tuple[str, str, dict[str, Any], Reason, str]] = [
    ("nobody", "list_schedules", {}, Reason.UNKNOWN_AGENT, ""),
    ("Chat", "list_schedules", {}, Reason.UNKNOWN_AGENT, ""),
    ("chat", "unknown", {}, Reason.UNKNOWN_TOOL, ""),
    ("chat", "List_Schedules", {}, Reason.UNKNOWN_TOOL, ""),
    ("chat", "list_schedules ", {}, Reason.UNKNOWN_TOOL, ""),
    ("chat", "get_schedules", {}, Reason.RENAMED_TOOL, "list_schedules"),
    ("builder", "chat_only", {}, Reason.NOT_GRANTED, ""),
    ("chat", "ask_user", {}, Reason.UNKNOWN_TOOL, ""),
    ("chat", "list_schedules", {"selection": Only(["get_help"])}, Reason.NOT_PUBLISHED, ""),
    ("chat", "list_schedules", {"selection": Only(["LIST_SCHEDULES"])}, Reason.NOT_PUBLISHED, ""),
    ("chat", "list_schedules", {"selection": Nothing()}, Reason.UNUSABLE_SELECTION, ""),
    ("builder", "list_schedules", {"selection": Only(())}, Reason.NONE_PUBLISHED, ""),
    ("builder", "ask_user", {"selection": Only(())}, Reason.NONE_PUBLISHED, ""),
    ("builder", "ask_user", {"selection": Only(["list_schedules"])}, Reason.NOT_PUBLISHED, ""),
    ("chat", "list_schedules", {"features": set()}, Reason.FEATURE_NOT_REACHED, "schedules:read"),
    ("chat", "list_schedules", {"features": {"schedules"}}, Reason.FEATURE_NOT_REACHED, "schedules:read"),
    ("chat", "get_forgotten", {}, Reason.UNPINNED_CAPABILITY, "forgotten"),
    ("chat", "list_schedules", {"access": False}, Reason.NO_ACCESS, ""),
    ("chat", "get_help", {"access": False, "features": set()}, Reason.NO_ACCESS, ""),
    ("chat", "list_schedules", {"paused": True}, Reason.AGENT_PAUSED, ""),
    ("builder", "ask_user", {"paused": True}, Reason.AGENT_PAUSED, ""),
    ("chat", "alert_all", {}, Reason.WHOLE_WORKSPACE, ""),
    ("chat", "alert_all", {"scope": Scope(workspace="w1", projects=frozenset())}, Reason.WHOLE_WORKSPACE, ""),
    ("chat", "alert_all", {"scope": None}, Reason.SCOPE_MISSING, ""),
    ("chat", "of_project", {"scope": None}, Reason.SCOPE_MISSING, ""),
    ("chat", "of_project", {"scope": {"workspace": "w1"}}, Reason.SCOPE_MISSING, ""),
    ("chat", "pins", {"scope": WHOLE}, Reason.NOTHING_TO_PIN, "project_id"),
    ("chat", "pins", {"projects": set()}, Reason.NOTHING_TO_PIN, "project_id"),
    ("chat", "pins", {"scope": Scope(workspace="w1", projects=frozenset({"p1"}))}, Reason.NOTHING_TO_PIN, "user_id"),
]


@pytest.mark.parametrize(("agent", "tool", "changed", "reason", "subject"), REFUSED_IN_BOTH)
@pytest.mark.parametrize("phase", Phase)
def test_refused_when_offered_and_when_called(
    agent: str, tool: str, changed: dict[str, Any], reason: Reason, subject: str, phase: Phase
) -> None:
    assert asked(agent, tool, phase=phase, **changed) == (reason, subject)


ALLOWED: list[tuple[str, str, dict[str, Any]]] = [
    ("chat", "list_schedules", {}),
    ("chat", "list_schedules", {"scope": None}),
    ("chat", "list_schedules", {"selection": Only(())}),
    ("chat", "list_schedules", {"selection": Only(["list_schedules", "unknown"])}),
    ("chat", "get_help", {"features": set()}),
    ("builder", "ask_user", {"features": set(), "scope": None}),
    ("builder", "ask_user", {"selection": Only(["ask_user"])}),
    ("chat", "alert_all", {"scope": WHOLE}),
    ("chat", "of_project", {"args": {"project_id": "p1"}}),
    ("chat", "of_project", {"args": {"project_id": "p2"}, "scope": WHOLE}),
    ("chat", "of_project", {"args": {"project_id": ["p1", "p1"]}}),
    ("chat", "of_project", {"args": {}}),
    ("chat", "of_project", {"args": {"project_id": None}}),
    ("chat", "of_schedule", {"args": {"ids": ["s1", "s1"]}}),
    ("chat", "of_schedule", {"args": {"ids": ["s1", "s2"]}, "scope": WHOLE}),
    ("chat", "of_schedule", {"args": {"ids": [], "workspace_id": "w2"}}),
    ("chat", "fills", {}),
    ("chat", "fills", {"args": {"project_id": "p2"}, "scope": WHOLE}),
    ("chat", "pins", {"args": {"project_id": "p3", "user_id": "u9"}}),
    (
        "chat",
        "pins",
        {"scope": Scope(workspace="w1", projects=WholeWorkspace(), objects={"user": "u1"}), "projects": {"p9"}},
    ),
]


@pytest.mark.parametrize(("agent", "tool", "changed"), ALLOWED)
def test_allowed(agent: str, tool: str, changed: dict[str, Any]) -> None:
    assert asked(agent, tool, **changed) == (Reason.CALLABLE, "")
    assert asked(agent, tool, phase=Phase.OFFER, **changed) == (Reason.OFFERED, "")


REFUSED_WHEN_CALLED: list[tuple[str, dict[str, Any], Reason, str]] = [
    ("of_project", {"args": {"project_id": "p2"}}, Reason.OUTSIDE_SCOPE, "project_id"),  # allowed, not selected
    ("of_project", {"args": {"project_id": "p3"}, "scope": WHOLE}, Reason.OUTSIDE_SCOPE, "project_id"),  # not allowed
    ("of_project", {"args": {"project_id": "p1"}, "projects": {"p2"}}, Reason.OUTSIDE_SCOPE, "project_id"),  # withdrawn
    ("of_project", {"args": {"project_id": "P1"}}, Reason.OUTSIDE_SCOPE, "project_id"),
    ("of_project", {"args": {"project_id": ""}}, Reason.OUTSIDE_SCOPE, "project_id"),
    ("of_project", {"args": {"project_id": ["p1", "p2"]}}, Reason.OUTSIDE_SCOPE, "project_id"),
    ("of_project", {"args": {"project_id": ["p1", ["p2"]]}}, Reason.OUTSIDE_SCOPE, "project_id"),
    ("of_project", {"args": {"project_id": {"id": "p1"}}}, Reason.SCOPE_SHAPE, "project_id"),
    ("of_project", {"args": {"project_id": True}}, Reason.SCOPE_SHAPE, "project_id"),
    ("of_project", {"args": {"project_id": ["p1", None]}}, Reason.SCOPE_SHAPE, "project_id"),
    ("of_project", {"args": {"projectId": "p2"}}, Reason.SCOPE_SHAPE, "projectId"),
    ("of_project", {"args": ["project_id"]}, Reason.ARGUMENTS_UNREADABLE, "list"),
    ("of_schedule", {"args": {"ids": ["s1", "s2"]}}, Reason.OUTSIDE_SCOPE, "ids[]"),
    ("of_schedule", {"args": {"ids": ["s3"]}, "scope": WHOLE}, Reason.OUTSIDE_SCOPE, "ids[]"),
    ("of_schedule", {"args": {"ids": ["s4"]}, "scope": WHOLE}, Reason.OUTSIDE_SCOPE, "ids[]"),
    ("of_schedule", {"args": {"ids": ["unknown"]}, "scope": WHOLE}, Reason.OUTSIDE_SCOPE, "ids[]"),
    ("of_schedule", {"args": {"ids": "s1"}}, Reason.SCOPE_SHAPE, "ids[]"),
    ("fills", {"scope": WHOLE}, Reason.NOTHING_TO_FILL, "project_id"),
    ("fills", {"scope": WHOLE, "args": {"project_id": []}}, Reason.NOTHING_TO_FILL, "project_id"),
    ("fills", {"args": {"project_id": "p2"}}, Reason.OUTSIDE_SCOPE, "project_id"),
]


@pytest.mark.parametrize(("tool", "changed", "reason", "subject"), REFUSED_WHEN_CALLED)
def test_refused_when_called(tool: str, changed: dict[str, Any], reason: Reason, subject: str) -> None:
    assert asked("chat", tool, **changed) == (reason, subject)
    assert asked("chat", tool, phase=Phase.OFFER, **changed) == (Reason.OFFERED, "")


def test_unknown_is_refused_exactly_like_forbidden() -> None:
    """A caller learns nothing about what exists elsewhere."""
    answers = {
        decide(
            REGISTRY,
            "chat",
            "of_schedule",
            phase=Phase.CALL,
            facts=Facts(**FINE),
            scope=WHOLE,
            arguments={"ids": [one]},
            resolved=RESOLVED,
        )
        for one in ("s3", "s4", "unknown")
    }
    assert len(answers) == 1


def test_a_kind_without_a_resolver_reaches_nothing() -> None:
    found = decide(
        REGISTRY,
        "chat",
        "of_schedule",
        phase=Phase.CALL,
        facts=Facts(**FINE),
        scope=WHOLE,
        arguments={"ids": ["s1"]},
    )
    assert (found.allowed, found.reason, found.layer) == (False, Reason.OUTSIDE_SCOPE, Layer.CALLABLE)


def test_what_is_pinned_is_held_to_the_scope_where_a_resolver_knows_it() -> None:
    """A pinned object whose project was withdrawn in the middle of a turn is refused."""
    scope = Scope(workspace="w1", projects=frozenset({"p1"}), objects={"user": "u1"})
    for where, reason in (("p1", Reason.CALLABLE), ("p2", Reason.OUTSIDE_SCOPE), (None, Reason.OUTSIDE_SCOPE)):
        found = decide(
            REGISTRY,
            "chat",
            "pins",
            phase=Phase.CALL,
            facts=Facts(**FINE),
            scope=scope,
            arguments={},
            resolved={"user": {"u1": where}},
        )
        assert found.reason is reason


def test_a_layer_that_breaks_refuses() -> None:
    class Broken:
        def __init__(self) -> None:
            self.granted: Any = {"chat": ({"x": None}, ("x",))}
            self.open_capabilities: Any = ()

        def allowlist(self, agent: str) -> Any:
            raise KeyError(agent)

    empty = Facts(**{**FINE, "selection": Only(())})
    found = decide(Broken(), "chat", "x", phase=Phase.CALL, facts=empty)  # type: ignore[arg-type]  # on purpose
    assert (found.allowed, found.reason, found.subject) == (False, Reason.DECISION_FAILED, "KeyError")
    unknown = decide(REGISTRY, "chat", "list_schedules", phase="call", facts=Facts(**FINE))  # type: ignore[arg-type]  # no Phase
    assert (unknown.allowed, unknown.reason) == (False, Reason.DECISION_FAILED)


def test_what_only_looks_like_facts_is_refused() -> None:
    alike = SimpleNamespace(**{name: getattr(Facts(**FINE), name) for name in FINE})
    found = decide(REGISTRY, "chat", "list_schedules", phase=Phase.CALL, facts=alike)  # type: ignore[arg-type]  # on purpose
    assert (found.allowed, found.reason, found.subject) == (False, Reason.FACTS_INVALID, "SimpleNamespace")


def test_a_trace_tells_every_layer_in_order() -> None:
    found = decide(REGISTRY, "chat", "list_schedules", phase=Phase.CALL, facts=Facts(**{**FINE, "features": set()}))
    assert [(step.layer.value, step.passed, step.words) for step in found.trace] == [
        ("session", True, "passed"),
        ("granted", True, "passed"),
        ("published", True, "passed"),
        ("reachable", False, "the caller does not reach the feature `schedules:read`"),
        ("offered", None, "not asked"),
        ("callable", None, "not asked"),
    ]
    fine = decide(REGISTRY, "chat", "list_schedules", phase=Phase.OFFER, facts=Facts(**FINE))
    assert [step.passed for step in fine.trace] == [True, True, True, True, True, None]
    assert fine.trace[-1].words == "asked when it is called"
    assert fine.row == REGISTRY.tool("list_schedules")
    runtime = decide(REGISTRY, "builder", "ask_user", phase=Phase.CALL, facts=Facts(**FINE))
    assert (runtime.allowed, runtime.row) == (True, None)


def test_the_page_has_every_code() -> None:
    """`python -c "from toolcrib.registry._reasons import reasons_page; print(reasons_page())"` makes its table."""
    page = files("toolcrib.registry").joinpath("reasons.md").read_text(encoding="utf-8")
    assert page.endswith("\n\n" + reasons_page())
