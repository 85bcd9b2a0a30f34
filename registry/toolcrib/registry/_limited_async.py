"""Ask a function of the application from an event loop, and wait no longer than a time limit.

Room: registry, edge. As `_limited`, whose threads it uses for what is not async. Brings asyncio: imported with async
sessions only. Touch it together with `_limited`. Not here: what an answer means (`_turn`).
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final

from toolcrib.registry._limited import Late, free, start

_PAUSE: Final = 0.005  # seconds until it is looked again whether a thread has ended


async def ask_async(function: Callable[..., object], seconds: float | None, *arguments: object) -> object:
    """As `ask`, for a function that is async or not: the event loop is never held up by one with a limit."""
    if seconds is None:
        value = function(*arguments)
        return await value if inspect.isawaitable(value) else value
    if _is_async(function):
        value = function(*arguments)
        return await _within(value, seconds) if inspect.isawaitable(value) else value
    loop = asyncio.get_running_loop()
    until = loop.time() + seconds
    while not free.acquire(blocking=False):
        if loop.time() >= until:
            raise Late
        await asyncio.sleep(_PAUSE)
    future: asyncio.Future[tuple[bool, Any]] = loop.create_future()

    def deliver(good: bool, value: Any) -> None:
        if not future.done():
            future.set_result((good, value))  # an error too: some cannot be raised out of a future

    def hand_over(good: bool, value: Any) -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(deliver, good, value)

    start(partial(function, *arguments), hand_over)
    good, value = await _within(future, until - loop.time())
    if not good:
        raise value
    return await _within(value, until - loop.time()) if inspect.isawaitable(value) else value


async def _within(awaitable: Awaitable[Any], seconds: float) -> Any:
    """Not `wait_for`: that waits for what it cancelled, which may never end."""
    task = asyncio.ensure_future(awaitable)
    try:
        done, _ = await asyncio.wait({task}, timeout=max(seconds, 0))
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
