"""A schema in which a bound argument is not found: such a tool is neither offered nor called."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import AliasChoices, BaseModel, Field

from toolcrib.manifest import Manifest
from toolcrib.registry import Facts, Reason, Registry, Schemas, Scope, UseDefaults


def registry_of(scope: dict[str, Any]) -> Registry:
    return Registry(
        Manifest(
            agents={"chat": {"empty_selection": "none"}},
            capabilities={"c": {"feature": "f"}},
            tools={
                "show": {
                    "description": "d",
                    "capability": "c",
                    "mutates": False,
                    "agents": ["chat"],
                    "scope": scope,
                }
            },
        )
    )


REGISTRY = registry_of({"workspace_id": {"pinned": "workspace"}})
OTHER = {"type": "object", "properties": {"tenant": {"type": "string"}}}
FITS = {"type": "object", "properties": {"workspace_id": {"type": "string"}}, "required": ["workspace_id"]}


def facts() -> Facts:
    return Facts(
        access=True, paused=False, features=frozenset({"f"}), projects=frozenset({"p"}), selection=UseDefaults()
    )


def test_what_cannot_be_offered_with_its_schema_cannot_be_called() -> None:
    calls: list[dict[str, Any]] = []
    scope = Scope(workspace="w1", projects=frozenset({"p"}))
    with REGISTRY.session("chat", facts=facts, scope=scope, time_limit=None, schemas={"show": OTHER}) as session:
        assert [decision.reason for decision in session.offer().refused] == [Reason.SCHEMA_UNUSABLE]
        answer = session.call("show", {"tenant": "w2"}, calls.append)
        assert (answer.decision.reason, calls) == (Reason.SCHEMA_UNUSABLE, [])


def test_whoever_asks_may_bring_the_schemas_of_its_framework() -> None:
    calls: list[dict[str, Any]] = []
    scope = Scope(workspace="w1", projects=frozenset({"p"}))
    with REGISTRY.session("chat", facts=facts, scope=scope, time_limit=None, schemas={"show": OTHER}) as session:
        (tool,) = session.offer(schemas=Schemas({"show": FITS}))
        assert tool.schema == {"type": "object", "properties": {}}
        assert session.call("show", {"workspace_id": "w2"}, calls.append, schemas=Schemas({"show": FITS})).allowed
        assert calls == [{"workspace_id": "w1"}]


SCOPE = Scope(workspace="w1", projects=frozenset({"p"}))


class Filter(BaseModel):
    project_id: str = Field(validation_alias=AliasChoices("project_id", "in", "place"))
    words: str = ""


class Call(BaseModel):
    """What a framework makes of a function: the schema shows the first of the names that the code takes."""

    filter: Filter
    items: list[Filter] | None = None
    limit: int = 5


CALL = Call.model_json_schema()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"filter": {"project_id": "p", "words": "x"}, "items": [{"project_id": "p"}], "limit": 1}, ""),
        ({"filter": {"project_id": "p", "in": "p9"}}, "`in` is not known"),
        ({"filter": {"project_id": "p", "place": "p9"}}, "`place` is not known"),
        ({"filter": {"project_id": "p"}, "items": [{"project_id": "p", "in": "p9"}]}, "`in` is not known"),
        ({"filter": {"project_id": "p"}, "more": 1}, "`more` is not known"),
    ],
)
def test_what_is_not_declared_beside_a_bound_argument_is_refused(arguments: dict[str, Any], says: str) -> None:
    """The code reads it as the bound one, and nobody has checked it."""
    calls: list[dict[str, Any]] = []
    registry = registry_of({"filter.project_id": "project", "items[].project_id": "project"})
    with registry.session("chat", facts=facts, scope=SCOPE, time_limit=None, schemas={"show": CALL}) as session:
        answer = session.call("show", arguments, calls.append)
    assert (answer.allowed, bool(calls)) == (not says, not says)
    if says:
        assert answer.decision.reason is Reason.ARGUMENTS_INVALID
        assert says in str(answer.content)


TEXT = {"type": "string"}
P = {"project_id": TEXT}
OPEN: dict[str, dict[str, Any]] = {
    "says so": {"properties": P, "additionalProperties": True},
    "of a kind": {"properties": P, "additionalProperties": TEXT},
    "by a pattern": {"properties": P, "patternProperties": {"^x": {}}},
    "of no words": {"type": "object"},
    "in a branch": {"anyOf": [{"properties": P}, {"type": "object"}]},
    "in any branch": {"anyOf": [{"properties": P}, True]},
}


@pytest.mark.parametrize("name", OPEN)
def test_an_object_that_takes_more_is_left_open(name: str) -> None:
    calls: list[dict[str, Any]] = []
    registry = registry_of({"a.project_id": "project"})
    schema = {"properties": {"a": OPEN[name]}}
    arguments = {"a": {"project_id": "p", "xx": "y"}}
    with registry.session("chat", facts=facts, scope=SCOPE, time_limit=None, schemas={"show": schema}) as session:
        assert session.call("show", arguments, calls.append).allowed
        assert session.call("show", {**arguments, "b": 1}, calls.append).decision.reason is Reason.ARGUMENTS_INVALID
    assert calls == [arguments]


CLOSED: dict[str, dict[str, Any]] = {
    "in branches": {"anyOf": [{"properties": P}, {"properties": {"other": TEXT}}, {"type": "null"}]},
    "behind a reference": {"$ref": "#/$defs/P", "description": "Which."},
    "in parts": {"allOf": [{"properties": P}, {"required": ["project_id"]}], "properties": {"other": TEXT}},
    "on a condition": {"properties": P, "if": {"required": ["other"]}, "then": {"properties": {"other": TEXT}}},
}


@pytest.mark.parametrize("name", CLOSED)
def test_what_any_part_of_a_schema_declares_is_declared(name: str) -> None:
    calls: list[dict[str, Any]] = []
    registry = registry_of({"a[].project_id": "project"})
    schema = {"properties": {"a": {"items": CLOSED[name]}}, "$defs": {"P": {"properties": {**P, "other": TEXT}}}}
    with registry.session("chat", facts=facts, scope=SCOPE, time_limit=None, schemas={"show": schema}) as session:
        for one, allowed in (
            ({"project_id": "p"}, True),
            ({"project_id": "p", "other": "y"}, True),
            ({"no": 1}, False),
        ):
            before = len(calls)
            answer = session.call("show", {"a": [{"project_id": "p"}, None, one][:: 1 if allowed else 2]}, calls.append)
            assert (answer.allowed, len(calls) - before) == (allowed, int(allowed))


@pytest.mark.parametrize("path", ["project", "filter.project", "filter[].project_id", "limit.x", "items[].id"])
def test_a_checked_argument_that_the_schema_does_not_have_checks_nothing_so_the_tool_is_not_offered(path: str) -> None:
    registry = registry_of({path: "project"})
    with registry.session("chat", facts=facts, scope=SCOPE, time_limit=None, schemas={"show": CALL}) as session:
        lacking = path not in ("filter[].project_id", "limit.x")  # of another shape: refused where it is called
        assert [one.reason for one in session.offer().refused] == ([Reason.SCHEMA_UNUSABLE] if lacking else [])


def test_a_schema_that_could_never_be_called_is_not_offered() -> None:
    calls: list[dict[str, Any]] = []
    registry = registry_of({})
    for odd in ({"pattern": "(?=a)"}, {"$ref": "https://example.com/a"}):
        schema = {"properties": {"a": odd}}
        with registry.session("chat", facts=facts, time_limit=None, schemas={"show": schema}) as session:
            assert [one.reason for one in session.offer().refused] == [Reason.SCHEMA_UNUSABLE]
            assert session.call("show", {}, calls.append).decision.reason is Reason.SCHEMA_UNUSABLE
    assert calls == []


def test_schemas_that_two_registries_share_follow_the_row_of_each() -> None:
    """As when the manifest was changed and loaded again: the new row pins what the old one did not."""
    schemas = Schemas({"show": FITS})
    calls: list[dict[str, Any]] = []
    for scope, shown in (
        ({}, {"workspace_id"}),
        ({"workspace_id": {"pinned": "workspace"}}, set()),
        ({}, {"workspace_id"}),
    ):
        registry = registry_of(scope)
        with registry.session("chat", facts=facts, scope=SCOPE, time_limit=None, schemas=schemas) as session:
            (tool,) = session.offer()
            assert set((tool.schema or {})["properties"]) == shown
    registry = registry_of({"tenant": {"pinned": "workspace"}})
    with registry.session("chat", facts=facts, scope=SCOPE, time_limit=None, schemas=schemas) as session:
        assert session.call("show", {}, calls.append).decision.reason is Reason.SCHEMA_UNUSABLE
    assert calls == []


def test_schemas_that_two_registries_share_follow_the_implementation_of_each() -> None:
    schemas = Schemas({})
    for wanted in ("text", "number"):
        registry = registry_of({})
        registry.tool("show", schema={"properties": {wanted: TEXT}, "additionalProperties": False})(lambda **_: "ran")
        with registry.session("chat", facts=facts, time_limit=None, schemas=schemas) as session:
            assert session.call("show", {wanted: "x"}).content == "ran"


def test_what_has_another_shape_than_the_scope_looks_for_is_said_to_have_it() -> None:
    calls: list[dict[str, Any]] = []
    registry = registry_of({"filter.project_id": "project"})
    schema = {"properties": {"filter": {"properties": {"project_id": TEXT}}}}
    with registry.session("chat", facts=facts, scope=SCOPE, time_limit=None, schemas={"show": schema}) as session:
        for given in ("p", ["p"], 7, [{"project_id": "p"}]):
            assert session.call("show", {"filter": given}, calls.append).decision.reason is Reason.SCOPE_SHAPE
    assert calls == []
