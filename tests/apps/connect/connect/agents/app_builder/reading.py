"""What the app builder can look at."""

from __future__ import annotations

from typing import Any

from langchain_core.tools import StructuredTool, tool

from connect.workspace import WORKSPACE, App, shown
from connect.workspace._store import found


def app_of(app_id: str) -> App:
    return found(WORKSPACE.apps, app_id, "app")


def list_apps(project_id: str) -> list[str]:
    """List the apps of a project, installed or in draft."""
    rows = [a for a in WORKSPACE.apps.values() if a.project_id == project_id]
    return [f"{a.id} {a.name}: {'installed' if a.installed else 'draft'}" for a in rows]


def app(app_id: str) -> dict[str, Any]:
    """Show one app: its files, its draft and its previews."""
    return shown(app_of(app_id))


def _read(app_id: str, path: str) -> str:
    return app_of(app_id).files[path]


read_app_file = StructuredTool.from_function(
    func=_read,
    name="read_app_file",
    description="Read one file of an installed app.",
)
READING = [tool(list_apps), tool("get_app")(app), read_app_file]
