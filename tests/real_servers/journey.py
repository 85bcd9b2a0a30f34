"""Adopt toolcrib on a copy of a real server, as a person would, and then break it in three ways.

In: a server of the table and the cache folder. Out: an `Outcome`, one step a column of the table that `run.py` prints.
Every step runs the command line in a process of its own; nothing of toolcrib is imported here, the manifest is edited
as text and its rows are counted by a YAML reader, so that the judgement does not rest on what is judged.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from live_server import Listed, copy_source, list_tools
from ruamel.yaml import YAML
from servers_table import Place, Server

TOOLCRIB = (sys.executable, "-m", "toolcrib.checks.cli")
Codes = frozenset[tuple[str, Place]]


class Failed(Exception):
    """A step did not show what it has to show."""


@dataclass
class Outcome:
    """What was shown; a step that failed is in `trouble` and the later ones are empty."""

    server: Server
    live: int = 0
    rows: int = 0
    questions: str = ""
    check: str = ""
    removed: str = ""
    added: str = ""
    marked: str = ""
    trouble: list[str] = field(default_factory=list)


def toolcrib(tree: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*TOOLCRIB, *arguments], cwd=tree, capture_output=True, text=True, check=False)


def expect(done: subprocess.CompletedProcess[str], code: int, what: str) -> None:
    if done.returncode != code:
        said = (done.stdout + done.stderr).strip()[-2000:]
        raise Failed(f"{what}: exit {done.returncode} instead of {code}\n{said}")


def manifests(tree: Path) -> list[Path]:
    return sorted((tree / "manifest").rglob("tools.yaml"))


def rows_of(tree: Path) -> list[str]:
    names: list[str] = []
    for path in manifests(tree):
        names += YAML(typ="safe", pure=True).load(path.read_text())["tools"] or {}
    return names


def open_questions(path: Path) -> int:
    return sum("???" in line and not line.startswith("#") for line in path.read_text().splitlines())


def same_names(live: Iterable[str], rows: Iterable[str]) -> None:
    live, rows = sorted(live), sorted(rows)
    if live != rows:
        missing, more = sorted(set(live) - set(rows)), sorted(set(rows) - set(live))
        raise Failed(f"listed without a row: {missing}; rows that are not listed: {more}")


def row_block(text: str, tool: str) -> tuple[int, int]:
    """The lines of one row, first and past the last, counted from 0."""
    lines = text.splitlines()
    start = next(i for i, line in enumerate(lines) if re.fullmatch(rf'  "?{re.escape(tool)}"?:', line))
    inside = (i for i in range(start + 1, len(lines)) if lines[i].strip() and not lines[i].startswith("   "))
    return start, next(inside, len(lines))


def manifest_with(tree: Path, tool: str) -> Path:
    return next(path for path in manifests(tree) if re.search(rf'(?m)^  "?{re.escape(tool)}"?:$', path.read_text()))


def remove_row(tree: Path, server: Server) -> Codes:
    path = manifest_with(tree, server.remove.tool)
    start, end = row_block(path.read_text(), server.remove.tool)
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:start] + lines[end:]))
    return frozenset({("TC101", server.remove.at)})


def add_tool(tree: Path, server: Server) -> Codes:
    path = tree / server.add.after.path
    lines = path.read_text().splitlines(keepends=True)
    lines.insert(server.add.after.line, server.add.code)
    path.write_text("".join(lines))
    return frozenset({("TC101", server.add.at)})


def mark_writer(tree: Path, server: Server) -> Codes:
    path = manifest_with(tree, server.mark.tool)
    lines = path.read_text().splitlines(keepends=True)
    start, end = row_block(path.read_text(), server.mark.tool)
    at = next(i for i in range(start, end) if lines[i].strip() == "mutates: false")
    lines[at] = lines[at].replace("false", "true")
    path.write_text("".join(lines))
    return frozenset({("TC201", Place(path.relative_to(tree).as_posix(), at + 1))})


def findings(done: subprocess.CompletedProcess[str]) -> Codes:
    report = json.loads(done.stdout)
    return frozenset((one["code"], Place(one["at"]["path"], one["at"]["line"])) for one in report["findings"])


def broken(clean: Path, change: Callable[[Path, Server], Codes], server: Server, *, also: str = "") -> str:
    """Make one change to a copy of the clean tree; the check must find exactly it, on its line."""
    tree = clean.with_name(change.__name__)
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(clean, tree)
    expected = change(tree, server)
    done = toolcrib(tree, "check", "--format", "json")
    expect(done, 1, change.__name__)
    found = findings(done)
    beside = {code for code, _ in found - expected}
    if not expected <= found or beside != ({also} if also else set()):
        raise Failed(f"{change.__name__}: found {_words(found)} instead of {_words(expected)}")
    return _words(found)


def _words(codes: Codes) -> str:
    return ", ".join(f"{code} {place}" for code, place in sorted(codes)) or "nothing"


def adopt(server: Server, live: tuple[Listed, ...], tree: Path, outcome: Outcome) -> None:
    """`init`, its open questions refused by `check`, then answered in bulk, then a clean check."""
    names = [tool.name for tool in live]
    expect(toolcrib(tree, "init", "--no-input"), 0, "init")
    outcome.rows = len(rows_of(tree))
    same_names(names, rows_of(tree))
    before = toolcrib(tree, "check")
    asked = sum(open_questions(path) for path in (tree / "manifest").rglob("*.yaml"))
    outcome.questions = str(asked)
    expect(before, 2 if asked else 0, "check with open questions")
    shutil.rmtree(tree / "manifest")
    (tree / "toolcrib.toml").unlink(missing_ok=True)
    expect(toolcrib(tree, "init", "--no-input", *server.answers), 0, "init with answers")
    same_names(names, rows_of(tree))
    expect(toolcrib(tree, "check"), 0, "check")
    outcome.check = "clean"


def travel(server: Server, cache: Path) -> Outcome:
    """The whole way for one server; the first step that fails ends it."""
    outcome = Outcome(server)
    tree = cache / server.name / "tree"
    try:
        live = list_tools(server, cache)
        outcome.live = len(live)
        copy_source(server, cache, tree)
        adopt(server, live, tree, outcome)
        outcome.removed = broken(tree, remove_row, server)
        outcome.added = broken(tree, add_tool, server)
        changed = list_tools(server, cache, source=tree.with_name("add_tool"))
        if {tool.name for tool in changed} != {tool.name for tool in live} | {server.add.tool}:
            raise Failed("the server does not list the tool that was added: the table is wrong")
        outcome.marked = broken(tree, mark_writer, server, also="TC205" if server.mark.hinted else "")
    except Exception as trouble:  # a table of all servers is worth more than the first traceback
        outcome.trouble.append(f"{type(trouble).__name__}: {trouble}")
    return outcome
