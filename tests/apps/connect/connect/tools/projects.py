"""Projects: a server of its own, mounted without a namespace."""

from __future__ import annotations

from typing import Any

from fastmcp import FastMCP
from mcp.types import ToolAnnotations

from connect.workspace import WORKSPACE, shown

projects = FastMCP("projects")


@projects.tool(annotations=ToolAnnotations(readOnlyHint=True))
def list_projects(workspace_id: str, status: str = "") -> list[dict[str, str]]:
    """List the projects of the workspace, all or those in one status.

    Args:
        status: planning, building or done; empty for all.
    """
    rows = [p for p in WORKSPACE.projects.values() if p.workspace_id == workspace_id and status in ("", p.status)]
    return [{"id": p.id, "name": p.name, "status": p.status} for p in rows]


@projects.tool()
def get_project(project_id: str) -> dict[str, Any]:
    """Show one project with its client, members and milestones."""
    return shown(WORKSPACE.project(project_id))


@projects.tool
def list_project_members(project_id: str) -> list[str]:
    """List the people who work on a project."""
    return sorted(WORKSPACE.project(project_id).members)


@projects.tool("search_projects")
def search(workspace_id: str, words: str) -> list[str]:
    """Find projects whose name or client contains the words."""
    folded = words.casefold()
    rows = [p for p in WORKSPACE.projects.values() if p.workspace_id == workspace_id]
    return [p.id for p in rows if folded in f"{p.name} {p.client}".casefold()]


@projects.tool(
    name="get_project_timeline",
    description="Show a project's milestones in the order of their dates.",
    annotations=ToolAnnotations(readOnlyHint=True, openWorldHint=False),
)
def timeline(project_id: str) -> list[str]:
    milestones = WORKSPACE.project(project_id).milestones
    return [f"{day.isoformat()} {name}" for name, day in sorted(milestones.items(), key=lambda item: item[1])]


@projects.tool
def compare_projects(project_id: str, other_id: str) -> dict[str, list[str]]:
    """Compare two projects: what they have in common and where they differ."""
    one, two = shown(WORKSPACE.project(project_id)), shown(WORKSPACE.project(other_id))
    same = [key for key in one if one[key] == two[key]]
    return {"same": same, "different": [key for key in one if key not in same]}
