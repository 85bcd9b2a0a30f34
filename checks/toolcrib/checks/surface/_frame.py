"""One call on the stack while the program is followed.

Room: checks, middle. Not here: who pushes and pops it (`_evaluator`), what a call does (`_calls`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from toolcrib.checks.surface._values import Args, Conds, Func, Site, Value


@dataclass(slots=True, eq=False)
class Frame:
    """One call on the stack: what it returns so far, and the conditions that held when it was entered."""

    func: Func | None
    qualname: str
    base: int
    keep: frozenset[int] | None = None  # the statements of its function to follow; None: all
    returns: list[tuple[Value, Conds]] = field(default_factory=list)
    yields: list[tuple[Value, Conds]] = field(default_factory=list)
    given: Args | None = None
    site: Site | None = None  # where it was called; None: nothing that is read calls it
    on_yield: Callable[[Value], None] | None = None  # the block of a `with`, run at the first `yield`
