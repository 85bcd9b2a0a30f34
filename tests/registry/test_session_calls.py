"""A turn from the outside: what is offered, called with what the session sets, refused, revoked in the middle."""

from __future__ import annotations

import copy
from importlib import import_module
from typing import Any

import pytest

from toolcrib.manifest import Manifest
from toolcrib.registry import (
    Answer,
    Only,
    Reason,
    Registry,
    Scope,
    WholeWorkspace,
)

turns: Any = import_module("registry_turns")  # conftest.py brings it


def test_an_offer_has_the_rows_text_and_the_schema_without_what_the_session_sets(kind: str) -> None:
    offer = turns.turn(kind, lambda offer, call: offer())
    assert offer.names == ("list_schedules", "show", "ask_user")
    first = offer.tools[0]
    assert first.description == "List the schedules of a project."
    assert first.schema == {
        "type": "object",
        "properties": {"project_id": {"type": "string"}, "limit": {"type": "integer"}},
        "additionalProperties": False,
    }
    assert turns.SCHEMA["required"] == ["workspace_id", "project_id"]
    assert {(d.tool, d.reason) for d in offer.refused} == {
        ("run_app", Reason.FEATURE_NOT_REACHED),
        ("everywhere", Reason.WHOLE_WORKSPACE),
    }
    assert [tool.name for tool in offer] == list(offer.names)
    assert len(offer) == 3
    wide = turns.turn(kind, lambda offer, call: offer(), scope=Scope(workspace="w1", projects=WholeWorkspace()))
    assert wide.names == ("everywhere", "list_schedules", "show", "ask_user")
    assert wide.tools[1].schema["required"] == ["project_id"]  # nothing to fill in: two projects


def test_a_call_runs_with_what_the_session_sets_written_last(kind: str) -> None:
    tool = turns.Tool(["a"])
    answer = turns.turn(kind, lambda offer, call: call("list_schedules", {"workspace_id": "w2", "limit": 3}, tool))
    assert tool.calls == [{"workspace_id": "w1", "limit": 3, "project_id": "p1"}]
    assert (answer.allowed, answer.content, answer.is_error) == (True, ["a"], False)
    given = {"project_id": "p1"}
    turns.turn(kind, lambda offer, call: call("list_schedules", given, tool))
    assert given == {"project_id": "p1"}  # what came from the model is as it was
    assert tool.calls[-1] == {"project_id": "p1", "workspace_id": "w1"}


ITEMS: dict[str, Any] = {
    "filter.project_id": {"filled": "project"},
    "items[].workspace_id": {"pinned": "workspace"},
    "ids[]": {"filled": "project"},
}


@pytest.mark.parametrize(
    ("given", "final"),
    [
        ({}, {"filter": {"project_id": "p1"}, "ids": ["p1"]}),
        ({"filter": None, "ids": None}, {"filter": {"project_id": "p1"}, "ids": ["p1"]}),
        ({"filter": {"project_id": None, "q": 1}, "ids": []}, {"filter": {"project_id": "p1", "q": 1}, "ids": ["p1"]}),
        ({"filter": {"project_id": "p1"}, "ids": ["p1", "p1"]}, {"filter": {"project_id": "p1"}, "ids": ["p1", "p1"]}),
        (
            {"items": [{"workspace_id": "w2"}, {}, None, {"n": [1]}]},
            {
                "items": [{"workspace_id": "w1"}, {"workspace_id": "w1"}, None, {"n": [1], "workspace_id": "w1"}],
                "filter": {"project_id": "p1"},
                "ids": ["p1"],
            },
        ),
        ({"items": []}, {"items": [], "filter": {"project_id": "p1"}, "ids": ["p1"]}),
    ],
)
def test_what_the_session_sets_inside_of_objects_and_lists(kind: str, given: Any, final: Any) -> None:
    tool = turns.Tool()
    manifest = Manifest(
        agents={"chat": {"empty_selection": "none"}},
        capabilities={"schedules": {"feature": "schedules"}},
        tools={"list_schedules": {**turns.ROW, "scope": ITEMS}},
    )
    before = copy.deepcopy(given)
    assert turns.turn(
        kind, lambda offer, call: call("list_schedules", given, tool), Registry(manifest), schemas={}
    ).allowed
    assert tool.calls == [final]
    assert given == before


