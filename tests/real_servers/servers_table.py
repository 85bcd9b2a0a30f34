"""The table of real servers as values.

In: `servers.toml` and `oracle.toml` beside this file. Out: frozen entries. Nothing is started here
(`live_server.py`, `journey.py`, `oracle.py`).
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

TABLE = Path(__file__).with_name("servers.toml")
ORACLE_TABLE = Path(__file__).with_name("oracle.toml")


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
class Started:
    """A server that can be installed and started."""

    name: str
    style: str
    install: tuple[str, ...]
    command: tuple[str, ...]
    env: tuple[tuple[str, str], ...]
    known: tuple[tuple[str, str], ...] = field(default=(), kw_only=True)  # kind and tool: what the source cannot show

    @property
    def distribution(self) -> str:
        return self.install[0].partition("==")[0]

    @property
    def version(self) -> str:
        return self.install[0].partition("==")[2]


@dataclass(frozen=True)
class Server(Started):
    """One that is adopted and broken as well."""

    answers: tuple[str, ...]
    remove: Removed
    add: Added
    mark: Marked


@dataclass(frozen=True)
class Planted:
    """An edit of the copied source that makes the static side wrong, and the differences that must be found."""

    server: str
    path: str
    old: str
    new: str
    found: tuple[tuple[str, str], ...]


def load_servers(table: Path = TABLE) -> tuple[Server, ...]:
    return tuple(_server(entry) for entry in tomllib.loads(table.read_text())["server"])


def load_started(table: Path = ORACLE_TABLE) -> tuple[Started, ...]:
    """The servers that are only started: those of the one table, then those of the other."""
    more = tuple(Started(**_start(entry)) for entry in tomllib.loads(table.read_text())["server"])
    return (*load_servers(), *more)


def load_planted(table: Path = ORACLE_TABLE) -> tuple[Planted, ...]:
    return tuple(
        Planted(**{**entry, "found": tuple(tuple(pair) for pair in entry["found"])})
        for entry in tomllib.loads(table.read_text())["planted"]
    )


def client_packages(table: Path = TABLE) -> tuple[str, ...]:
    return tuple(tomllib.loads(table.read_text())["client"]["install"])


def _start(entry: dict[str, Any]) -> dict[str, Any]:
    return {
        "name": entry["name"],
        "style": entry["style"],
        "install": tuple(entry["install"]),
        "command": tuple(entry["command"]),
        "env": tuple(sorted(entry.get("env", {}).items())),
        "known": tuple((pair[0], pair[1]) for pair in entry.get("known", ())),
    }


def _server(entry: dict[str, Any]) -> Server:
    return Server(
        **_start(entry),
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
