"""One call that may write, ready to be judged, and what a judgement is.

Room: checks, middle. Frozen values and what every judge asks of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from toolcrib.checks.surface import _ir as ir
from toolcrib.checks.writes._types import Kind, Weight
from toolcrib.checks.writes._values import HOLE, Frame, Given, K, Outside, Values

if TYPE_CHECKING:
    from toolcrib.checks.writes._evaluate import Follower


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    kind: Kind
    weight: Weight | None  # None: it is known not to write
    does: str  # in words, after the call's own text: "sends a POST request"
    chosen: bool = False  # it writes when the caller says so: a guard before it may forbid that


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """One call, ready to be judged. `handed` is True where the function is not called but handed to a runner."""

    follower: Follower
    target: Outside
    receiver: str  # the source text of what the method is called on
    node: ir.Call
    given: Given
    frame: Frame
    handed: bool = False

    def argument(self, index: int, *names: str) -> Values:
        """An argument by place or by name; nothing where it is not given."""
        for name, values in self.given.keyword:
            if name in names:
                return values
        return self.given.positional[index] if 0 <= index < len(self.given.positional) else ()

    def names(self) -> frozenset[str]:
        return frozenset(name for name, _ in self.given.keyword)


def texts(values: Values) -> list[str]:
    return [v.value for v in values if isinstance(v, K) and isinstance(v.value, str)]


NO = Judgement(kind=Kind.FILE, weight=None, does="")
"""Settled: it does not write, whatever else its name may look like."""
READS = Judgement(kind=Kind.SQL, weight=None, does="")
"""Settled: a statement that reads. A commit beside it commits nothing."""


def shown(text: str, most: int = 60) -> str:
    """The text on one line, holes as `…`."""
    plain = " ".join(text.replace(HOLE, "…").split())
    return plain if len(plain) <= most else plain[: most - 1] + "…"
