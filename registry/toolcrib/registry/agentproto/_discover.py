"""Find apps below a folder, and read one with everything that its index names.

Room: registry, edge: it reads files below a root, and nothing above it. An app is a folder with `.agentproto/APP.md`;
agents and workflows are found through that index only, tools by their folders.
Touch it when apps keep their files elsewhere. Not here: what the files say (`_app`, `_agent`, `_tool`).
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import Final, final

from toolcrib.manifest import Location
from toolcrib.manifest.documents import MAX_BYTES, Problem, ProblemCode, shown
from toolcrib.registry.agentproto._agent import AgentFile, agent_of
from toolcrib.registry.agentproto._app import AppFile, Ref, app_of
from toolcrib.registry.agentproto._errors import DocumentProblems
from toolcrib.registry.agentproto._review import Remark, RemarkCode
from toolcrib.registry.agentproto._tool import ToolFile, tool_of

APP_FOLDER: Final = ".agentproto"
INDEX: Final = f"{APP_FOLDER}/APP.md"
_SKIPPED: Final = frozenset({".git", ".hg", ".tox", ".venv", "__pycache__", "node_modules", "venv"})
MAX_FOLDERS: Final = 100_000


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class App:
    """An app as it lies on disk: its index, its agents in that order by the index's ids, its own tools by id."""

    folder: str
    file: AppFile
    agents: Mapping[str, AgentFile]
    tools: Mapping[str, ToolFile]
    remarks: tuple[Remark, ...]


def find_apps(root: Path) -> tuple[str, ...]:
    """The folders of apps below `root`, ordered, relative with `/`; "" is `root` itself. Links are not followed.

    Raises `DocumentProblems` where a folder cannot be looked into: an app in it would be missed.
    """
    found: list[str] = []

    def unseen(error: OSError) -> None:
        place = Path(error.filename or root).as_posix()
        message = f"the folder {shown(place)} cannot be looked into ({type(error).__name__})"
        raise DocumentProblems.of(place, [_problem(message, Location(place))])

    for number, (place, folders, _) in enumerate(os.walk(root, onerror=unseen, followlinks=False)):
        if number >= MAX_FOLDERS:
            raise DocumentProblems.of(str(root), [_problem(f"more than {MAX_FOLDERS:,} folders", Location("."))])
        if (Path(place) / INDEX).is_file():
            relative = Path(place).relative_to(root).as_posix()
            found.append("" if relative == "." else relative)
        folders[:] = sorted(name for name in folders if name not in _SKIPPED)
    return tuple(sorted(found))


def load_app(root: Path, folder: str = "") -> App:
    """The app in `folder` below `root`. Raises `DocumentProblems` with everything that is wrong in its files."""
    app, problems = app_in(root, folder)
    if app is None or problems:
        raise DocumentProblems.of(f"the app in {shown(folder or '.')}", problems)
    return app


def app_in(root: Path, folder: str = "") -> tuple[App | None, tuple[Problem, ...]]:
    """As `load_app`, with what is wrong as values: the app as far as it can be read, None without its index."""
    loading = _Loading(root, folder)
    app = loading.load()
    return app, tuple(loading.problems)


