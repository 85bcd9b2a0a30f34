"""What Connect keeps for its tenants, in this process."""

from connect.workspace._records import (
    Activity,
    AlertRule,
    App,
    Approval,
    InfoSheet,
    Member,
    Playbook,
    Project,
    Proposal,
    Recording,
    Schedule,
    Settings,
    Sheet,
    Spec,
    Topic,
    Update,
    shown,
)
from connect.workspace._store import NotFound, Workspace

WORKSPACE = Workspace()

__all__ = [
    "WORKSPACE",
    "Activity",
    "AlertRule",
    "App",
    "Approval",
    "InfoSheet",
    "Member",
    "NotFound",
    "Playbook",
    "Project",
    "Proposal",
    "Recording",
    "Schedule",
    "Settings",
    "Sheet",
    "Spec",
    "Topic",
    "Update",
    "Workspace",
    "shown",
]
