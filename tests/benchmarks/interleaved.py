"""Whole processes, measured side by side: interleaved rounds, CPU and peak memory as the kernel counts them.

In: labelled commands, each with something to do before it starts. Out: medians and ratios. POSIX only (wait4).
CPU (user and system, of the process and its children) is what is compared: wall time on a shared machine is not.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Command:
    label: str
    arguments: Sequence[str | Path]
    before: Callable[[], None] = lambda: None
    accept: frozenset[int] = frozenset({0})


@dataclass
class Runs:
    """All rounds of one command."""

    cpu: list[float] = field(default_factory=list)
    wall: list[float] = field(default_factory=list)
    peak: list[float] = field(default_factory=list)

    def median_cpu(self) -> float:
        return statistics.median(self.cpu)


def compiled_once(folder: Path) -> dict[str, str]:
    """An environment in which byte code is kept (in `folder`), or the compiler would be measured."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    return {**environment, "PYTHONPYCACHEPREFIX": str(folder), "PYTHONHASHSEED": "0"}


def run_once(command: Command, environment: Mapping[str, str], cwd: Path) -> tuple[float, float, float]:
    command.before()
    with tempfile.TemporaryFile() as said:
        started = time.perf_counter()
        process = subprocess.Popen([*command.arguments], cwd=cwd, env=environment, stdout=said, stderr=said)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode not in command.accept:
            said.seek(0)
            raise SystemExit(f"{command.label}: exit {process.returncode}\n{said.read()[-2000:].decode()}")
    unit = 1 if sys.platform == "darwin" else 1024  # macOS counts bytes, Linux kilobytes
    return usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss * unit / 2**20


def measure(commands: Sequence[Command], *, rounds: int, environment: Mapping[str, str], cwd: Path) -> dict[str, Runs]:
    """One round that does not count, then `rounds` rounds of all commands in turn."""
    results = {command.label: Runs() for command in commands}
    for number in range(-1, rounds):
        for command in commands:
            cpu, wall, peak = run_once(command, environment, cwd)
            if number >= 0:
                runs = results[command.label]
                runs.cpu.append(cpu)
                runs.wall.append(wall)
                runs.peak.append(peak)
    return results


def ratio(these: Runs, reference: Runs) -> float:
    """The median of the ratios round by round: what disturbed a whole round falls out."""
    return statistics.median(a / b for a, b in zip(these.cpu, reference.cpu, strict=True))


def table(results: Mapping[str, Runs], reference: str) -> str:
    lines = [f"{'':<44}{'cpu s':>9}{'min':>9}{'max':>9}{'wall s':>9}{'peak MB':>9}   x {reference}"]
    for label, runs in results.items():
        times = f"{runs.median_cpu():>9.3f}{min(runs.cpu):>9.3f}{max(runs.cpu):>9.3f}"
        lines.append(
            f"{label:<44}{times}{statistics.median(runs.wall):>9.3f}{max(runs.peak):>9.1f}"
            f"   {ratio(runs, results[reference]):.2f}"
        )
    return "\n".join(lines)
