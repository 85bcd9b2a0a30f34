"""What a probe found: what was asked, what had to happen, what happened. Values, and the text of them.

Room: registry, the conformance kit. Pure. Touch it when a failure should say more. Not here: probes (`_probes`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import final


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """One thing that a dispatcher got wrong. `probe` is a stable word; the rest is for people."""

    probe: str
    agent: str
    asked: str
    expected: str
    seen: str

    def __str__(self) -> str:
        lines = (f"[{self.probe}] agent `{self.agent}`: {self.asked}", self.expected, self.seen)
        return "{}\n    expected: {}\n    seen:     {}".format(*lines)


def shown(failures: Iterable[Failure]) -> str:
    """All of them, for a person."""
    return "\n".join(str(one) for one in failures)
