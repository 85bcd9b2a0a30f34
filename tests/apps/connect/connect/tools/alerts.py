"""Alerts: open to every member of the workspace, and registered from one table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastmcp import FastMCP

from connect.workspace import WORKSPACE


def fired(subject: str = "") -> list[str]:
    rules = [r for r in WORKSPACE.alert_rules.values() if subject in ("", r.subject)]
    return [text for rule in rules for text in rule.fired]


def rules() -> list[str]:
    return [f"{r.id} {r.subject}: more than {r.threshold}" for r in WORKSPACE.alert_rules.values()]


def propose(subject: str, threshold: int) -> dict[str, str]:
    proposal = WORKSPACE.stage("alert-rule", subject, threshold=threshold)
    return {"proposal": proposal.id, "state": proposal.state}


TOOLS: list[tuple[str, Callable[..., Any], str]] = [
    ("list_alerts", fired, "List the alerts that fired, all or those of one subject."),
    ("list_alert_rules", rules, "List the rules by which alerts fire in this workspace."),
    ("propose_alert_rule", propose, "Propose an alert rule; it counts once a person accepts it."),
]


def register(mcp: FastMCP) -> None:
    for name, function, text in TOOLS:
        mcp.tool(function, name=name, description=text)
