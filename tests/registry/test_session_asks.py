"""What a turn asks of the application, the facts and whose objects are: answers that fail, hang or are nonsense."""

from __future__ import annotations

import asyncio
import contextvars
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest

from toolcrib.registry import (
    Facts,
    Reason,
    Registry,
)
from toolcrib.registry._limited import MAX_WAITING

turns: Any = import_module("registry_turns")  # conftest.py brings it


LOOKS = {name: getattr(turns.FINE, name) for name in ("access", "paused", "features", "projects", "selection")}


def hangs() -> Facts:
    time.sleep(1.5)
    return turns.FINE


class Unkind:
    """Facts that are none, and raise when they are looked at."""

    def __getattr__(self, name: str) -> object:
        raise RuntimeError(name)


def raises() -> Facts:
    raise PermissionError("secret text")


@pytest.mark.parametrize(
    ("provider", "reason", "subject"),
    [
        (raises, Reason.FACTS_FAILED, "PermissionError"),
        (hangs, Reason.FACTS_LATE, ""),
        (lambda: None, Reason.FACTS_INVALID, "NoneType"),
        (lambda: True, Reason.FACTS_INVALID, "bool"),
        (lambda: {"access": True}, Reason.FACTS_INVALID, "dict"),
        (Unkind, Reason.FACTS_INVALID, "Unkind"),
        (lambda: SimpleNamespace(**LOOKS), Reason.FACTS_INVALID, "SimpleNamespace"),
        (lambda: 1 / 0, Reason.FACTS_FAILED, "ZeroDivisionError"),
        (
            lambda: Facts(access=1, paused=False, features=(), projects=(), selection=None),
            Reason.FACTS_FAILED,
            "FactsError",
        ),  # type: ignore[arg-type]  # on purpose
    ],
)
def test_a_provider_that_fails_hangs_or_gives_nonsense_allows_nothing(
    kind: str, provider: Any, reason: Reason, subject: str
) -> None:
    tool = turns.Tool()

    def steps(offer: turns.Asked, call: turns.Asked) -> None:
        shown = offer()
        assert shown.names == ()
        assert {(d.reason, d.subject) for d in shown.refused} == {(reason, subject)}
        answer = call("list_schedules", {}, tool)
        assert (answer.decision.reason, answer.decision.subject) == (reason, subject)
        assert "secret" not in str(answer)

    turns.turn(kind, steps, facts=provider, time_limit=0.2 if reason is Reason.FACTS_LATE else 20)
    assert tool.calls == []


@pytest.mark.parametrize(
    ("resolver", "reason"),
    [
        (raises, Reason.RESOLVER_FAILED),
        (lambda ids: raises(), Reason.RESOLVER_FAILED),
        (lambda ids: time.sleep(1.5), Reason.RESOLVER_LATE),
        (lambda ids: None, Reason.RESOLVER_FAILED),
        (lambda ids: ["p1"], Reason.RESOLVER_FAILED),
        (lambda ids: {}, Reason.OUTSIDE_SCOPE),
        (lambda ids: dict.fromkeys(ids), Reason.OUTSIDE_SCOPE),
        (lambda ids: dict.fromkeys(ids, True), Reason.OUTSIDE_SCOPE),
        (lambda ids: {one: ["p1"] for one in ids}, Reason.OUTSIDE_SCOPE),
        (lambda ids: dict.fromkeys(ids, "p2"), Reason.OUTSIDE_SCOPE),
        (lambda ids: {"S1": "p1"}, Reason.OUTSIDE_SCOPE),
    ],
)
def test_a_resolver_that_fails_hangs_or_gives_nonsense_allows_nothing(kind: str, resolver: Any, reason: Reason) -> None:
    tool = turns.Tool()
    limit = 0.5 if reason is Reason.RESOLVER_LATE else 20
    options: dict[str, Any] = {"resolvers": {"schedule": resolver}, "time_limit": limit}
    answer = turns.turn(kind, lambda offer, call: call("show", {"ids": ["s1"]}, tool), **options)
    assert answer.decision.reason is reason
    assert tool.calls == []


