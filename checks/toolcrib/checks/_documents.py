"""Read the project's AGENT.md and APP.md of agentproto, for the rules that speak of them.

Room: checks, edge. In: the listed documents and the manifests. Out: for each manifest the `Documents` that it answers
for: an agent that it declares, and the first one all the rest. What reads them is imported only where there are some.
Not here: what the documents mean (`toolcrib.registry.agentproto`), which files are listed (`files`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from toolcrib.checks import _disk
from toolcrib.checks._globs import Globs
from toolcrib.checks.files import BY_DEFAULT, read_files
from toolcrib.manifest import Manifest

if TYPE_CHECKING:
    from toolcrib.checks.config import Config
    from toolcrib.manifest.documents import Problem
    from toolcrib.registry.agentproto import AgentFile, Remark

_INDEX = ".agentproto/APP.md"
_FOLDERS = (".agentproto/", ".agents/")
_AGENT_LINE = b"schema: agent/"  # in a file elsewhere: others call their instructions AGENT.md too


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentFileView:
    """An AGENT.md to look at: who holds the agent to its list, and what each entry comes to, as (id, tier)."""

    id: str
    path: str
    adapter: str
    enforcement: str
    tools: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Documents:
    """What one manifest answers for. `files` are their bytes, by path; `agents` are those that can be read.

    `elsewhere` are the tools that only other manifests have a row for.
    """

    agents: tuple[AgentFile, ...] = ()
    remarks: tuple[Remark, ...] = ()
    problems: tuple[Problem, ...] = ()
    files: Mapping[str, bytes] = field(default_factory=dict)
    elsewhere: frozenset[str] = frozenset()
    views: tuple[AgentFileView, ...] = ()


def agent_named(agent: AgentFile, manifest: Manifest) -> str:
    """The agent of the manifest that the document describes, by its whole id or without `@owner/`; "" for none."""
    names = (agent.id, agent.id.rpartition("/")[2])
    return next((name for name in names if name in manifest.agents), "")


def read_documents(root: Path, listed: Sequence[str], config: Config, manifests: Sequence[Manifest]) -> list[Documents]:
    """One for each manifest, in order."""
    reading = _Reading(root, [path for path in listed if _counts(path, config)])
    if not reading.files:
        return [Documents() for _ in manifests]
    # An app is read file by file with what it names, also with what is not there: not asked by way of `_disk`.
    _disk.spoil("documents of agentproto are read")
    known = {name for manifest in manifests for name in manifest.tools}
    shares = [Documents(elsewhere=frozenset(known - manifest.tools.keys())) for manifest in manifests]
    shares[0] = replace(
        shares[0], remarks=tuple(reading.remarks), problems=tuple(reading.problems), files=reading.files
    )
    for agent in reading.agents.values():
        home = next((n for n, manifest in enumerate(manifests) if agent_named(agent, manifest)), 0)
        seen, more = _looked_at(agent, known)
        share = shares[home]
        shares[home] = replace(
            share,
            agents=(*share.agents, agent),
            remarks=(*share.remarks, *more),
            views=(*share.views, seen),
            files={**share.files, agent.path: reading.files[agent.path]},
        )
    return shares


def _counts(path: str, config: Config) -> bool:
    if Globs(config.exclude).match(path):
        return False
    return Globs(config.include).match(path) or not Globs(BY_DEFAULT).match(path)


def _looked_at(agent: AgentFile, known: set[str]) -> tuple[AgentFileView, tuple[Remark, ...]]:
    """No daemon is asked here: a tool is known that upstream's has, or that a manifest has a row for."""
    from toolcrib.registry.agentproto import (
        KNOWN_DAEMON_TOOLS,
        DaemonTools,
        adapter_of,
        enforcement,
        resolve_tools,
        review_agent,
        review_tools,
    )

    resolution = resolve_tools(agent, daemon=DaemonTools.of(*sorted({*KNOWN_DAEMON_TOOLS, *known})))
    seen = AgentFileView(
        id=agent.id,
        path=agent.path,
        adapter=adapter_of(agent),
        enforcement=enforcement(agent).value,
        tools=tuple((one.name or one.entry.written, one.tier.value) for one in resolution.entries),
    )
    return seen, (*review_tools(resolution), *review_agent(agent))


class _Reading:
    """Apps with what they name, then the agents that no app names."""

    def __init__(self, root: Path, paths: Sequence[str]) -> None:
        self.files: dict[str, bytes] = {}
        self.agents: dict[str, AgentFile] = {}
        self.remarks: list[Remark] = []
        self.problems: list[Problem] = []
        indexes = [path for path in paths if path == _INDEX or path.endswith(f"/{_INDEX}")]
        for path in indexes:
            self._app(root, path)
        for path in paths:
            if path.endswith("AGENT.md") and path not in self.files:
                self._agent(root, path)
        self.problems = list(dict.fromkeys(self.problems))

    def _app(self, root: Path, path: str) -> None:
        from toolcrib.registry.agentproto import app_in, review_app

        self.files |= read_files(root, [path])
        app, problems = app_in(root, path.removesuffix(_INDEX).rstrip("/"))
        self.problems += problems
        for problem in problems:
            if problem.at is not None and problem.at.path not in self.files and (root / problem.at.path).is_file():
                self.files |= read_files(root, [problem.at.path])
        if app is None:
            return
        self.remarks += (*review_app(app.file), *app.remarks)
        for agent in app.agents.values():
            self.files |= read_files(root, [agent.path])
            self.agents[agent.path] = agent

    def _agent(self, root: Path, path: str) -> None:
        from toolcrib.registry.agentproto import agent_of

        content = read_files(root, [path])[path]
        if not any(f"/{path}".find(f"/{folder}") >= 0 for folder in _FOLDERS) and _AGENT_LINE not in content:
            return
        self.files[path] = content
        agent, problems = agent_of(content, path)
        self.problems += problems
        if agent is not None:
            self.agents[path] = agent
