"""What every adapter keeps of a framework's schemas: as they are now, and of each caller its own."""

from __future__ import annotations

from typing import Any

from toolcrib.manifest import Manifest
from toolcrib.registry import Facts, Registry, UseDefaults
from toolcrib.registry.adapters._gate import Gate, Known

REGISTRY = Registry(
    Manifest(
        agents={"chat": {"empty_selection": "none"}},
        capabilities={"c": {"feature": "f"}},
        tools={"show": {"description": "d", "capability": "c", "mutates": False, "agents": ["chat"]}},
    )
)


def facts() -> Facts:
    return Facts(access=True, paused=False, features=frozenset({"f"}), projects=frozenset(), selection=UseDefaults())


def of(name: str) -> dict[str, Any]:
    return {"type": "object", "properties": {name: {"type": "string"}}, "additionalProperties": False}


def test_a_schema_that_a_framework_changes_in_its_place_is_a_new_one() -> None:
    gate: Gate[[]] = Gate(REGISTRY.session("chat", facts=facts, time_limit=None))
    schema = of("a")
    assert gate.call("show", {"a": "x"}, str, schema).allowed
    schema["properties"] = {"b": {"type": "string"}}
    assert not gate.call("show", {"a": "x"}, str, schema).allowed
    assert gate.call("show", {"b": "x"}, str, schema).allowed
    assert set((gate.offer({"show": schema}).tools[0].schema or {})["properties"]) == {"b"}


def test_what_is_offered_is_changed_for_nobody_else() -> None:
    gate: Gate[[]] = Gate(REGISTRY.session("chat", facts=facts, time_limit=None))
    (first,) = gate.offer({"show": of("a")})
    assert first.schema is not None
    first.schema["properties"]["mine"] = {}
    (second,) = gate.offer({"show": of("a")})
    assert second.schema == of("a")


def test_two_callers_that_bring_other_schemas_each_get_their_own() -> None:
    known = Known()
    first, second = known.with_these({"show": of("a")}), known.with_these({"show": of("b")})
    assert first is not second
    assert known.with_these({"show": of("b")}) is second
    assert known.with_these({"show": None}) is second
    assert first.of("show", REGISTRY.bindings) == of("a")
