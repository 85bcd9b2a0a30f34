"""A turn in an event loop: what is awaited, what is cancelled, and a tool that needs a loop where there is none."""

from __future__ import annotations

import asyncio
import contextlib
from importlib import import_module
from typing import Any

import pytest

from toolcrib.registry import (
    Facts,
    Reason,
    Registry,
)

turns: Any = import_module("registry_turns")  # conftest.py brings it


def test_async_providers_resolvers_and_tools_are_awaited() -> None:
    async def facts() -> Facts:
        await asyncio.sleep(0)
        return turns.FINE

    async def resolver(ids: tuple[Any, ...]) -> dict[Any, Any]:
        await asyncio.sleep(0)
        return dict.fromkeys(ids, "p1")

    async def tool(arguments: dict[str, Any]) -> str:
        await asyncio.sleep(0)
        return f"ran with {arguments['ids']}"

    async def hanging() -> Facts:
        while True:
            with contextlib.suppress(asyncio.CancelledError):  # will not be stopped
                await asyncio.sleep(0.4)
                return turns.FINE

    async def run() -> None:
        registry = Registry(turns.MANIFEST)
        for limit in (5.0, None):
            resolvers = {"schedule": resolver}
            async with registry.async_session(
                "chat", facts=facts, scope=turns.SCOPE, resolvers=resolvers, time_limit=limit
            ) as s:
                assert (await s.call("show", {"ids": ["s1"]}, tool)).content == "ran with ['s1']"
            partial = registry.async_session("chat", facts=lambda: facts(), scope=turns.SCOPE, time_limit=limit)
            assert (await partial.offer()).names
        late = registry.async_session("chat", facts=hanging, scope=turns.SCOPE, time_limit=0.05)
        assert (await late.call("show", {}, turns.Tool())).decision.reason is Reason.FACTS_LATE
        await asyncio.sleep(0.5)

    asyncio.run(run())


def test_a_call_that_is_cancelled_while_it_asks_runs_nothing() -> None:
    tool = turns.Tool()

    async def facts() -> Facts:
        await asyncio.sleep(5)
        return turns.FINE

    async def run() -> None:
        session = Registry(turns.MANIFEST).async_session("chat", facts=facts, scope=turns.SCOPE)
        task = asyncio.ensure_future(session.call("show", {}, tool))
        await asyncio.sleep(0.05)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(run())
    assert tool.calls == []


def test_an_async_tool_does_not_run_in_a_sync_turn() -> None:
    async def tool(arguments: dict[str, Any]) -> str:
        raise AssertionError("it ran")

    with Registry(turns.MANIFEST).session("chat", facts=lambda: turns.FINE, scope=turns.SCOPE) as session:
        with pytest.raises(TypeError, match=r"use registry\.async_session"):
            session.call("show", {}, tool)

        async def facts() -> Facts:
            return turns.FINE

        wrong = Registry(turns.MANIFEST).session("chat", facts=facts, scope=turns.SCOPE)  # type: ignore[arg-type]  # on purpose
        assert wrong.call("show", {}, turns.Tool()).decision.reason is Reason.FACTS_INVALID
