"""Do the same with each of several things, in several processes where that pays: the same answers, sooner.

Room: checks, edge. Processes are forked, so that nothing has to be sent to them: only where that is safe (Linux, one
thread). Whatever a process has no answer for, since it met an error or ended early, is done again by the one that
waits, which then raises what there is to raise: an error is the same error with any number of processes.
Not here: parts of one program (`surface`), how many processes there may be (`workers`).
"""

from __future__ import annotations

import os
import pickle
import signal
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import IO, Generic, NoReturn, TypeVar

from toolcrib.checks.surface._workers import may_fork

_Thing = TypeVar("_Thing")
_Answer = TypeVar("_Answer")
_WORD = 4  # bytes of a thing's number
_MOST = 15_000  # things whose numbers fit into a pipe


def each(
    things: Sequence[_Thing],
    work: Callable[[_Thing], _Answer],
    workers: int,
    *,
    done: Callable[[int], None] | None = None,
) -> list[_Answer]:
    """The answer of `work` for each thing, in their order; `done` is told of every thing that this process did.

    The answer has to be one that can be pickled. Things are begun in their order: the longest work comes first. Of
    several errors the one of the earliest thing is raised.
    """
    shared = _Shared(things, work, done)
    if min(workers, len(things)) < 2 or len(things) > _MOST or not may_fork():
        for index in range(len(things)):
            shared.do(index)
    else:
        _in_processes(shared, min(workers, len(things)))
    return [shared.answers[index] for index in range(len(things))]


class _Shared(Generic[_Thing, _Answer]):
    """What one process has done of the work."""

    def __init__(
        self, things: Sequence[_Thing], work: Callable[[_Thing], _Answer], done: Callable[[int], None] | None
    ) -> None:
        self.count = len(things)
        self._things, self._work, self._done = things, work, done
        self.answers: dict[int, _Answer] = {}

    def helps(self) -> None:
        """This is the process that helps: it says nothing to people, and only its own answers."""
        self._done = None
        self.answers.clear()

    def do(self, index: int) -> None:
        self.answers[index] = self._work(self._things[index])
        if self._done is not None:
            self._done(index)

    def do_from(self, queue: int) -> None:
        """Whatever is next, until there is nothing: what one process takes from a pipe, no other does."""
        while len(word := os.read(queue, _WORD)) == _WORD:
            self.do(int.from_bytes(word, "big"))


def _in_processes(shared: _Shared[_Thing, _Answer], count: int) -> None:
    queue, fill = os.pipe()
    os.write(fill, b"".join(index.to_bytes(_WORD, "big") for index in range(shared.count)))
    os.close(fill)
    started: list[tuple[int, IO[bytes]]] = []
    try:
        with suppress(OSError):  # no further process can be started
            while len(started) < count - 1:
                started.append(_start(shared, queue))
        with suppress(Exception):  # it is met again below, after what others have an answer for
            shared.do_from(queue)
        for _, answers in started:
            with suppress(EOFError, OSError, pickle.UnpicklingError):
                while True:
                    index, answer = pickle.load(answers)  # noqa: S301  # from a process that is this one's own fork
                    shared.answers[index] = answer
        for index in range(shared.count):
            if index not in shared.answers:
                shared.do(index)
    finally:
        os.close(queue)
        for pid, answers in started:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            with suppress(ChildProcessError):
                os.waitpid(pid, 0)
            answers.close()


def _start(shared: _Shared[_Thing, _Answer], queue: int) -> tuple[int, IO[bytes]]:
    hear, say = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(hear)
        _help(shared, queue, say)
    os.close(say)
    return pid, os.fdopen(hear, "rb")


def _help(shared: _Shared[_Thing, _Answer], queue: int, say: int) -> NoReturn:
    """What a helping process does from its first moment on. It never comes back into the code that forked it."""
    status = 1
    shared.helps()
    try:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # the process that waits says that it was interrupted
        with suppress(BaseException):  # what it could not do, the process that waits does, and says why it cannot
            shared.do_from(queue)
        with os.fdopen(say, "wb") as out:
            for index, answer in shared.answers.items():
                pickle.dump((index, answer), out)
        status = 0
    finally:
        os._exit(status)
