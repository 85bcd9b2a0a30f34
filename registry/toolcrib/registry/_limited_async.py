"""Ask a function of the application from an event loop, and wait no longer than a time limit.

Room: registry, edge. As `_limited`, whose threads it uses for what is not async. Brings asyncio: imported with async
sessions only. Touch it together with `_limited`. Not here: what an answer means (`_turn`).
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from toolcrib.registry._limited import Late, start


async def ask_async(function: Callable[..., object], seconds: float | None, *arguments: object) -> object:
    """As `ask`, for a function that is async or not: the event loop is never held up by one with a limit."""
    if seconds is None:
        value = function(*arguments)
        return await value if inspect.isawaitable(value) else value
    if _is_async(function):
        value = function(*arguments)
        return await _within(value, seconds) if inspect.isawaitable(value) else value
    loop = asyncio.get_running_loop()
    future: asyncio.Future[object] = loop.create_future()

    def deliver(good: bool, value: Any) -> None:
        if not future.done():
            (future.set_result if good else future.set_exception)(value)

    def hand_over(good: bool, value: Any) -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(deliver, good, value)

    start(partial(function, *arguments), hand_over)
    value = await _within(future, seconds)
    return await _within(value, seconds) if inspect.isawaitable(value) else value


async def _within(awaitable: Awaitable[object], seconds: float) -> object:
    """Not `wait_for`: that waits for what it cancelled, which may never end."""
    task = asyncio.ensure_future(awaitable)
    try:
        done, _ = await asyncio.wait({task}, timeout=seconds)
    finally:
        if not task.done():
            task.cancel()
            task.add_done_callback(_looked_at)
    if not done:
        raise Late
    if task.cancelled():
        raise Late  # by itself: nobody was answered
    return task.result()


def _looked_at(task: asyncio.Future[object]) -> None:
    if not task.cancelled():
        task.exception()


def _is_async(function: Callable[..., object]) -> bool:
    return inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(getattr(function, "__call__", None))  # noqa: B004  # its type is asked
