"""Where a turn begins and ends: nothing after it, and what it opened is closed."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

from toolcrib.registry import (
    Facts,
    Reason,
    Registry,
    RegistryError,
    UnknownAgent,
)

turns: Any = import_module("registry_turns")  # conftest.py brings it


def test_an_agent_that_is_not_declared_has_no_session() -> None:
    for opened in (Registry(turns.MANIFEST).session, Registry(turns.MANIFEST).async_session):
        with pytest.raises(UnknownAgent):
            opened("nobody", facts=lambda: turns.FINE)


def test_a_turn_that_ended_offers_and_calls_nothing_and_closes_what_it_opened() -> None:
    closed: list[str] = []

    @contextlib.contextmanager
    def connection(name: str) -> Iterator[str]:
        try:
            yield name
        finally:
            closed.append(name)

    session = Registry(turns.MANIFEST).session("chat", facts=lambda: turns.FINE, scope=turns.SCOPE)

    def work() -> None:
        with session:
            assert session.enter(connection("a")) == "a"
            session.enter(connection("b"))
            assert session.call("show", {}, turns.Tool()).allowed
            raise KeyError

    with pytest.raises(KeyError):
        work()
    assert closed == ["b", "a"]
    assert session.offer().names == ()
    tool = turns.Tool()
    assert session.call("show", {}, tool).decision.reason is Reason.SESSION_CLOSED
    assert tool.calls == []


def test_a_turn_that_ends_while_it_asks_calls_nothing() -> None:
    tool = turns.Tool()

    def provider() -> Facts:
        session.close()
        return turns.FINE

    session = Registry(turns.MANIFEST).session("chat", facts=provider, scope=turns.SCOPE)
    assert session.call("show", {}, tool).decision.reason is Reason.SESSION_CLOSED
    assert tool.calls == []


def test_an_async_turn_closes_what_it_opened() -> None:
    closed: list[str] = []

    @contextlib.asynccontextmanager
    async def connection() -> Any:
        yield "a"
        closed.append("a")

    async def run() -> None:
        async with Registry(turns.MANIFEST).async_session(
            "chat", facts=lambda: turns.FINE, scope=turns.SCOPE
        ) as session:
            assert await session.enter(connection()) == "a"
            assert await session.enter(contextlib.nullcontext("b")) == "b"
        assert closed == ["a"]
        assert (await session.call("show", {}, turns.Tool())).decision.reason is Reason.SESSION_CLOSED
        assert (await session.offer()).names == ()
        await session.close()

    asyncio.run(run())


def test_what_is_opened_after_the_turn_would_never_be_closed() -> None:
    closed: list[str] = []

    @contextlib.contextmanager
    def connection(name: str, ends: Any = None) -> Iterator[str]:
        if ends is not None:
            ends()
        try:
            yield name
        finally:
            closed.append(name)

    session = Registry(turns.MANIFEST).session("chat", facts=lambda: turns.FINE, scope=turns.SCOPE)
    with pytest.raises(RegistryError, match="the turn has ended"):
        session.enter(connection("while it ended", session.close))
    assert closed == ["while it ended"]
    with pytest.raises(RegistryError, match="the turn has ended"):
        session.enter(connection("late"))
    assert closed == ["while it ended"]

    @contextlib.asynccontextmanager
    async def slowly(ended: Any) -> Any:
        await ended()
        try:
            yield "a"
        finally:
            closed.append("slowly")

    async def run() -> None:
        turn = Registry(turns.MANIFEST).async_session("chat", facts=lambda: turns.FINE, scope=turns.SCOPE)
        with pytest.raises(RegistryError, match="the turn has ended"):
            await turn.enter(slowly(turn.close))
        assert closed[1:] == ["slowly"]
        for one in (connection("late"), slowly(turn.close)):
            with pytest.raises(RegistryError, match="the turn has ended"):
                await turn.enter(one)
        assert closed[1:] == ["slowly"]

    asyncio.run(run())
