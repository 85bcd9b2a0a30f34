"""The declared manifest, and a session for whoever talks to an agent: the one place where both are made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from connect.workspace import WORKSPACE
from toolcrib.registry import AsyncSession, Facts, Id, Registry, Scope, WholeWorkspace, loaded_selection

REGISTRY = Registry.load(Path(__file__).resolve().parent.parent / "manifest" / "tools.yaml")


@dataclass(frozen=True, slots=True)
class Caller:
    """Who talks, and about which project; None: about the whole workspace."""

    user: str
    project: str | None = None


def open_session(agent: str, caller: Caller) -> AsyncSession:
    """A turn of an agent for one caller: use it in an `async with`."""
    return REGISTRY.async_session(
        agent,
        facts=lambda: facts_now(agent, caller),
        scope=Scope(
            workspace=WORKSPACE.members[caller.user].workspace_id,
            projects=WholeWorkspace() if caller.project is None else {caller.project},
            objects={"user": caller.user},
        ),
        resolvers=RESOLVERS,
    )


def facts_now(agent: str, caller: Caller) -> Facts:
    """What is true at this moment: it is asked again before every offer and every call."""
    member, settings = WORKSPACE.members[caller.user], WORKSPACE.settings[agent]
    return Facts(
        access=member.active,
        paused=settings.paused,
        features=member.features,
        projects=member.projects,
        selection=loaded_selection(REGISTRY, agent, settings.published, today=date.today()).selection,
    )


def _projects_of(table: str) -> Callable[[tuple[Id, ...]], Mapping[Id, Id]]:
    def look_up(ids: tuple[Id, ...]) -> Mapping[Id, Id]:
        rows = getattr(WORKSPACE, table)
        return {one: rows[one].project_id for one in ids if one in rows}

    return look_up


RESOLVERS = {kind: _projects_of(f"{kind}s") for kind in ("schedule", "sheet", "recording", "update", "app")}
