"""`check`: what a call would come to, without the call. In either kind of session."""

from __future__ import annotations

import asyncio
from importlib import import_module
from typing import Any

import pytest

from toolcrib.registry import Answer, AuditEvent, Decision, ErrorResult, Facts, Only, Reason, Registry, bounded

turns: Any = import_module("registry_turns")  # conftest.py brings it

OWN = {"project_id": "p1"}


def both(kind: str, name: str, arguments: object, **options: Any) -> tuple[Decision, Answer, int]:
    """The decision that is asked for, then the answer of the call, and how often the tool ran in all."""
    registry, tool = Registry(turns.MANIFEST), turns.Tool()
    options = {"facts": lambda: turns.FINE, "scope": turns.SCOPE, "schemas": turns.SCHEMAS, **options}
    if kind == "sync":
        with registry.session("chat", **options) as session:
            checked = session.check(name, arguments)
            assert tool.calls == []
            return checked, session.call(name, arguments, tool), len(tool.calls)

    async def run() -> tuple[Decision, Answer, int]:
        async with registry.async_session("chat", **options) as session:
            checked = await session.check(name, arguments)
            assert tool.calls == []
            return checked, await session.call(name, arguments, tool), len(tool.calls)

    return asyncio.run(run())


@pytest.mark.parametrize(
    ("name", "arguments", "reason"),
    [
        ("list_schedules", OWN, Reason.CALLABLE),
        ("list_schedules", {}, Reason.CALLABLE),  # filled
        ("list_schedules", {"project_id": "p2"}, Reason.OUTSIDE_SCOPE),
        ("list_schedules", {"limit": "many"}, Reason.ARGUMENTS_INVALID),
        ("list_schedules", "text", Reason.ARGUMENTS_UNREADABLE),
        ("show", {"ids": ["s1"]}, Reason.OUTSIDE_SCOPE),
        ("run_app", {}, Reason.FEATURE_NOT_REACHED),
        ("everywhere", {}, Reason.WHOLE_WORKSPACE),
        ("List_Schedules", OWN, Reason.UNKNOWN_TOOL),
        ("ask_user", {}, Reason.CALLABLE),  # a runtime tool
    ],
)
def test_it_is_the_decision_of_the_call_and_nothing_runs(
    kind: str, name: str, arguments: object, reason: Reason
) -> None:
    checked, answer, ran = both(kind, name, arguments)
    assert (checked, checked.reason) == (answer.decision, reason)
    assert ran == checked.allowed


def test_the_facts_and_the_resolvers_are_asked_as_for_a_call(kind: str) -> None:
    asked: list[object] = []

    def facts() -> Facts:
        asked.append("facts")
        found: Facts = turns.FINE
        return found

    def look_up(ids: tuple[Any, ...]) -> dict[Any, Any]:
        asked.append(tuple(sorted(ids)))
        return dict.fromkeys(ids, "p1")

    checked, _, _ = both(kind, "show", {"ids": ["s1", "s2"]}, facts=facts, resolvers={"schedule": look_up})
    assert checked.allowed
    assert asked == ["facts", ("s1", "s2")] * 2


def test_what_is_withdrawn_between_a_check_and_its_call_is_refused(kind: str) -> None:
    left = [turns.FINE]

    def facts() -> Facts:
        found: Facts = left.pop() if left else turns.facts_with(selection=Only(["show"]))
        return found

    checked, answer, ran = both(kind, "list_schedules", OWN, facts=facts)
    assert (checked.allowed, answer.decision.reason, ran) == (True, Reason.NOT_PUBLISHED, 0)


def test_facts_that_cannot_be_had_refuse(kind: str) -> None:
    checked, _, ran = both(kind, "list_schedules", OWN, facts=lambda: 1 / 0)
    assert (checked.reason, ran) == (Reason.FACTS_FAILED, 0)


def test_a_check_is_recorded_nowhere_and_a_call_is(kind: str) -> None:
    events: list[AuditEvent] = []
    both(kind, "list_schedules", OWN, audit=events.append)
    assert [(event.tool, event.phase) for event in events] == [("list_schedules", "call")]


def test_it_needs_no_implementation_and_no_open_turn() -> None:
    registry = Registry(turns.MANIFEST)
    with registry.session("chat", facts=lambda: turns.FINE, scope=turns.SCOPE) as session:
        assert session.check("list_schedules", OWN).allowed
        assert session.call("list_schedules", OWN).decision.reason is Reason.NOT_IMPLEMENTED
    assert session.check("list_schedules", OWN).reason is Reason.SESSION_CLOSED


@pytest.mark.parametrize("content", ["no such schedule", ["none"], {"why": "none"}, [{"type": "text", "text": "none"}]])
def test_a_tool_says_that_it_failed_with_its_result(kind: str, content: object) -> None:
    tool = turns.Tool(ErrorResult(content))
    answer = turns.turn(kind, lambda offer, call: call("show", {"ids": []}, tool))
    assert (answer.allowed, answer.is_error, answer.dropped, len(tool.calls)) == (True, True, 0, 1)
    text = answer.content if isinstance(answer.content, str) else answer.content[0]["text"]
    assert text.startswith("tool error: ")
    assert "no" in text


def test_a_long_error_is_bounded_and_marked_once(kind: str) -> None:
    tool = turns.Tool(ErrorResult("tool error: " + "x" * 900))
    answer = turns.turn(kind, lambda offer, call: call("show", {"ids": []}, tool))
    assert (len(answer.content), answer.is_error) == (300, True)
    assert answer.content.startswith("tool error: x")
    assert answer.dropped > 600
    whole = bounded(ErrorResult({"content": [{"type": "text", "text": "gone"}]}), 300)
    assert whole.is_error
    assert whole.content == {"content": [{"type": "text", "text": "tool error: gone"}], "isError": True}
