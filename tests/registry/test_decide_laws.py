"""What holds for every decision: layers only narrow, a doubt refuses, a refusal says which layer and why."""

from __future__ import annotations

import datetime
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from toolcrib.registry import (
    Decision,
    Facts,
    FactsError,
    Layer,
    Only,
    Phase,
    Reason,
    Registry,
    Scope,
    UseDefaults,
    WholeWorkspace,
    decide,
    loaded_selection,
    validate_selection,
)
from toolcrib.registry._reasons import ALLOWING, WORDS

_spec = spec_from_file_location("toolcrib_registry_worlds", Path(__file__).with_name("worlds.py"))
assert _spec
assert _spec.loader
worlds = module_from_spec(_spec)
_spec.loader.exec_module(worlds)

LAW = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
TODAY = datetime.date(2027, 1, 1)
AFTER = datetime.date(2027, 7, 1)
ALL = Facts(
    access=True,
    paused=False,
    features=frozenset(worlds.FEATURES),
    projects=frozenset(worlds.PROJECTS),
    selection=UseDefaults(),
)


def ask(registry: Registry, agent: str, name: str, phase: Phase, facts: Any, scope: Any, arguments: Any) -> Decision:
    resolved = worlds.resolved_of()
    return decide(registry, agent, name, phase=phase, facts=facts, scope=scope, arguments=arguments, resolved=resolved)


def offered(registry: Registry, agent: str, facts: Facts, scope: Scope | None) -> set[str]:
    return {
        name
        for name in worlds.every_name(registry)
        if decide(registry, agent, name, phase=Phase.OFFER, facts=facts, scope=scope)
    }


def with_facts(facts: Facts, **changes: Any) -> Facts:
    kept = {name: getattr(facts, name) for name in ("access", "paused", "features", "projects", "selection")}
    return Facts(**{**kept, **changes})


@LAW
@given(worlds.registries(), worlds.agents, worlds.facts(), worlds.scopes())
def test_what_is_offered_lies_within_what_is_granted(r: Registry, agent: str, facts: Facts, scope: Scope) -> None:
    found = offered(r, agent, facts, scope)
    if agent not in r.agents:
        assert found == set()
    else:
        assert found <= {*r.allowlist(agent).names, *r.allowlist(agent).runtime_tools}


@LAW
@given(worlds.registries(), worlds.agents, worlds.facts(), worlds.scopes(), st.data())
def test_less_reach_never_offers_more(r: Registry, agent: str, facts: Facts, scope: Scope, data: st.DataObject) -> None:
    """Taking a feature, the access or names of a published list, or pausing the agent, only shrinks what is offered."""
    fewer = data.draw(worlds.subsets(sorted(facts.features) or ["schedules"])) & facts.features
    less = with_facts(facts, features=fewer, access=facts.access and data.draw(st.booleans()))
    less = with_facts(less, paused=facts.paused or data.draw(st.booleans()))
    if isinstance(facts.selection, Only) and len(facts.selection.names) > 1:
        kept = data.draw(st.sets(st.sampled_from(sorted(facts.selection.names)), min_size=1))
        less = with_facts(less, selection=Only(kept))
    assert offered(r, agent, less, scope) <= offered(r, agent, facts, scope)


@LAW
@given(worlds.registries(), worlds.agents, worlds.facts(), worlds.scopes(), worlds.selections)
def test_no_selection_offers_more_than_the_defaults(
    r: Registry, agent: str, facts: Facts, scope: Scope, selection: Any
) -> None:
    chosen = offered(r, agent, with_facts(facts, selection=selection), scope)
    default = offered(r, agent, with_facts(facts, selection=UseDefaults()), scope)
    assert chosen <= default
    if isinstance(selection, Only) and selection.names:
        assert chosen == default & selection.names
    if selection == Only(()) and agent in r.agents:
        assert chosen == (default if r.allowlist(agent).empty_selection == "defaults" else set())


@LAW
@given(
    worlds.registries(), st.sampled_from(worlds.AGENTS), worlds.junk, worlds.scopes(), st.sampled_from((TODAY, AFTER))
)
def test_no_stored_value_of_any_type_widens(
    r: Registry, agent: str, stored: object, scope: Scope, today: datetime.date
) -> None:
    """What is stored may be anything: a turn gets the defaults or less, and what is published is stored or refused."""
    default = offered(r, agent, ALL, scope)
    loaded = loaded_selection(r, agent, stored, today=today)
    found = offered(r, agent, with_facts(ALL, selection=loaded.selection), scope)
    assert found <= default
    if stored is not None and stored not in ([], ()):
        assert isinstance(loaded.selection, Only) == bool(getattr(loaded.selection, "names", ()))
        assert not isinstance(loaded.selection, UseDefaults)
    try:
        published = validate_selection(r, agent, stored, today=today)
    except ExceptionGroup:
        assert loaded.warnings
    else:
        assert loaded.warnings == ()
        assert loaded.selection == published
        assert (
            loaded_selection(r, agent, sorted(published.names) if isinstance(published, Only) else None, today=AFTER)
            == loaded
        )


@LAW
@given(worlds.registries(), worlds.agents, worlds.names, worlds.facts(), worlds.scopes(), worlds.arguments)
def test_what_is_callable_is_offered(
    r: Registry, agent: str, name: str, facts: Facts, scope: Scope, arguments: dict[str, Any]
) -> None:
    called = ask(r, agent, name, Phase.CALL, facts, scope, arguments)
    shown = ask(r, agent, name, Phase.OFFER, facts, scope, arguments)
    assert not called.allowed or shown.allowed
    if not shown.allowed:
        assert called.reason is shown.reason  # the first layer that refuses is the same in both phases


