"""The table of real servers as values.

In: `servers.toml` beside this file. Out: frozen entries. Nothing is started here (`live_server.py`, `journey.py`).
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

TABLE = Path(__file__).with_name("servers.toml")


@dataclass(frozen=True, order=True)
class Place:
    """A line of a file of the copied source tree."""

    path: str
    line: int

    @staticmethod
    def parse(text: str) -> Place:
        path, _, line = text.rpartition(":")
        return Place(path, int(line))

    def __str__(self) -> str:
        return f"{self.path}:{self.line}"


@dataclass(frozen=True)
class Removed:
    """A row that is taken out, and where its tool is declared."""

    tool: str
    at: Place


@dataclass(frozen=True)
class Added:
    """Code that declares one tool more, and the line on which that declaration then starts."""

    tool: str
    after: Place
    at: Place
    code: str


@dataclass(frozen=True)
class Marked:
    """A row that is said to mutate; `hinted` when its code says read-only."""

    tool: str
    hinted: bool


@dataclass(frozen=True)
class Server:
    name: str
    style: str
    install: tuple[str, ...]
    command: tuple[str, ...]
    env: tuple[tuple[str, str], ...]
    answers: tuple[str, ...]
    remove: Removed
    add: Added
    mark: Marked

    @property
    def distribution(self) -> str:
        return self.install[0].partition("==")[0]

    @property
    def version(self) -> str:
        return self.install[0].partition("==")[2]


def load_servers(table: Path = TABLE) -> tuple[Server, ...]:
    return tuple(_server(entry) for entry in tomllib.loads(table.read_text())["server"])


def client_packages(table: Path = TABLE) -> tuple[str, ...]:
    return tuple(tomllib.loads(table.read_text())["client"]["install"])


def _server(entry: dict[str, Any]) -> Server:
    return Server(
        name=entry["name"],
        style=entry["style"],
        install=tuple(entry["install"]),
        command=tuple(entry["command"]),
        env=tuple(sorted(entry.get("env", {}).items())),
        answers=tuple(entry["answers"]),
        remove=Removed(entry["remove"]["tool"], Place.parse(entry["remove"]["at"])),
        add=Added(
            tool=entry["add"]["tool"],
            after=Place.parse(entry["add"]["after"]),
            at=Place.parse(entry["add"]["at"]),
            code=entry["add"]["code"],
        ),
        mark=Marked(entry["mark"]["tool"], entry["mark"].get("hinted", False)),
    )
