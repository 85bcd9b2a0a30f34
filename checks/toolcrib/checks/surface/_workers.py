"""Follow the parts of a program, in several processes where that pays: the same surface, sooner.

Room: checks. No import leads from one part to another (`_parts`), so each is followed by itself; what a part has to
know of the others goes through `Across`. Processes are forked, so that files and program need not be sent: only where
that is safe (Linux, one thread). Everywhere else, and where a process cannot be started or ends early, its parts are
followed here. Not here: how a part is followed (`_evaluator`), how many processes there may be (`checks.workers`).
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import NoReturn

from toolcrib.checks.surface import _taken
from toolcrib.checks.surface._collect import Across, across, collect, joined
from toolcrib.checks.surface._declare import Ledger
from toolcrib.checks.surface._evaluator import Evaluator
from toolcrib.checks.surface._program import Part, Program
from toolcrib.checks.surface._read import SurfaceError
from toolcrib.checks.surface._telling import Taking
from toolcrib.checks.surface._types import Surface
from toolcrib.checks.surface.dialects import all_dialects

ENOUGH = 1_000_000  # bytes of the parts that name a framework: about half a second for one process
MOST = 8
_WORD = 4  # bytes of a part's number
_QUEUE = 15_000  # parts whose numbers fit into a pipe


@dataclass(frozen=True, slots=True)
class _First:
    """What a worker says before it is told of the others."""

    done: tuple[int, ...]
    across: Across
    errors: tuple[SurfaceError, ...]


@dataclass(frozen=True, slots=True)
class _Second:
    """What it says then: all that it was for, and what it took from the files."""

    surface: Surface
    taking: Taking


def read_parts(
    program: Program,
    parts: Sequence[Part],
    workers: int,
    *,
    enough: int = ENOUGH,
    seen: Callable[[int, int], None] | None = None,
    taking: Taking | None = None,
) -> tuple[Surface, list[SurfaceError]]:
    """The surface of all parts, and every file that cannot be read. With less than `enough` bytes nobody helps.

    `seen` is told how many files are followed, of how many, whenever this process is done with a part. `taking` is told
    what was taken from the files.
    """
    if taking is None:
        return _read_parts(program, parts, workers, enough, seen, None)
    _taken.listen()
    try:
        return _read_parts(program, parts, workers, enough, seen, taking)
    finally:
        _taken.no_longer()


def _read_parts(
    program: Program,
    parts: Sequence[Part],
    workers: int,
    enough: int,
    seen: Callable[[int, int], None] | None,
    taking: Taking | None,
) -> tuple[Surface, list[SurfaceError]]:
    following = _Following(program, parts, seen)
    count = min(workers, MOST, sum(part.anchored for part in parts))
    weights = [sum(len(m.data) for m in part.modules) * (20 if part.anchored else 1) for part in parts]
    heavy = sum(len(m.data) for part in parts if part.anchored for m in part.modules)
    if count < 2 or heavy < enough or len(parts) > _QUEUE or not may_fork():
        for index in range(len(parts)):
            following.follow(index)
        return following.surface(following.across(), taking), program.errors
    order = sorted(range(len(parts)), key=lambda index: -weights[index])
    return _shared(following, order, count, taking)


def may_fork() -> bool:
    """A fork copies one thread only, and other systems' libraries do not survive it."""
    return sys.platform == "linux" and threading.active_count() == 1


class _Following:
    """Parts that this process follows."""

    def __init__(self, program: Program, parts: Sequence[Part], seen: Callable[[int, int], None] | None = None) -> None:
        self.program, self._parts, self._seen = program, parts, seen
        self.done: dict[int, Evaluator] = {}
        self.elsewhere: int | None = None  # a pipe with the numbers of parts that other processes are done with
        self.said: int | None = None  # in such a process: where it writes them
        self.waits: int | None = None  # in such a process: the one that waits for it
        self._files = sum(len(part.modules) for part in parts)
        self._followed = 0

    def follow(self, index: int) -> None:
        # Those that name a framework come first: in a part after them, a word of a framework may mean one.
        ledger = Ledger(saw_framework=index > 0 and self._parts[0].anchored)
        evaluator = self.done[index] = Evaluator(self.program, all_dialects(), ledger)
        evaluator.run_all(self._parts[index])
        if self.said is not None:
            with suppress(OSError):  # a count for people: nothing waits for it
                os.write(self.said, index.to_bytes(_WORD, "big"))
        elif self._seen is not None:
            for done in (index, *self._done_elsewhere()):
                self._followed += len(self._parts[done].modules)
            self._seen(min(self._followed, self._files), self._files)

    def _done_elsewhere(self) -> list[int]:
        if self.elsewhere is None:
            return []
        with suppress(OSError):
            words = os.read(self.elsewhere, _WORD * _QUEUE)
            return [int.from_bytes(words[at : at + _WORD], "big") for at in range(0, len(words) - _WORD + 1, _WORD)]
        return []

    def follow_from(self, queue: int) -> None:
        """Whatever part is next, until there is none: what one process takes from a pipe, no other does.

        Where the one that waits was killed, nobody needs an answer any more.
        """
        while self.waits in (None, os.getppid()) and len(word := os.read(queue, _WORD)) == _WORD:
            self.follow(int.from_bytes(word, "big"))

    def across(self) -> Across:
        found = Across()
        for evaluator in self.done.values():
            found |= across(evaluator.ledger)
        return found

    def surface(self, others: Across, taking: Taking | None = None) -> Surface:
        found = joined([collect(self.done[index], others) for index in sorted(self.done)])
        if taking is not None:  # only now: to collect may read more
            taking.of(self.program, self.done.values())
        return found


