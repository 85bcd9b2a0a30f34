"""Alerts: open to every member of the workspace, and registered from one table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastmcp import FastMCP

from connect.workspace import WORKSPACE, AlertRule


def _rules(workspace_id: str) -> list[AlertRule]:
    return [r for r in WORKSPACE.alert_rules.values() if r.workspace_id == workspace_id]


def fired(workspace_id: str, subject: str = "") -> list[str]:
    return [text for rule in _rules(workspace_id) if subject in ("", rule.subject) for text in rule.fired]


def rules(workspace_id: str) -> list[str]:
    return [f"{r.id} {r.subject}: more than {r.threshold}" for r in _rules(workspace_id)]


def propose(workspace_id: str, subject: str, threshold: int) -> dict[str, str]:
    proposal = WORKSPACE.stage("alert-rule", f"{workspace_id}/{subject}", threshold=threshold)
    return {"proposal": proposal.id, "state": proposal.state}


TOOLS: list[tuple[str, Callable[..., Any], str]] = [
    ("list_alerts", fired, "List the alerts that fired, all or those of one subject."),
    ("list_alert_rules", rules, "List the rules by which alerts fire in this workspace."),
    ("propose_alert_rule", propose, "Propose an alert rule; it counts once a person accepts it."),
]


def register(mcp: FastMCP) -> None:
    for name, function, text in TOOLS:
        mcp.tool(function, name=name, description=text)
