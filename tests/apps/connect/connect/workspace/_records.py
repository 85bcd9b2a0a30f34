"""The records of a workspace: plain, and all of them able to be shown as JSON."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from datetime import date
from enum import StrEnum
from typing import Any


class Approval(StrEnum):
    """Where a proposal stands. Only a person moves it on."""

    PENDING = "pending"
    ACCEPTED = "accepted"
    DISCARDED = "discarded"


@dataclass(slots=True)
class Member:
    """Somebody of a workspace, and what the permission model lets them reach."""

    id: str
    workspace_id: str
    features: frozenset[str]
    projects: frozenset[str]
    active: bool = True


@dataclass(slots=True)
class Settings:
    """What an administrator has set for one agent. `published` is the column as it is stored: null, or a list."""

    id: str
    paused: bool = False
    published: object = None


@dataclass(slots=True)
class Project:
    id: str
    workspace_id: str
    name: str
    client: str
    status: str
    members: list[str]
    milestones: dict[str, date] = field(default_factory=dict)


@dataclass(slots=True, frozen=True)
class Activity:
    id: str
    name: str
    days: int
    after: tuple[str, ...] = ()
    done: bool = False


@dataclass(slots=True)
class Schedule:
    id: str
    project_id: str
    name: str
    start: date
    activities: list[Activity]
    snapshots: dict[str, tuple[Activity, ...]] = field(default_factory=dict)


@dataclass(slots=True)
class Sheet:
    id: str
    project_id: str
    discipline: str
    title: str
    revisions: list[str]  # the text of each revision, the newest last


@dataclass(slots=True)
class Spec:
    id: str
    project_id: str
    section: str
    title: str
    text: str
    submittals: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Recording:
    id: str
    project_id: str
    title: str
    minutes: int
    lines: list[tuple[str, str]]  # who said it, what was said


@dataclass(slots=True)
class Update:
    id: str
    project_id: str
    title: str
    state: str  # generating, draft, published: a client sees only what a person published
    sections: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class Topic:
    id: str
    question: str
    evidence: list[str]
    disposition: str = "open"


@dataclass(slots=True)
class InfoSheet:
    project_id: str
    profile: dict[str, str]
    topics: list[Topic]
    refreshed: int = 0


@dataclass(slots=True)
class App:
    id: str
    project_id: str
    name: str
    installed: bool
    files: dict[str, str]
    draft: dict[str, str] = field(default_factory=dict)
    previews: list[dict[str, str]] = field(default_factory=list)


@dataclass(slots=True)
class Proposal:
    id: str
    kind: str
    target: str
    content: dict[str, Any]
    state: Approval = Approval.PENDING


@dataclass(slots=True)
class Playbook:
    id: str
    title: str
    agent: str
    text: str


@dataclass(slots=True)
class AlertRule:
    id: str
    workspace_id: str
    subject: str
    threshold: int
    fired: list[str] = field(default_factory=list)


def shown(record: Any) -> dict[str, Any]:
    """A record as JSON shows it."""
    return {key: _plain(value) for key, value in asdict(record).items()}


def _plain(value: Any) -> Any:
    match value:
        case date():
            return value.isoformat()
        case dict():
            return {key: _plain(inner) for key, inner in value.items()}
        case list() | tuple():
            return [_plain(inner) for inner in value]
        case _:
            return value