@pytest.mark.parametrize("given", [{"filter": "p1"}, {"filter": []}, {"items": {}}, {"items": ["x"]}, {"ids": "p1"}])
def test_what_is_not_where_the_scope_looks_is_refused(kind: str, given: Any) -> None:
    tool = turns.Tool()
    manifest = Manifest(
        agents={"chat": {"empty_selection": "none"}},
        capabilities={"schedules": {"feature": "schedules"}},
        tools={"list_schedules": {**turns.ROW, "scope": ITEMS}},
    )
    answer = turns.turn(kind, lambda offer, call: call("list_schedules", given, tool), Registry(manifest), schemas={})
    assert (answer.decision.reason, tool.calls) == (Reason.SCOPE_SHAPE, [])


@pytest.mark.parametrize(
    ("name", "arguments", "reason", "says"),
    [
        ("run_app", {}, Reason.FEATURE_NOT_REACHED, "tool error: This tool is not available in this conversation."),
        ("unknown", {}, Reason.UNKNOWN_TOOL, "tool error: This tool is not available in this conversation."),
        ("List_Schedules", {}, Reason.UNKNOWN_TOOL, "tool error: This tool is not available in this conversation."),
        ("everywhere", {}, Reason.WHOLE_WORKSPACE, "tool error: This tool is not available in this conversation."),
        ("list_schedules", {"project_id": "p2"}, Reason.OUTSIDE_SCOPE, "tool error: An argument names something"),
        ("list_schedules", {"project_id": "p9"}, Reason.OUTSIDE_SCOPE, "tool error: An argument names something"),
        ("list_schedules", "{}", Reason.ARGUMENTS_UNREADABLE, "tool error: The arguments have to be a JSON object."),
        ("list_schedules", {"limit": "x"}, Reason.ARGUMENTS_INVALID, 'schema. `limit`: `type` says "integer".'),
        ("list_schedules", {"more": 1}, Reason.ARGUMENTS_INVALID, "`more` is not known."),
        ("list_schedules", {"limit": "x" * 2_000_000}, Reason.ARGUMENTS_TOO_LARGE, "The arguments are too large."),
        ("list_schedules", {"project_id": {"a": 1}}, Reason.ARGUMENTS_INVALID, '`project_id`: `type` says "string"'),
        ("show", {"ids": "s1"}, Reason.SCOPE_SHAPE, "The arguments do not fit"),
        ("show", {"ids": ["s1", "s9"]}, Reason.OUTSIDE_SCOPE, "An argument names something"),
        ("show", {"ids": list(range(1_001))}, Reason.ARGUMENTS_TOO_LARGE, "The arguments are too large."),
        (["list_schedules"], {}, Reason.DECISION_FAILED, "Try again later."),
    ],
)
def test_a_refused_call_runs_nothing(kind: str, name: Any, arguments: Any, reason: Reason, says: str) -> None:
    tool = turns.Tool()
    resolvers = {"schedule": lambda ids: {"s1": "p1"}}
    answer = turns.turn(kind, lambda offer, call: call(name, arguments, tool), resolvers=resolvers)
    assert answer.decision.reason is reason
    assert says in answer.content
    assert (answer.allowed, answer.is_error, tool.calls) == (False, True, [])


@pytest.mark.parametrize(
    "withdrawn",
    [
        {"access": False},
        {"paused": True},
        {"features": set()},
        {"projects": {"p2"}},
        {"selection": Only(())},
        {"selection": Only(["show"])},
    ],
)
def test_what_is_withdrawn_in_the_middle_of_a_turn_is_refused(kind: str, withdrawn: dict[str, Any]) -> None:
    """The model has already seen the tool."""
    now = [turns.FINE]
    tool = turns.Tool()

    def steps(offer: turns.Asked, call: turns.Asked) -> Answer:
        assert "list_schedules" in offer().names
        assert call("list_schedules", {"project_id": "p1"}, tool).allowed
        now[0] = turns.facts_with(**withdrawn)
        found = call("list_schedules", {"project_id": "p1"}, tool)
        assert isinstance(found, Answer)
        return found

    assert not turns.turn(kind, steps, facts=lambda: now[0]).allowed
    assert len(tool.calls) == 1


def test_a_schema_that_cannot_be_used_is_neither_offered_nor_called(kind: str) -> None:
    """Binding an argument that the schema does not have would bind nothing."""
    tool = turns.Tool()

    def steps(offer: turns.Asked, call: turns.Asked) -> None:
        shown = offer()
        assert "list_schedules" not in shown.names
        assert Reason.SCHEMA_UNUSABLE in {d.reason for d in shown.refused}

    turns.turn(kind, steps, schemas={"list_schedules": {"type": "object", "properties": {}}})
    remote = {"show": {"$ref": "https://example.com/s.json"}}
    answer = turns.turn(kind, lambda offer, call: call("show", {}, tool), schemas=remote)
    assert answer.decision.reason is Reason.SCHEMA_UNUSABLE
    assert tool.calls == []
