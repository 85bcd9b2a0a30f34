"""From a tool's function outwards, nearest first, until every call in the repository was followed or a bound is hit.

Room: checks, middle. Pure.
Not here: which function a tool has (`_entry`), what one frame does (`_visit`).
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from typing import TypeAlias

from toolcrib.checks.writes import _guards, _limits
from toolcrib.checks.writes._evaluate import Follower, OutOfSteps
from toolcrib.checks.writes._types import Evidence, Found, Kind, Step, Weight
from toolcrib.checks.writes._values import Frame
from toolcrib.checks.writes._visit import Visited, visit
from toolcrib.manifest import Location

_Trail: TypeAlias = tuple[int, ...]  # the functions on the way, to tell a recursion
_Waiting: TypeAlias = tuple[Frame, tuple[Step, ...], _Trail, bool]  # and whether a helper that keeps house is above


class Search:
    """What was visited is kept: tools share their helpers."""

    def __init__(self, follower: Follower) -> None:
        self._follower = follower
        self._visited: dict[int, Visited] = {}

    def from_frames(self, starts: list[Frame]) -> Found:
        """Everything that these frames lead to."""
        best: dict[Location, Evidence] = {}
        guarded = any(_guards.guarded(self._follower, frame) for frame in starts)
        queue: deque[_Waiting] = deque((f, (), (id(f.decl),), False) for f in starts)
        seen = {(frame.key, False) for frame in starts}
        stopped = ""
        while queue:
            if len(seen) > _limits.MAX_FRAMES:
                stopped = f"more than {_limits.MAX_FRAMES:,} calls lie behind it"
                break
            frame, path, trail, aside = queue.popleft()
            try:
                visited = self._visit(frame)
            except OutOfSteps:
                stopped = f"more than {_limits.MAX_STEPS:,} expressions lie behind it"
                break
            for piece in visited.evidence:
                if aside and piece.at not in visited.kept:
                    continue
                commits = piece.text.endswith("commits a transaction")
                if guarded and (commits or (piece.kind is Kind.SQL and "whatever" in piece.text)):
                    piece = replace(piece, weight=Weight.POSSIBLE)
                old = best.get(piece.at)
                if old is None or piece.weight > old.weight:
                    best[piece.at] = replace(piece, path=path)
            if not visited.complete:
                stopped = f"more than {_limits.MAX_STEPS:,} expressions lie behind it"
                break
            if len(path) >= _limits.MAX_CALLS:
                stopped = f"it is more than {_limits.MAX_CALLS} calls deep"
                continue
            for call in visited.calls:
                inner, below = call.frame, aside or call.aside
                again = trail.count(id(inner.decl)) >= _limits.MAX_AGAIN  # more turns of a recursion show nothing new
                if not again and not seen & {(inner.key, below), (inner.key, False)}:
                    seen.add((inner.key, below))
                    queue.append((inner, (*path, call.step), (*trail, id(inner.decl)), below))
        ordered = sorted(best.values(), key=_order)[: _limits.MAX_EVIDENCE]
        return Found(evidence=tuple(ordered), stopped=stopped)

    def _visit(self, frame: Frame) -> Visited:
        known = self._visited.get(frame.key)
        if known is None:
            known = visit(self._follower, frame)
            if known.complete:
                self._visited[frame.key] = known
        return known


def _order(piece: Evidence) -> tuple[int, int, Location]:
    return (-piece.weight, len(piece.path), piece.at)
