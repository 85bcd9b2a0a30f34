"""Client updates, reading side: one decorator of our own says once what all of them share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastmcp import FastMCP
from mcp.types import ToolAnnotations

from connect.names import UpdateTool
from connect.workspace import WORKSPACE, shown

mcp = FastMCP("updates")


def read_tool(name: str) -> Callable[..., Any]:
    return mcp.tool(name=name, annotations=ToolAnnotations(readOnlyHint=True, idempotentHint=True))


@read_tool(UpdateTool.LIST)
def updates(project_id: str) -> list[str]:
    """List the client updates of a project with their state."""
    return [f"{u.id} {u.title}: {u.state}" for u in WORKSPACE.updates.values() if u.project_id == project_id]


@read_tool(UpdateTool.GET)
def update(update_id: str) -> dict[str, Any]:
    """Show one client update with all of its sections."""
    return shown(WORKSPACE.updates[update_id])


@read_tool(UpdateTool.FACTS)
def facts(project_id: str) -> list[str]:
    """Collect what happened on a project since its last update, each fact with its source."""
    schedules = [s for s in WORKSPACE.schedules.values() if s.project_id == project_id]
    done = [f"{a.name} is done (schedule {s.id})" for s in schedules for a in s.activities if a.done]
    recordings = [r for r in WORKSPACE.recordings.values() if r.project_id == project_id]
    return done + [f"{said} ({who}, recording {r.id})" for r in recordings for who, said in r.lines]
