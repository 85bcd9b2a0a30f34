"""What a turn leaves on record: every decision, or nothing is done; and what is put around a call."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

from toolcrib.registry import (
    AuditEvent,
    Reason,
    Registry,
)

turns: Any = import_module("registry_turns")  # conftest.py brings it


def test_every_decision_is_recorded_without_arguments(kind: str) -> None:
    events: list[AuditEvent] = []
    registry = Registry(turns.MANIFEST)

    def steps(offer: turns.Asked, call: turns.Asked) -> None:
        offer()
        call("list_schedules", {"project_id": "p1"}, turns.Tool())
        call("list_schedules", {"project_id": "secret"}, turns.Tool())
        call("x" * 500, {}, turns.Tool())

    turns.turn(kind, steps, registry, audit=events.append)
    assert [(e.tool[:20], e.phase.value, e.allowed, e.reason.value, e.layer.value) for e in events] == [
        ("everywhere", "offer", False, "whole-workspace", "offered"),
        ("list_schedules", "offer", True, "offered", "offered"),
        ("run_app", "offer", False, "feature-not-reached", "reachable"),
        ("show", "offer", True, "offered", "offered"),
        ("ask_user", "offer", True, "offered", "offered"),
        ("list_schedules", "call", True, "callable", "callable"),
        ("list_schedules", "call", False, "outside-scope", "callable"),
        ("xxxxxxxxxxxxxxxxxxxx", "call", False, "unknown-tool", "granted"),
    ]
    assert {(e.agent, e.manifest) for e in events} == {("chat", registry.digest)}
    assert "secret" not in repr(events)
    assert len(events[-1].tool) == 128


def test_what_cannot_be_recorded_is_not_done(kind: str) -> None:
    tool = turns.Tool()

    def breaks(event: AuditEvent) -> None:
        raise OSError("disk full")

    def steps(offer: turns.Asked, call: turns.Asked) -> None:
        shown = offer()
        assert shown.names == ()
        assert ("show", Reason.AUDIT_FAILED) in {(d.tool, d.reason) for d in shown.refused}
        assert ("run_app", Reason.FEATURE_NOT_REACHED) in {(d.tool, d.reason) for d in shown.refused}
        answer = call("show", {}, tool)
        assert (answer.decision.reason, answer.decision.subject) == (Reason.AUDIT_FAILED, "OSError")

    turns.turn(kind, steps, audit=breaks)
    assert tool.calls == []


def test_a_call_that_is_made_is_wrapped(kind: str) -> None:
    seen: list[str] = []

    @contextlib.contextmanager
    def around(event: AuditEvent) -> Iterator[None]:
        seen.append(f"before {event.tool} {event.reason}")
        yield
        seen.append("after")

    def run(arguments: dict[str, Any]) -> str:
        seen.append("run")
        return "x"

    turns.turn(kind, lambda offer, call: (call("show", {}, run), call("run_app", {}, run)), around=around)
    assert seen == ["before show callable", "run", "after"]


def test_a_record_that_nobody_awaits_is_none(kind: str) -> None:
    """Or a call would be made, and its record be dropped with a warning."""
    tool = turns.Tool("x" * 2_000)

    async def writes(event: object) -> str:
        return "written"

    for name in ("audit", "on_overflow"):
        with pytest.raises(TypeError, match=f"`{name}` is async"):
            turns.turn(kind, lambda offer, call: offer(), **{name: writes})
    answer = turns.turn(kind, lambda offer, call: call("show", {}, tool), audit=lambda event: writes(event))
    assert (answer.decision.reason, tool.calls) == (Reason.AUDIT_FAILED, [])
    answer = turns.turn(kind, lambda offer, call: call("show", {}, tool), on_overflow=lambda cut: writes(cut))
    assert answer.allowed
    assert "characters dropped here …]" in answer.content


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("list\nallowed=True", "list\\nallowed=True"),
        ("list_schedules\ud800", "list_schedules\\ud800"),
        ("list\u200b_schedules\x00", "list\\u200b_schedules\\x00"),
        ("\ud800" * 200, ("\\ud800" * 22)[:128]),
        ("büro", "büro"),
    ],
)
def test_a_name_that_a_model_made_up_is_written_on_one_line(kind: str, name: str, kept: str) -> None:
    """A line of a log cannot be forged, and a name that cannot be encoded does not lose the records around it."""
    events: list[AuditEvent] = []
    answer = turns.turn(kind, lambda offer, call: call(name, {}, turns.Tool()), audit=events.append)
    assert answer.decision.reason is Reason.UNKNOWN_TOOL
    assert events[0].tool == kept
    assert answer.decision.words.isprintable()


def test_what_is_around_a_call_and_keeps_its_error_leaves_an_error(kind: str) -> None:
    @contextlib.contextmanager
    def around(event: AuditEvent) -> Iterator[None]:
        with contextlib.suppress(ValueError):
            yield

    def fails(arguments: dict[str, Any]) -> object:
        raise ValueError("secret")

    answer = turns.turn(kind, lambda offer, call: call("show", {}, fails), around=around)
    assert (answer.allowed, answer.is_error, answer.content) == (True, True, "tool error: The tool failed.")


def test_what_is_given_is_used_though_it_counts_as_empty(kind: str) -> None:
    """A recorder with no record yet is false, and so is a tool that is a collection."""

    class Around(list[str]):
        def __call__(self, event: AuditEvent) -> contextlib.AbstractContextManager[None]:
            self.append(event.tool)
            return contextlib.nullcontext()

    class Run(dict[str, object]):
        def __call__(self, arguments: dict[str, Any]) -> str:
            return "ran"

    around = Around()
    answer = turns.turn(kind, lambda offer, call: call("show", {}, Run()), around=around)
    assert (answer.content, around) == ("ran", ["show"])
