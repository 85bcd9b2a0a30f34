"""How many processes may read the source.

Room: checks, edge. The number of processors that this process may use, or what `TOOLCRIB_WORKERS` says; 1 is none but
this one. Not here: what they do (`surface`).
"""

from __future__ import annotations

import os
from collections.abc import Mapping

VARIABLE = "TOOLCRIB_WORKERS"
MOST = 8


def workers(environ: Mapping[str, str] = os.environ) -> int:
    """A text that is no number from 1 on counts as not given: the surface is the same with any."""
    said = environ.get(VARIABLE, "").strip()
    if said.isascii() and said.isdecimal() and int(said) > 0:
        return min(int(said), MOST)
    return min(_processors(), MOST)


def _processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