@LAW
@given(worlds.registries(), worlds.agents, worlds.names, worlds.facts(), st.none() | worlds.scopes(), worlds.arguments)
def test_every_decision_says_why_and_which_layer(
    r: Registry, agent: str, name: str, facts: Facts, scope: Scope | None, arguments: dict[str, Any]
) -> None:
    for phase in Phase:
        found = ask(r, agent, name, phase, facts, scope, arguments)
        assert found.allowed == (found.reason in ALLOWING) == bool(found)
        assert found.words
        assert "{" not in found.words.replace("{subject}", "{")
        assert (found.sentence == "") == found.allowed
        assert [step.layer for step in found.trace] == list(Layer)
        deciding = [step for step in found.trace if step.passed is False]
        assert [step.layer for step in deciding] == ([] if found.allowed else [found.layer])
        if not found.allowed:
            before = found.trace[: list(Layer).index(found.layer)]
            assert all(step.passed for step in before)
            assert all(step.passed is None for step in found.trace[len(before) + 1 :])
        if found.allowed and name in r.manifest.tools:
            assert found.row == r.tool(name)


@LAW
@given(worlds.registries(), worlds.junk, worlds.junk, worlds.junk, worlds.junk, worlds.junk, worlds.junk)
def test_nonsense_never_raises_and_never_allows(
    r: Registry, agent: Any, name: Any, phase: Any, facts: Any, scope: Any, arguments: Any
) -> None:
    """In the place of one argument at a time, the others being such that they would allow."""
    granted = next((t for t in r.tools if "chat" in t.agents and not t.is_bound), None)
    assert not decide(r, agent, name, phase=phase, facts=facts, scope=scope, arguments=arguments)
    if granted is None:
        return
    reached = granted.feature is not None or granted.capability in r.open_capabilities
    fine = decide(r, "chat", granted.name, phase=Phase.CALL, facts=ALL)
    assert fine.allowed == reached
    assert not decide(r, "chat", granted.name, phase=Phase.CALL, facts=facts)
    assert not decide(r, "chat", granted.name, phase=phase, facts=ALL)
    if agent != "chat":
        assert decide(r, agent, granted.name, phase=Phase.CALL, facts=ALL).allowed in (False,)
    bound = next((t for t in r.tools if "chat" in t.agents and t.is_bound), None)
    if bound is not None:
        assert not decide(r, "chat", bound.name, phase=Phase.CALL, facts=ALL, scope=scope, arguments=arguments)


@LAW
@given(worlds.junk, worlds.junk)
def test_nonsense_is_no_facts_and_no_scope(one: Any, other: Any) -> None:
    """What is built is exactly of the types that it says, or not at all."""
    given_facts = {"access": True, "paused": False, "features": [], "projects": [], "selection": UseDefaults()}
    for field in given_facts:
        try:
            built = Facts(**{**given_facts, field: one})
        except FactsError:
            continue
        assert type(built.access) is bool
        assert type(built.paused) is bool
        assert all(type(name) is str for name in built.features)
        assert all(type(name) in (str, int) for name in built.projects)
    try:
        scope = Scope(workspace=one, projects=other)
    except FactsError:
        return
    assert type(scope.workspace) in (str, int)
    assert scope.workspace != ""
    assert isinstance(scope.projects, WholeWorkspace) or all(type(name) in (str, int) for name in scope.projects)


@LAW
@given(
    worlds.registries(),
    worlds.names,
    worlds.scopes(),
    worlds.arguments,
    st.dictionaries(st.sampled_from(worlds.KINDS), worlds.junk | st.dictionaries(worlds.ids, worlds.junk, max_size=3)),
)
def test_a_resolver_that_gives_nonsense_reaches_no_object(
    r: Registry, name: str, scope: Scope, arguments: dict[str, Any], resolved: Any
) -> None:
    """A value that passes names the workspace, a project in scope, or an object that is mapped to one."""
    found = decide(r, "chat", name, phase=Phase.CALL, facts=ALL, scope=scope, arguments=arguments, resolved=resolved)
    if not found.allowed or found.row is None:
        return
    allowed = ALL.projects if isinstance(scope.projects, WholeWorkspace) else scope.projects & ALL.projects
    for path, scoped in found.row.scope.items():
        if scoped.rule == "pinned" or "." in path or "[" in path or arguments.get(path) is None:
            continue
        value = arguments[path]
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, list):
                continue
            assert type(one) in (str, int)
            if scoped.kind == "workspace":
                assert one == scope.workspace
            elif scoped.kind == "project":
                assert one in allowed
            else:
                assert resolved[scoped.kind][one] in allowed


def test_every_reason_has_words_and_a_layer() -> None:
    assert set(WORDS) == set(Reason)
    assert list(WORDS) == list(Reason)
    for reason, words in WORDS.items():
        assert words.operator
        assert (words.model == "") == (reason in ALLOWING)


def test_a_refusal_is_no_condition_that_holds() -> None:
    from toolcrib.registry._decide import refusal

    for reason in Reason:
        assert not refusal(reason, Phase.CALL, "chat", "x")


def test_a_decision_cannot_be_changed() -> None:
    from toolcrib.registry._decide import refusal

    with pytest.raises(AttributeError):
        refusal(Reason.NO_ACCESS, Phase.CALL, "chat", "x").allowed = True  # type: ignore[misc]  # that it is refused is the point
