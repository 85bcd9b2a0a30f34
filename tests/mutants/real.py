"""One change at a time to real packages, and exactly the findings that each must bring.

    python tests/mutants/real.py BENCHMARK CACHE [--only CASE …] [--each N] [--seed N] [--table FILE]

Not collected by pytest (README.md beside this file). In: the benchmark's folder and its fetched sources, of which
nothing is kept. For each package a temporary repository is drafted with `toolcrib init` until the check is clean, then
changed, checked and put back. Out: a table of kinds and packages, and every mutant that brought something else.
Exit 1 where one did, or where there were too few.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "benchmarks"))

from real_agents import bind, unbind
from real_edits import Found, Maker, Mutant
from real_names import rename
from real_project import Project, prepare
from real_rows import add, again, remove
from real_source import apply
from real_words import describe, flip, hint
from real_writes import body_writes, branch_writes, helper_writes
from surface_cases import case_sources

LEAST_MUTANTS, LEAST_PACKAGES, LEAST_KINDS = 200, 10, 7

# Cases of several shapes. A folder of examples is many applications with the same agents: some of its folders.
PACKAGES: Mapping[str, tuple[str, ...]] = {
    "analytics-mcp": (),
    "awslabs-aws-healthomics-mcp-server": (),
    "awslabs-aws-pricing-mcp-server": (),
    "awslabs-cloudwatch-mcp-server": (),
    "awslabs-s3-tables-mcp-server": (),
    "crewai-tools": (),
    "lean-lsp-mcp": (),
    "mcp-gitlab": (),
    "mcp-neo4j-data-modeling": (),
    "mcp-sequential-thinking": (),
    "mcp-server-motherduck": (),
    "mcp-server-odoo": (),
    "mcp-server-sqlite": (),
    "mcp-server-time": (),
    "openai-agents": (
        "examples/agent_patterns/agents_as",
        "examples/basic/",
        "examples/customer_service/",
        "examples/memory/",
        "examples/sandbox/healthcare_support/",
        "examples/tools/",
    ),
    "prometheus-mcp-server": (),
    "pydantic-ai-examples": (),
    "strands-agents-tools": (),
}

KINDS: Mapping[str, Callable[[Maker], Iterable[Mutant]]] = {
    "rename": rename,
    "add": add,
    "again": again,
    "remove": remove,
    "describe": describe,
    "flip": flip,
    "hint": hint,
    "helper": helper_writes,
    "body": lambda maker: (*body_writes(maker), *branch_writes(maker)),
    "unbind": unbind,
    "bind": bind,
}


@dataclass
class Outcome:
    """What one package gave."""

    case: str
    tools: int = 0
    hidden: int = 0
    seconds: float = 0.0
    counts: dict[str, tuple[int, int]] = field(default_factory=dict)  # kind: mutants, as expected
    deviations: list[str] = field(default_factory=list)


def chosen(maker: Maker, each: int, seed: int) -> Iterator[Mutant]:
    """Up to `each` of every kind, the same ones for the same seed."""
    for kind, make in KINDS.items():
        found = sorted(make(maker), key=lambda m: (m.tool, m.what, m.edits[0].path, m.edits[0].start))
        choice = random.Random(f"{seed} {maker.project.case} {kind}")
        yield from choice.sample(found, min(each, len(found)))


def found_by(project: Project, mutant: Mutant) -> list[Found]:
    """What the check says of the changed package; the package is as it was afterwards."""
    try:
        for path in mutant.paths:
            changed = apply(project.files[path], [edit for edit in mutant.edits if edit.path == path])
            compile(changed, path, "exec", dont_inherit=True)
            (project.root / path).write_bytes(changed)
        return [(str(f.code), f.subject, f.at.path, f.at.line) for f in project.check().findings]
    finally:
        for path in mutant.paths:
            (project.root / path).write_bytes(project.files[path])


def run_package(case: str, files: Mapping[str, bytes], each: int, seed: int) -> Outcome:
    outcome = Outcome(case)
    started = time.process_time()
    with tempfile.TemporaryDirectory(prefix="toolcrib-mutants-") as folder:
        project = prepare(case, files, Path(folder))
        outcome.tools, outcome.hidden = len(project.rows), project.hidden
        counts: defaultdict[str, Counter[bool]] = defaultdict(Counter)
        for mutant in chosen(Maker(project), each, seed):
            found = found_by(project, mutant)
            same = sorted(found) == sorted(mutant.expected)
            counts[mutant.kind][same] += 1
            if not same:
                outcome.deviations.append(told(case, mutant, project.files, found))
        outcome.counts = {kind: (seen.total(), seen[True]) for kind, seen in counts.items()}
    outcome.seconds = time.process_time() - started
    return outcome


def told(case: str, mutant: Mutant, files: Mapping[str, bytes], found: list[Found]) -> str:
    lines = [f"{case}: {mutant.kind} `{mutant.tool}`: {mutant.what}"]
    for edit in mutant.edits[:3]:
        line = files[edit.path].count(b"\n", 0, edit.start) + 1
        old = files[edit.path][edit.start : edit.end].decode("utf-8", "replace")
        lines.append(f"    {edit.path}:{line}  {old[:80]!r} becomes {edit.text.decode('utf-8', 'replace')[:160]!r}")
    missing, more = set(mutant.expected) - set(found), set(found) - set(mutant.expected)
    for word, those in (("not found", missing), ("found", more)):
        lines += [f"    {word}: {one}" for one in sorted(those)[:4]]
        lines += [f"    {word}: and {len(those) - 4} more"] * (len(those) > 4)
    return "\n".join(lines)


def table(outcomes: list[Outcome]) -> str:
    """Markdown: a row a package, a column a kind, each `as expected/mutants`."""
    kinds = [kind for kind in KINDS if any(kind in outcome.counts for outcome in outcomes)]
    lines = ["| package | tools | " + " | ".join(kinds) + " | all |", "| --- |" + " ---: |" * (len(kinds) + 2)]

    def cell(pair: tuple[int, int]) -> str:
        return f"{pair[1]}/{pair[0]}" if pair[0] else ""

    for outcome in outcomes:
        cells = [cell(outcome.counts.get(kind, (0, 0))) for kind in kinds]
        lines.append(f"| {outcome.case} | {outcome.tools} | {' | '.join(cells)} | {cell(total([outcome]))} |")
    cells = [cell(total(outcomes, kind)) for kind in kinds]
    lines.append(f"| all | {sum(o.tools for o in outcomes)} | {' | '.join(cells)} | {cell(total(outcomes))} |")
    return "\n".join(lines) + "\n"


def total(outcomes: Iterable[Outcome], kind: str = "") -> tuple[int, int]:
    pairs = [pair for o in outcomes for name, pair in o.counts.items() if kind in ("", name)]
    return sum(pair[0] for pair in pairs), sum(pair[1] for pair in pairs)


def files_of(case: Any, cache: Path) -> dict[str, bytes]:
    folders = PACKAGES.get(case["case"], ())
    files = case_sources(case, cache)
    return {path: data for path, data in files.items() if not folders or path.startswith(folders)}


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("benchmark", type=Path, help="folder with cases.json, truth/ and score.py")
    parser.add_argument("cache", type=Path, help="folder into which fetch_cases.py put the sources")
    parser.add_argument("--only", nargs="*", help="packages to change (default: a choice of several shapes)")
    parser.add_argument("--each", type=int, default=4, help="mutants of one kind in one package (default: 4)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--table", type=Path, help="write the table here as well")
    asked = parser.parse_args(argv)
    cases = json.loads((asked.benchmark / "cases.json").read_text())["cases"]
    outcomes = []
    for case in (c for c in cases if c["case"] in (asked.only or PACKAGES)):
        outcome = run_package(case["case"], files_of(case, asked.cache), asked.each, asked.seed)
        outcomes.append(outcome)
        made, same = total([outcome])
        print(f"{outcome.case:<40}{same:>4} of {made:<4} as expected  {outcome.seconds:>6.1f} s CPU", flush=True)
        print("".join(f"{line}\n" for line in outcome.deviations), end="", flush=True)
    made, same = total(outcomes)
    print("\n" + table(outcomes))
    print(f"{made} mutants of {len(outcomes)} packages, {same} as expected")
    if asked.table:
        asked.table.write_text(table(outcomes))
    if asked.only:
        return int(made != same)
    kinds = [kind for kind in KINDS if total(outcomes, kind)[0]]
    enough = made >= LEAST_MUTANTS and len(outcomes) >= LEAST_PACKAGES and len(kinds) >= LEAST_KINDS
    return int(made != same or not enough)


if __name__ == "__main__":
    sys.exit(main())
