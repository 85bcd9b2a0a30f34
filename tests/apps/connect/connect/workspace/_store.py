"""All workspaces in memory: tables by id, and the few ways to look into them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol, TypeVar

from connect.workspace import _sample
from connect.workspace._records import Project, Proposal, Schedule

Row = TypeVar("Row")


class _HasId(Protocol):
    id: str


Kept = TypeVar("Kept", bound=_HasId)


class NotFound(LookupError):
    """Nothing in this workspace has that id."""


class Workspace:
    """The tables of every tenant. `reset` puts the sample back, so that every test starts from the same day."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        self.members = _by_id(_sample.members())
        self.settings = _by_id(_sample.settings())  # by agent
        self.projects = _by_id(_sample.projects())
        self.schedules = _by_id(_sample.schedules())
        self.sheets = _by_id(_sample.sheets())
        self.specs = _by_id(_sample.specs())
        self.recordings = _by_id(_sample.recordings())
        self.updates = _by_id(_sample.updates())
        self.apps = _by_id(_sample.apps())
        self.playbooks = _by_id(_sample.playbooks())
        self.alert_rules = _by_id(_sample.alert_rules())
        self.info_sheets = {sheet.project_id: sheet for sheet in _sample.info_sheets()}
        self.queries: dict[str, str] = dict(_sample.QUERIES)  # declared and approved, by name
        self.proposals: dict[str, Proposal] = {}
        self.methods: dict[str, list[dict[str, str]]] = {}  # drafted means and methods, by project

    def project(self, project_id: str) -> Project:
        return found(self.projects, project_id, "project")

    def schedule(self, schedule_id: str) -> Schedule:
        return found(self.schedules, schedule_id, "schedule")

    def stage(self, kind: str, target: str, **content: Any) -> Proposal:
        """Keep a change for a person to accept. Nothing else is touched."""
        proposal = Proposal(f"prop-{len(self.proposals) + 1}", kind, target, content)
        self.proposals[proposal.id] = proposal
        return proposal


def found(table: Mapping[str, Row], key: str, noun: str) -> Row:
    try:
        return table[key]
    except KeyError:
        raise NotFound(f"no {noun} {key!r} in this workspace") from None


def _by_id(rows: Iterable[Kept]) -> dict[str, Kept]:
    return {row.id: row for row in rows}
