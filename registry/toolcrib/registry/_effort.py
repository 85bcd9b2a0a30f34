"""How much work one call's arguments may make: counted in steps, so that the same arguments are always judged alike.

Room: registry, middle. The count is a thread's own and begins anew with every call. A model chooses the arguments: with
some schemas (a union of nodes that hold nodes, `unevaluatedProperties`, a pattern of many states) a few hundred
characters would be held against them for hours.
Touch it when a harmless call is refused. Not here: how large arguments may be (`_payload`), a schema (`_arguments`).
"""

from __future__ import annotations

import threading
from math import inf
from typing import Final

MAX_STEPS: Final = 10_000_000  # of the smallest kind, such as a character in one state of a pattern


class TooLong(Exception):  # noqa: N818  # it reads as what is wrong
    """It would take longer than any call may."""


class _Left(threading.local):
    steps = inf  # nobody counts


_left = _Left()


def begin(steps: int = MAX_STEPS) -> None:
    """What is spent from now on is for new arguments."""
    _left.steps = steps


def spend(steps: int) -> None:
    """Raises `TooLong`."""
    _left.steps -= steps
    if _left.steps < 0:
        raise TooLong


def end() -> None:
    """Nothing is counted until the next call."""
    _left.steps = inf
