"""The bars of speed, each with its figure: toolcrib and its peers, interleaved over the same trees in one run.

    python tests/benchmarks/speed.py bars --trees TREES [--peers BIN] [--rounds N] [--only mixed|dense|small]

`TREES` is what `trees.py` built; `BIN` holds ast-grep, semgrep and mcp-doctor (one that is not there is said, and its
bars are open). The trees are used in place: 20 files of the mixed one get a line and lose it again.
"""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from interleaved import Command, Runs, compiled_once, measure, ratio, table

CACHE = ".toolcrib_cache"
RUN = [sys.executable, "-c", "from toolcrib.checks.cli import main; raise SystemExit(main())"]
SURFACE = [*RUN, "surface", "--format", "json"]
SOME = frozenset({0, 1})
CHANGED = 20
PASS, STATUS = "python -c pass", "git status"
COLD, WARM, EDITED = "toolcrib, cold", "toolcrib, nothing changed", f"toolcrib, {CHANGED} files changed"
AST_GREP, SEMGREP, DOCTOR = "ast-grep, one pattern", "semgrep, one rule", "mcp-doctor"
RULE = """\
rules:
  - id: one
    languages: [python]
    severity: INFO
    message: one
    pattern: "@$X.tool(...)\\ndef $F(...): ..."
"""
SMALL = "awslabs_aws_pricing_mcp_server"  # 14 files, one server
ANSWERS = [
    "--no-input", "--mutates", "*=false", "--capability", "*=area", "--feature", "area=null", "--agent", "*=chat",
    "--pin-reason", "capability:area=Nobody is kept from it: a benchmark.", "--empty-selection", "chat=none",
    "--description", "*=Something that a benchmark says.",
]  # fmt: skip


@dataclass(frozen=True)
class Bar:
    """`figure` must be at most `most`; None: nothing to compare with."""

    what: str
    most: float
    figure: Callable[[Mapping[str, Runs]], float]
    needs: str


def cpu(one: str, other: str) -> Callable[[Mapping[str, Runs]], float]:
    return lambda results: ratio(results[one], results[other])


def wall(one: str, other: str) -> Callable[[Mapping[str, Runs]], float]:
    def figure(results: Mapping[str, Runs]) -> float:
        pairs = zip(results[one].wall, results[other].wall, strict=True)
        return statistics.median(mine / theirs for mine, theirs in pairs)

    return figure


def seconds(one: str) -> Callable[[Mapping[str, Runs]], float]:
    return lambda results: statistics.median(results[one].wall)


def megabytes(results: Mapping[str, Runs]) -> float:
    return max(max(runs.peak) for label, runs in results.items() if label.startswith("toolcrib"))


BARS: Mapping[str, tuple[Bar, ...]] = {
    "mixed": (
        Bar("cold: CPU, x ast-grep", 1.0, cpu(COLD, AST_GREP), AST_GREP),
        Bar("cold: CPU, x semgrep", 0.35, cpu(COLD, SEMGREP), SEMGREP),
        Bar("nothing changed: CPU, x git status", 2.5, cpu(WARM, STATUS), STATUS),
        Bar(f"{CHANGED} files changed: CPU, x git status", 8, cpu(EDITED, STATUS), STATUS),
        Bar("peak memory of a process, MB", 200, megabytes, COLD),
    ),
    "dense": (
        Bar("cold: wall, x mcp-doctor", 1 / 6, wall(COLD, DOCTOR), DOCTOR),
        Bar("nothing changed: wall s", 1.0, seconds(WARM), WARM),
    ),
    "small": (
        Bar("nothing changed: CPU, x python -c pass", 10, cpu(WARM, PASS), PASS),
        Bar("cold: wall s", 0.5, seconds(COLD), COLD),
    ),
}


def verdict(bar: Bar, results: Mapping[str, Runs]) -> str:
    if bar.needs not in results:
        return f"{bar.what:<44}{bar.most:>9.3f}{'':>9}   open: {bar.needs} is not there"
    found = bar.figure(results)
    word = "reached" if found <= bar.most else f"short by {found / bar.most:.1f} x"
    return f"{bar.what:<44}{bar.most:>9.3f}{found:>9.3f}   {word}"