def test_a_list_of_ids_costs_one_look_up(kind: str) -> None:
    asked: list[tuple[Any, ...]] = []

    def resolver(ids: tuple[Any, ...]) -> dict[Any, Any]:
        asked.append(ids)
        return dict.fromkeys(ids, "p1")

    tool = turns.Tool()
    call_with = {"ids": ["s1", "s2", "s1", 7]}
    assert turns.turn(kind, lambda offer, call: call("show", call_with, tool), resolvers={"schedule": resolver}).allowed
    assert len(asked) == 1
    assert sorted(asked[0], key=str) == [7, "s1", "s2"]
    turns.turn(kind, lambda offer, call: call("show", {"ids": []}, tool), resolvers={"schedule": resolver})
    turns.turn(kind, lambda offer, call: call("run_app", {"ids": ["s1"]}, tool), resolvers={"schedule": resolver})
    assert len(asked) == 1  # nothing to ask, and no question for what is refused anyway


def test_the_provider_sees_the_callers_context() -> None:
    caller = contextvars.ContextVar("caller", default="nobody")
    seen: list[tuple[str, bool]] = []

    def provider() -> Facts:
        seen.append((caller.get(), threading.current_thread() is threading.main_thread()))
        return turns.FINE

    caller.set("ann")
    with Registry(turns.MANIFEST).session("chat", facts=provider, scope=turns.SCOPE) as session:
        session.offer()
    with Registry(turns.MANIFEST).session("chat", facts=provider, scope=turns.SCOPE, time_limit=None) as session:
        session.offer()
    assert seen == [("ann", False), ("ann", True)]


def test_what_stops_a_program_is_not_swallowed() -> None:
    def stops() -> Facts:
        raise KeyboardInterrupt

    tool = turns.Tool()
    for limit in (None, 5.0):
        session = Registry(turns.MANIFEST).session("chat", facts=stops, scope=turns.SCOPE, time_limit=limit)
        with pytest.raises(KeyboardInterrupt):
            session.call("show", {}, tool)
    assert tool.calls == []


def test_only_so_many_providers_hang() -> None:
    gate = threading.Event()

    def waits() -> Facts:
        gate.wait(20)
        return turns.FINE

    registry = Registry(turns.MANIFEST)
    before = threading.active_count()
    session = registry.session("chat", facts=waits, scope=turns.SCOPE, time_limit=0.001)
    for _ in range(MAX_WAITING + 10):
        assert session.call("show", {}, turns.Tool()).decision.reason is Reason.FACTS_LATE
    assert threading.active_count() - before <= MAX_WAITING
    gate.set()
    for _ in range(200):
        if threading.active_count() <= before:
            break
        time.sleep(0.01)
    fine = registry.session("chat", facts=lambda: turns.FINE, scope=turns.SCOPE)
    assert fine.call("show", {}, turns.Tool()).allowed


def test_whoever_comes_while_many_are_asked_waits_for_its_turn() -> None:
    """More callers at a time than there may be threads: each is answered, within the limit."""
    many = MAX_WAITING * 2

    def slow() -> Facts:
        time.sleep(0.02)
        return turns.FINE

    registry = Registry(turns.MANIFEST)
    tool = turns.Tool()
    session = registry.session("chat", facts=slow, scope=turns.SCOPE, time_limit=60)
    with ThreadPoolExecutor(many) as threads:
        assert all(answer.allowed for answer in threads.map(lambda _: session.call("show", {}, tool), range(many)))

    async def at_once() -> list[bool]:
        async with registry.async_session("chat", facts=slow, scope=turns.SCOPE, time_limit=60) as opened:
            return [one.allowed for one in await asyncio.gather(*(opened.call("show", {}, tool) for _ in range(many)))]

    assert all(asyncio.run(at_once()))
    assert len(tool.calls) == 2 * many


@pytest.mark.parametrize("error", [StopIteration, StopAsyncIteration, TimeoutError])
def test_an_error_that_means_something_to_a_loop_is_an_error_like_any_other(kind: str, error: type[Exception]) -> None:
    def raises_it() -> Facts:
        raise error

    for limit in (None, 20.0):
        answer = turns.turn(kind, lambda offer, call: call("show", {}, turns.Tool()), facts=raises_it, time_limit=limit)
        assert answer.decision.reason is Reason.FACTS_FAILED
