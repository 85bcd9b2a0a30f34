"""While facts are read and followed: fewer looks for garbage.

Room: checks. Facts and values are many and live to the end of the work: looking through them again and again frees
nothing. Not here: letting go of them (`_surface`, `writes`).
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_OBJECTS = 100_000  # that are made before the collector looks again; Python's own number is some hundreds


@contextmanager
def fewer_collections() -> Iterator[None]:
    """A collector that is switched off stays so; afterwards everything is as it was."""
    before = gc.get_threshold()
    gc.set_threshold(max(before[0], _OBJECTS) if before[0] else 0, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
