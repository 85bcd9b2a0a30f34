"""A schema in which a bound argument is not found: such a tool is neither offered nor called."""

from __future__ import annotations

from typing import Any

from toolcrib.manifest import Manifest
from toolcrib.registry import Facts, Reason, Registry, Schemas, Scope, UseDefaults

REGISTRY = Registry(
    Manifest(
        agents={"chat": {"empty_selection": "none"}},
        capabilities={"c": {"feature": "f"}},
        tools={
            "show": {
                "description": "d",
                "capability": "c",
                "mutates": False,
                "agents": ["chat"],
                "scope": {"workspace_id": {"pinned": "workspace"}},
            }
        },
    )
)
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
