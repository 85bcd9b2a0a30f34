"""What Connect keeps, and the one workspace of this process."""

from connect.workspace._records import (
    Activity,
    AlertRule,
    App,
    Approval,
    InfoSheet,
    Playbook,
    Project,
    Proposal,
    Recording,
    Schedule,
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
    "NotFound",
    "Playbook",
    "Project",
    "Proposal",
    "Recording",
    "Schedule",
    "Sheet",
    "Spec",
    "Topic",
    "Update",
    "Workspace",
    "shown",
]
