"""Ask a function of the application, and wait no longer than a time limit.

Room: registry, edge: threads and clocks are here. A function that does not come back keeps its thread until it does; so
many of them may wait and no more: who comes then waits for one that ends, within the limit. Threads are daemons: they
never keep a process alive.
Touch it when waiting should work in another way. Not here: what an answer means (`_turn`).
"""

from __future__ import annotations

import contextvars
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any, Final

MAX_WAITING: Final = 64  # threads at a time that have not answered yet
free = threading.BoundedSemaphore(MAX_WAITING)


class Late(Exception):  # noqa: N818  # it reads as what is wrong
    """No answer within the time limit."""


def ask(function: Callable[..., object], seconds: float | None, *arguments: object) -> object:
    """What `function` gives, in a thread of its own with the caller's context variables. Raises `Late`, or its error.

    Without a limit it is called here: for what has a limit of its own, or only reads memory.
    """
    if seconds is None:
        return function(*arguments)
    until = time.monotonic() + seconds
    if not free.acquire(timeout=max(seconds, 0)):
        raise Late
    answered = threading.Event()
    box: list[tuple[bool, Any]] = []

    def take(good: bool, value: Any) -> None:
        box.append((good, value))
        answered.set()

    start(partial(function, *arguments), take)
    if not answered.wait(max(until - time.monotonic(), 0)):
        raise Late
    good, value = box[0]
    if not good:
        raise value
    return value


def start(function: Callable[[], object], answer: Callable[[bool, Any], object]) -> None:
    """Call it in a thread, for which `free` is held already, and which gives it back."""
    context = contextvars.copy_context()

    def run() -> None:
        try:
            try:
                good, value = True, context.run(function)
            except BaseException as error:  # handed to who asked
                good, value = False, error
        finally:
            free.release()
        answer(good, value)

    try:
        threading.Thread(target=run, name="toolcrib-asks", daemon=True).start()
    except RuntimeError:
        free.release()
        raise Late from None
