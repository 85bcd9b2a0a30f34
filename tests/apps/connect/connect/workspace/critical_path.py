"""Early and late dates of a schedule's activities, in working days from its start."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from connect.workspace._records import Activity


@dataclass(frozen=True, slots=True)
class Timed:
    activity: Activity
    start: int
    finish: int
    float_days: int


def timed(activities: Sequence[Activity]) -> tuple[Timed, ...]:
    """Forward and backward pass; the activities may come in any order."""
    known = {activity.id: activity for activity in activities}
    finish: dict[str, int] = {}

    def finish_of(key: str) -> int:
        if key not in finish:
            activity = known[key]
            finish[key] = activity.days + max((finish_of(before) for before in activity.after), default=0)
        return finish[key]

    end = max((finish_of(key) for key in known), default=0)
    latest = dict.fromkeys(known, end)
    for key in sorted(known, key=finish_of, reverse=True):
        for before in known[key].after:
            latest[before] = min(latest[before], latest[key] - known[key].days)
    return tuple(Timed(known[k], finish_of(k) - known[k].days, finish_of(k), latest[k] - finish_of(k)) for k in known)