class _Loading:
    def __init__(self, root: Path, folder: str) -> None:
        self.root, self.folder = root.resolve(), folder
        self.problems: list[Problem] = []
        self.remarks: list[Remark] = []

    def load(self) -> App | None:
        index = self.below(INDEX)
        content = self.read(index, Location(index))
        if content is None:
            return None
        file, problems = app_of(content, index)
        self.problems += problems
        if file is None:
            return None
        agents: dict[str, AgentFile] = {}
        for ref, agent in self.agents(file):
            agents[ref.id] = agent
            if agent.id != ref.id:
                message = f"the index calls this agent {shown(ref.id)}, its file {shown(agent.id)}"
                hint = "Write one id in both: an agent is run by the index's, and held to be unique by the file's."
                self.remarks.append(
                    Remark(code=RemarkCode.AGENT_ID_DIFFERS, message=message, key=ref.id, at=ref.at, hint=hint)
                )
        if not self.problems:  # else an agent that could not be read would seem to leave a workflow alone
            self.hold_workflows(file, agents)
        self.hold_ids(agents)
        if file.ui is not None and (page := self.referred(file.ui.path, file.ui.at)) is not None:
            content = self.read(page, file.ui.at)
            if content is not None and not content.strip():
                self.problems.append(_problem(f"the page {shown(page)} is empty", file.ui.at))
        return App(
            folder=self.folder,
            file=file,
            agents=MappingProxyType(agents),
            tools=MappingProxyType(dict(self.tools())),
            remarks=tuple(self.remarks),
        )

    def agents(self, file: AppFile) -> Iterator[tuple[Ref, AgentFile]]:
        for ref in file.agents:
            place = self.referred(ref.path, ref.at)
            content = self.read(place, ref.at) if place is not None else None
            if place is None or content is None:
                continue
            agent, problems = agent_of(content, place)
            self.problems += problems
            if agent is not None:
                yield ref, agent
        for ref in file.workflows:
            if (place := self.referred(ref.path, ref.at)) is not None:
                self.read(place, ref.at)

    def hold_workflows(self, file: AppFile, agents: Mapping[str, AgentFile]) -> None:
        bundled = {ref.id for ref in file.workflows}
        listed = {name for agent in agents.values() for name in agent.workflows}
        for agent in agents.values():
            for name in agent.workflows:
                if name not in bundled:
                    message = (
                        f"the agent {shown(agent.id)} lists the workflow {shown(name)}, which the app does not bundle"
                    )
                    hint = "Add it to `workflows` of APP.md, or remove it here."
                    at = agent.at("workflows")
                    self.problems.append(_problem(message, at, hint, code=ProblemCode.UNKNOWN_NAME))
        for ref in file.workflows:
            if ref.id not in listed:
                message = f"no agent lists the workflow {shown(ref.id)}"
                hint = "List it under `workflows` of an agent, or remove it."
                self.problems.append(_problem(message, ref.at, hint, code=ProblemCode.UNKNOWN_NAME))

    def hold_ids(self, agents: Mapping[str, AgentFile]) -> None:
        seen: dict[str, AgentFile] = {}
        for agent in agents.values():
            if agent.id in seen:
                other = seen[agent.id].path
                message = f"two files describe the agent {shown(agent.id)}; the other is {other}"
                hint = "Give one of them an id of its own."
                self.problems.append(_problem(message, agent.at("id"), hint, code=ProblemCode.DUPLICATE))
            seen[agent.id] = agent

    def tools(self) -> Iterator[tuple[str, ToolFile]]:
        folder = self.root / self.below(f"{APP_FOLDER}/tools")
        try:
            names = sorted(entry.name for entry in os.scandir(folder) if entry.is_dir())
        except FileNotFoundError:
            return
        except OSError as error:
            at = Location(self.below(f"{APP_FOLDER}/tools"))
            self.problems.append(_problem(f"the folder cannot be read ({type(error).__name__})", at))
            return
        for name in names:
            place = self.below(f"{APP_FOLDER}/tools/{name}/TOOL.md")
            if (content := self.read(place, Location(place))) is None:
                continue
            tool, problems = tool_of(content, place)
            self.problems += problems
            if tool is not None:
                yield tool.id, tool

    # -- files -------------------------------------------------------------------------------------------------------

    def below(self, path: str) -> str:
        return f"{self.folder}/{path}" if self.folder else path

    def referred(self, path: str, at: Location) -> str | None:
        """A path of the index, below the root; one that leads elsewhere is a problem."""
        given = PurePosixPath(path)
        if given.is_absolute() or ".." in given.parts or "\\" in path or "\0" in path:
            message = f"the path {shown(path)} leads out of the app, so what it names is not reviewed with it"
            self.problems.append(_problem(message, at, "Write a path below the app's folder."))
            return None
        return self.below(given.as_posix())

    def read(self, path: str, at: Location) -> bytes | None:
        place = self.root / path
        try:
            real = place.resolve(strict=True)
            if not real.is_relative_to(self.root):
                self.problems.append(_problem(f"{shown(path)} is a link that leads out of the root", at))
                return None
            if not real.is_file():
                self.problems.append(_problem(f"{shown(path)} is no file", at))
                return None
            with real.open("rb") as stream:
                return stream.read(MAX_BYTES + 1)
        except FileNotFoundError:
            self.problems.append(_problem(f"{shown(path)} is not there", at, "Correct the path, or add the file."))
        except (OSError, ValueError, RuntimeError) as error:
            self.problems.append(_problem(f"{shown(path)} cannot be read ({type(error).__name__})", at))
        return None


def _problem(message: str, at: Location, hint: str = "", *, code: ProblemCode = ProblemCode.UNREADABLE) -> Problem:
    return Problem(code=code, message=message, at=at, hint=hint)
