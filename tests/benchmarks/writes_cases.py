"""Hold TC203's evidence against the hints of real tools.

Not collected by pytest: `python tests/benchmarks/writes_cases.py BENCHMARK CACHE` (README.md beside this file).
In: a benchmark folder and the folder into which its sources were fetched, as for `surface_cases.py`.
Out: for each case how many tools that are labelled read-only have evidence (each is shown, to be judged: a wrong label
is a find), and how many of those labelled mutating, with a body in the package, have some.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from surface_cases import case_sources, read_truth  # the script's own folder is on the path

from toolcrib.checks.surface import SurfaceProblems, read_surface
from toolcrib.checks.writes import Found, Writes

MOST_READ_ONLY = 0.05
LEAST_MUTATING = 0.70


@dataclass
class Counts:
    read_only: int = 0
    read_only_found: int = 0
    mutating: int = 0
    mutating_found: int = 0
    without_body: int = 0
    stopped: int = 0

    def count(self, found: Found, *, mutates: bool) -> None:
        """One labelled tool."""
        sure = bool(found.sure())
        self.stopped += bool(found.stopped)
        if not found.body:
            self.without_body += 1
        if not mutates:
            self.read_only += 1
            self.read_only_found += sure
        elif found.body:
            self.mutating += 1
            self.mutating_found += sure

    def add(self, other: Counts) -> None:
        for name in vars(self):
            setattr(self, name, getattr(self, name) + getattr(other, name))


def labels(truth: Any) -> dict[str, bool]:
    """Whether each tool that carries a hint is labelled mutating."""
    found: dict[str, bool] = {}
    for row in truth["tools"]:
        hints = row.get("annotations") or {}
        if hints.get("readOnlyHint") is not None:
            found[row["name"]] = not hints["readOnlyHint"]
        elif hints.get("destructiveHint"):
            found[row["name"]] = True
    return found


def judged(case: Any, benchmark: Path, cache: Path) -> Iterator[tuple[str, bool, Found]]:
    """Each labelled tool of a case, once, with what was found."""
    said = labels(read_truth(benchmark, case["case"]))
    if not said:
        return
    files = case_sources(case, cache)
    try:
        surface = read_surface(files)
    except SurfaceProblems as problems:
        broken = {error.at.path for error in problems.exceptions if getattr(error, "at", None)}
        files = {path: data for path, data in files.items() if path not in broken}
        surface = read_surface(files)
    writes = Writes(files)
    for tool in surface.tools:
        label = said.pop(tool.name, None)
        if label is not None:
            yield tool.name, label, writes.of(tool)


def show(name: str, word: str, found: Found) -> None:
    print(f"    {word:<10} {name}" + (f"   ({found.stopped})" if found.stopped else ""))
    for piece in (found.sure() or found.evidence)[:2]:
        way = " > ".join(step.name for step in piece.path)
        print(f"               {piece.weight.name.lower()}: {piece.text}   {piece.at.path}:{piece.at.line}   {way}")


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("benchmark", type=Path, help="folder with cases.json and truth/")
    parser.add_argument("cache", type=Path, help="folder into which fetch_cases.py put the sources")
    parser.add_argument("--only", nargs="*", help="cases to run")
    chosen = parser.parse_args(argv)
    cases = json.loads((chosen.benchmark / "cases.json").read_text())["cases"]
    total = Counts()
    print(f"{'case':<46}{'read-only':>12}{'mutating':>12}{'no body':>9}{'cpu s':>8}")
    for case in cases:
        if chosen.only and case["case"] not in chosen.only:
            continue
        counts, started = Counts(), time.process_time()
        told: list[tuple[str, str, Found]] = []
        for name, mutates, found in judged(case, chosen.benchmark, chosen.cache):
            counts.count(found, mutates=mutates)
            if found.body and bool(found.sure()) is not mutates:
                told.append((name, "mutating" if mutates else "read-only", found))
        if not counts.read_only + counts.mutating + counts.without_body:
            continue
        total.add(counts)
        print(row(case["case"], counts) + f"{time.process_time() - started:>8.2f}", flush=True)
        for name, word, found in told:
            show(name, word, found)
    print(row("all", total))
    read_only = total.read_only_found / max(total.read_only, 1)
    mutating = total.mutating_found / max(total.mutating, 1)
    print(f"evidence for {read_only:.1%} of those labelled read-only (at most {MOST_READ_ONLY:.0%})")
    print(f"evidence for {mutating:.1%} of those labelled mutating with a body (at least {LEAST_MUTATING:.0%})")
    print(f"a bound was hit for {total.stopped} tools")
    return 0 if read_only <= MOST_READ_ONLY and mutating >= LEAST_MUTATING else 1


def row(name: str, counts: Counts) -> str:
    read_only = f"{counts.read_only_found}/{counts.read_only}"
    mutating = f"{counts.mutating_found}/{counts.mutating}"
    return f"{name:<46}{read_only:>12}{mutating:>12}{counts.without_body:>9}"


if __name__ == "__main__":
    sys.exit(main())
