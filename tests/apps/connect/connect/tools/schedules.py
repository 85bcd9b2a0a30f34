"""Schedules: registered on whatever server the caller hands in."""

from __future__ import annotations

import os
from datetime import timedelta
from typing import Any

from fastmcp import FastMCP
from mcp.types import ToolAnnotations

from connect.workspace import WORKSPACE, Schedule, shown
from connect.workspace.critical_path import timed

READ_ONLY = ToolAnnotations(readOnlyHint=True)


def compare_schedules(schedule_id: str, snapshot: str) -> dict[str, list[str]]:
    """Compare a schedule with one of its snapshots: activities added, removed and changed."""
    schedule = WORKSPACE.schedule(schedule_id)
    now = {a.id: a for a in schedule.activities}
    then = {a.id: a for a in schedule.snapshots[snapshot]}
    return {
        "added": [key for key in now if key not in then],
        "removed": [key for key in then if key not in now],
        "changed": [key for key in now if key in then and now[key] != then[key]],
    }


def forecast(schedule_id: str) -> str:
    schedule = WORKSPACE.schedule(schedule_id)
    return (schedule.start + timedelta(days=_length(schedule))).isoformat()


def register(mcp: FastMCP) -> None:
    """Put the schedule tools on a server."""

    @mcp.tool(annotations=READ_ONLY)
    def list_schedules(project_id: str = "") -> list[dict[str, str]]:
        """List the schedules of the projects in scope."""
        rows = [s for s in WORKSPACE.schedules.values() if project_id in ("", s.project_id)]
        return [{"id": s.id, "name": s.name, "project_id": s.project_id} for s in rows]

    @mcp.tool(annotations=READ_ONLY)
    def get_schedule(schedule_id: str) -> dict[str, Any]:
        """Show one schedule with its start, its activities and the names of its snapshots."""
        schedule = WORKSPACE.schedule(schedule_id)
        return shown(schedule) | {"snapshots": sorted(schedule.snapshots)}

    @mcp.tool
    def list_activities(schedule_id: str, only_open: bool = False) -> list[str]:
        """List a schedule's activities with their duration in working days."""
        rows = WORKSPACE.schedule(schedule_id).activities
        return [f"{a.id} {a.name}: {a.days} days" for a in rows if not (only_open and a.done)]

    @mcp.tool
    def get_critical_path(schedule_id: str) -> list[str]:
        """Show the activities without float, in the order in which they start."""
        rows = sorted(timed(WORKSPACE.schedule(schedule_id).activities), key=lambda row: row.start)
        return [row.activity.name for row in rows if row.float_days == 0]

    @mcp.tool("list_schedule_snapshots", description="List the snapshots that a schedule can be compared with.")
    def snapshots(schedule_id: str) -> list[str]:
        return sorted(WORKSPACE.schedule(schedule_id).snapshots)

    mcp.tool(compare_schedules)
    mcp.tool(find_float, name="find_schedule_float")
    if os.environ.get("CONNECT_FORECAST", "on") == "on":
        mcp.tool(name="forecast_completion", description="Forecast the day on which a schedule's last activity ends.")(
            forecast
        )


def find_float(schedule_id: str, at_most: int = 5) -> dict[str, int]:
    """Find the activities with little float, and how many days each has."""
    rows = timed(WORKSPACE.schedule(schedule_id).activities)
    return {row.activity.name: row.float_days for row in rows if 0 < row.float_days <= at_most}


def _length(schedule: Schedule) -> int:
    return max((row.finish for row in timed(schedule.activities)), default=0)