def forget(tree: Path) -> None:
    shutil.rmtree(tree / CACHE, ignore_errors=True)


class Edits:
    """A line more at the end of files spread evenly over a tree, and away again."""

    def __init__(self, tree: Path) -> None:
        names = subprocess.run(
            ["git", "ls-files", "-z", "*.py"], cwd=tree, capture_output=True, text=True, check=True
        ).stdout.split("\0")[:-1]
        chosen = names[:: max(1, len(names) // CHANGED)][:CHANGED]
        self._before = {tree / name: (tree / name).read_bytes() for name in chosen}
        self._round = 0

    def make(self) -> None:
        self._round += 1
        for file, data in self._before.items():
            file.write_bytes(data + f"\n# {self._round}\n".encode())

    def undo(self) -> None:
        for file, data in self._before.items():
            if file.read_bytes() != data:
                file.write_bytes(data)


def commands_for(kind: str, tree: Path, peers: Path | None, rule: Path) -> tuple[list[Command], Callable[[], None]]:
    """What is run over a tree, in turn; and what has to be done at the end."""
    work = [*RUN, "check"] if kind == "small" else SURFACE
    edits = Edits(tree)

    def steady() -> None:
        """As the second run of a day finds it: all undone, and known."""
        edits.undo()
        subprocess.run(work, cwd=tree, capture_output=True, check=False)

    offered = {
        AST_GREP: ("ast-grep", ["run", "-l", "python", "-p", "@mcp.tool()", "."]),
        SEMGREP: ("semgrep", ["scan", "-q", "--metrics=off", "--disable-version-check", "--config", str(rule), "."]),
        DOCTOR: ("mcp-doctor", ["--no-color", "."]),
    }
    wanted = {"mixed": (AST_GREP, SEMGREP), "dense": (AST_GREP, DOCTOR), "small": ()}[kind]
    commands = [Command(PASS, [sys.executable, "-c", "pass"]), Command(STATUS, ["git", "status"], edits.undo)]
    for label in wanted:
        name, arguments = offered[label]
        if peers is not None and (peers / name).exists():
            commands.append(Command(label, [peers / name, *arguments], accept=SOME))
        else:
            print(f"{label}: not there, its bars stay open")
    commands += [
        Command(COLD, work, lambda: forget(tree), SOME),
        Command(WARM, work, steady, SOME),
    ]
    if kind == "mixed":
        commands.append(Command(EDITED, work, edits.make, SOME))
    return commands, edits.undo


def small_repository(trees: Path, place: Path, environment: Mapping[str, str]) -> Path:
    """A server of the dense tree by itself, with a manifest in which every question is answered."""
    shutil.copytree(trees / "dense" / SMALL, place)
    quiet = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    subprocess.run(["git", "init", "-q"], cwd=place, env=quiet, check=True)
    subprocess.run([*RUN, "init", *ANSWERS], cwd=place, env=environment, check=True, capture_output=True)
    subprocess.run(["git", "add", "-A"], cwd=place, env=quiet, check=True)
    return place


def bars(trees: Path, peers: Path | None, rounds: int, only: str | None) -> None:
    with tempfile.TemporaryDirectory(prefix="toolcrib-speed-") as folder:
        rule = Path(folder) / "rule.yaml"
        rule.write_text(RULE)
        environment = {**compiled_once(Path(folder) / "bytecode"), "SEMGREP_SEND_METRICS": "off"}
        environment.pop("TOOLCRIB_NO_CACHE", None)
        if peers is not None:
            environment["PATH"] = f"{peers}{os.pathsep}{environment.get('PATH', '')}"
        summary: list[str] = []
        for kind in [only] if only else [*BARS]:
            tree = small_repository(trees, Path(folder) / kind, environment) if kind == "small" else trees / kind
            commands, undo = commands_for(kind, tree, peers, rule)
            try:
                results = measure(commands, rounds=rounds, environment=environment, cwd=tree)
            finally:
                undo()
            print(f"\n{kind}\n{table(results, STATUS)}", flush=True)
            summary += [f"{kind:<7}{verdict(bar, results)}" for bar in BARS[kind]]
        print(f"\n{'':7}{'bar':<44}{'at most':>9}{'seen':>9}")
        print("\n".join(summary))