def _shared(
    following: _Following, order: Sequence[int], count: int, taking: Taking | None = None
) -> tuple[Surface, list[SurfaceError]]:
    """The parts in the order in which they are begun, by this process and `count - 1` others."""
    queue, fill = os.pipe()
    os.set_blocking(fill, False)  # who has many pipes open gets small ones: parts that do not fit are followed below
    with suppress(BlockingIOError):
        os.write(fill, b"".join(index.to_bytes(_WORD, "big") for index in order))
    os.close(fill)
    following.elsewhere, said = os.pipe()
    for end in (following.elsewhere, said):
        os.set_blocking(end, False)
    workers: list[_Worker] = []
    try:
        with suppress(OSError):  # no further process can be started
            while len(workers) < count - 1:
                with _uninterrupted():  # from the fork until both know what an interrupt means to them
                    workers.append(_Worker(following, queue, said))
        following.follow_from(queue)
        heard = [(worker, first) for worker in workers if (first := worker.hear()) is not None]
        elsewhere = {index for _, first in heard for index in first.done}
        for index in sorted(set(order) - elsewhere - following.done.keys()):
            following.follow(index)  # the process that had it is gone
        others = following.across()
        for _, first in heard:
            others |= first.across
        found: list[Surface] = []
        errors: list[SurfaceError] = []
        for worker, first in heard:
            answer = worker.tell(others)
            if answer is None:
                for index in first.done:
                    following.follow(index)
            else:
                found.append(answer.surface)
                errors += first.errors
                if taking is not None:
                    taking.add(answer.taking)
        return joined([following.surface(others, taking), *found]), [*following.program.errors, *errors]
    finally:
        for end in (queue, said, following.elsewhere):
            os.close(end)
        following.elsewhere = None
        for worker in workers:
            worker.end()


class _Worker:
    """A process that follows parts. What it says comes in two steps, since a part has to know of all others."""

    def __init__(self, following: _Following, queue: int, said: int) -> None:
        hear, answer = os.pipe()
        listen, tell = os.pipe()
        waits = os.getpid()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(hear)
            os.close(tell)
            following.said, following.waits = said, waits
            _work(following, queue, listen, answer)
        os.close(answer)
        os.close(listen)
        self._hear = os.fdopen(hear, "rb")
        self._tell = os.fdopen(tell, "wb")

    def hear(self) -> _First | None:
        """None when the process ended before it had an answer."""
        found = self._answer()
        return found if isinstance(found, _First) else None

    def tell(self, others: Across) -> _Second | None:
        with suppress(OSError):
            pickle.dump(others, self._tell)
            self._tell.flush()
        found = self._answer()
        return found if isinstance(found, _Second) else None

    def _answer(self) -> object:
        try:
            return pickle.load(self._hear)  # noqa: S301  # from a process that is this one's own fork
        except (EOFError, OSError, pickle.UnpicklingError):
            return None

    def end(self) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        with suppress(ChildProcessError):
            os.waitpid(self.pid, 0)
        for stream in (self._hear, self._tell):
            with suppress(OSError):
                stream.close()


@contextmanager
def _uninterrupted() -> Iterator[None]:
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(following: _Following, queue: int, listen: int, answer: int) -> NoReturn:
    """What a worker does from its first moment on. It never comes back into the code that forked it."""
    status = 1
    try:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # the process that waits says that it was interrupted
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        following.follow_from(queue)
        with os.fdopen(listen, "rb") as told, os.fdopen(answer, "wb") as said:
            first = _First(tuple(following.done), following.across(), tuple(following.program.errors))
            pickle.dump(first, said)
            said.flush()
            others = pickle.load(told)  # noqa: S301  # from the process that forked this one
            taking = Taking()
            surface = following.surface(others, taking)
            pickle.dump(_Second(surface, taking), said)
        status = 0
    finally:  # whatever went wrong: its parts are followed by the process that waits, which then says so
        os._exit(status)
