"""What the probed servers of the MCP SDK declare: one tool with bound arguments, and one of another agent."""

from __future__ import annotations

from toolcrib.manifest import Manifest
from toolcrib.registry import Registry

ROW = {"capability": "schedules", "mutates": False, "agents": ["chat"], "description": "About it."}
REGISTRY = Registry(
    Manifest(
        agents={"chat": {"empty_selection": "none"}, "other": {"empty_selection": "defaults"}},
        capabilities={"schedules": {"feature": "schedules"}, "apps": {"feature": "apps"}},
        tools={
            "list_schedules": {**ROW, "scope": {"workspace_id": {"pinned": "workspace"}, "project_id": "project"}},
            "run_app": {**ROW, "capability": "apps", "agents": ["other"]},
        },
    )
)
