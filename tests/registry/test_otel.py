"""Spans of calls and events of decisions, by the names that the conventions have; nothing of arguments or results."""

from __future__ import annotations

import importlib
from typing import Any

import pytest

from toolcrib.manifest import Manifest
from toolcrib.registry import Facts, Registry, UseDefaults

sdk = pytest.importorskip("opentelemetry.sdk.trace")
export = pytest.importorskip("opentelemetry.sdk.trace.export.in_memory_span_exporter")
otel = importlib.import_module("toolcrib.registry.otel")

REGISTRY = Registry(
    Manifest(
        agents={"chat": {"empty_selection": "none"}},
        capabilities={"c": {"feature": "f"}},
        tools={"show": {"description": "d", "capability": "c", "mutates": False, "agents": ["chat"]}},
    )
)


def facts() -> Facts:
    return Facts(access=True, paused=False, features=frozenset({"f"}), projects=frozenset(), selection=UseDefaults())


def test_a_call_is_a_span_and_every_decision_an_event() -> None:
    memory = export.InMemorySpanExporter()
    provider = sdk.TracerProvider()
    provider.add_span_processor(sdk.export.SimpleSpanProcessor(memory))
    tracer = provider.get_tracer("test")

    def breaks(arguments: dict[str, Any]) -> None:
        raise LookupError("secret-of-the-tool")

    with tracer.start_as_current_span("turn"):
        options: dict[str, Any] = {"audit": otel.events, "around": otel.spans(tracer)}
        with REGISTRY.session("chat", facts=facts, time_limit=None, **options) as session:
            assert session.offer().names == ("show",)
            assert session.call("show", {"a": "secret-argument"}, lambda given: "secret-result").allowed
            assert not session.call("drop", {}, lambda given: "x").allowed
            with pytest.raises(LookupError):
                session.call("show", {}, breaks)
    fine, failed, turn = memory.get_finished_spans()
    assert [span.name for span in (fine, failed, turn)] == ["execute_tool show", "execute_tool show", "turn"]
    assert dict(fine.attributes) == {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": "show",
        "gen_ai.tool.type": "function",
        "gen_ai.agent.name": "chat",
        "toolcrib.phase": "call",
        "toolcrib.allowed": True,
        "toolcrib.reason": "callable",
        "toolcrib.layer": "callable",
        "toolcrib.manifest.digest": REGISTRY.digest,
    }
    assert failed.attributes["error.type"] == "LookupError"
    assert not failed.status.is_ok
    assert [event.name for event in turn.events] == ["toolcrib.decision"] * 4
    assert [event.attributes["toolcrib.reason"] for event in turn.events] == [
        "offered",
        "callable",
        "unknown-tool",
        "callable",
    ]
    assert "secret" not in "".join(span.to_json() for span in (fine, failed, turn))
