"""How a block ends: by itself, by a jump, or by a jump on some of its paths.

Room: checks, middle. Values only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from toolcrib.checks.surface._values import (
    Cond,
)

if TYPE_CHECKING:
    from toolcrib.checks.surface._evaluator import Evaluator


@dataclass(slots=True, eq=False)
class Flow:
    """How a block ends: `stop` names the statement that ended it ("" = it runs on); `unless` is the condition under
    which it ran on although some path in it stopped."""

    stop: str = ""
    unless: Cond | None = None
    kind: str = ""  # what the path that stopped did


NEXT = Flow()


def both(ev: Evaluator, first: Cond | None, second: Cond) -> Cond:
    if first is None:
        return second
    return ev.cond(
        f"{first.text} and {second.text}",
        second.place,
        second.arm,
        first.off or second.off,
        first.grant or second.grant,
    )
