"""Fetch, predict, score: every bar of the surface's accuracy, by one command, and the page that says what is missed.

    python tests/benchmarks/surface.py BENCHMARK CACHE [--write | --check]

Not collected by pytest (README.md beside this file). In: the benchmark's folder (cases.json, truth/, score.py,
fetch_cases.py); CACHE is filled from the package index where sources are missing. Predictions are kept by the digest of
toolcrib's own source, so a second run scores only. Out: the bars with the figures; `--write` makes `surface.md`,
`--check` says whether it is current. Exit 1 where a bar is short, a difference has no reason, or the page is old.
Not here: running one case (`surface_cases`), evidence of writes (`writes_cases`), the page's words (`surface_page`).
"""

from __future__ import annotations

import argparse
import json
import re
import resource
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from surface_cases import Difference, Outcome, run_case, truth_differences
from surface_page import PAGE, REASONS, Bar, Scored, Told, read_reasons, render, unexplained
from writes_cases import LEAST_MUTATING, MOST_READ_ONLY, Counts, judged

import toolcrib.checks
import toolcrib.manifest


@dataclass(frozen=True, slots=True)
class Figures:
    """What score.py prints, as numbers."""

    names: int
    predicted: int
    found: int
    files: tuple[int, int]
    texts: tuple[int, int]
    edges: tuple[float, float] | None  # precision, recall


def of_source() -> str:
    """A digest of everything that reads a surface: what was predicted with the same source is predicted again."""
    digest = sha256()
    for module in (toolcrib.checks, toolcrib.manifest):
        root = Path(str(module.__file__)).parent
        for path in sorted(root.rglob("*.py")):
            digest.update(f"{path.relative_to(root)}\0".encode() + path.read_bytes())
    for script in ("surface_cases.py", "writes_cases.py"):
        digest.update((Path(__file__).parent / script).read_bytes())
    return digest.hexdigest()[:16]


def predict(case: Any, benchmark: Path, cache: Path) -> dict[str, Any]:
    """The surface of one case, and what its labelled tools are seen to write."""
    outcome = run_case(case, cache, benchmark)
    counts = Counts()
    told: list[tuple[str, str, str]] = []
    for name, mutates, found in judged(case, benchmark, cache):
        counts.count(found, mutates=mutates)
        if found.body and bool(found.sure()) is not mutates:
            piece = (found.sure() or (None,))[0]
            place = f"{piece.at.path}:{piece.at.line}" if piece else ""
            told.append((name, "quiet" if mutates else "labelled", place))
    return {"outcome": asdict(outcome), "counts": asdict(counts), "told": told}


def predicted(case: Any, chosen: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """From the folder of predictions, else from a process of its own: a case that never ends costs its limit."""
    kept = folder / f"{case['case']}.whole.json"
    if not kept.exists():
        command = [sys.executable, __file__, str(chosen.benchmark), str(chosen.cache), "--one", case["case"]]
        command += ["--timeout", str(chosen.timeout)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=chosen.timeout * 20)
            failure = done.stderr[-2000:] if done.returncode else ""
        except subprocess.TimeoutExpired:
            failure = f"not done after {chosen.timeout:.0f} s"
        if failure:
            outcome = Outcome(case["case"], case["kind"], errors=[failure])
            return {"outcome": asdict(outcome), "counts": asdict(Counts()), "told": []}
        kept.write_text(done.stdout)
    whole: dict[str, Any] = json.loads(kept.read_text())
    (folder / f"{case['case']}.json").write_text(json.dumps(whole["outcome"]["predictions"]))
    print(f"{case['case']:<46}{whole['outcome']['seconds']:>8.2f} s CPU", flush=True)
    return whole


def score(benchmark: Path, folder: Path, *options: str) -> Figures:
    command = [sys.executable, str(benchmark / "score.py"), str(folder), "--brief", *options]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    cases = [tuple(map(int, pair)) for pair in re.findall(r"truth +(\d+) +pred +(\d+) ", text)]
    total = re.search(r"TOTAL \d+ cases, (\d+) names: precision ([\d.]+) recall ([\d.]+)", text)
    assert total
    found = round(float(total[3]) * int(total[1]))
    edges = re.search(r"agent -> tool pairs: precision ([\d.]+) recall ([\d.]+)", text)
    return Figures(
        names=int(total[1]),
        predicted=sum(pair[1] for pair in cases),
        found=found,
        files=_share(text, r"file right for (\d+) of (\d+)"),
        texts=_share(text, r"description right for (\d+) of (\d+)"),
        edges=(float(edges[1]), float(edges[2])) if edges else None,
    )


def _share(text: str, pattern: str) -> tuple[int, int]:
    found = re.search(pattern, text)
    return (int(found[1]), int(found[2])) if found else (0, 0)


def fetch(benchmark: Path, cache: Path, cases: list[Any]) -> int:
    missing = [case["case"] for case in cases if not (cache / case["case"]).is_dir()]
    if not missing:
        return 0
    return subprocess.run(
        [sys.executable, str(benchmark / "fetch_cases.py"), str(cache), "--only", *missing], check=False
    ).returncode


def bars(figures: Figures, edges: float | None, silent: list[Difference], writes: Counts) -> list[Bar]:
    return [
        Bar.least("recall, without the case of a downloaded document", figures.found, figures.names, 0.995),
        Bar.least("precision, the same", figures.found, figures.predicted, 0.995),
        Bar.least("the file is the right one", *figures.files, 0.98),
        Bar.least("the description is the one that is sent", *figures.texts, 0.9),
        Bar("tools of agents in code, recall", f"{edges or 0:.4f}", "at least 0.95", reached=(edges or 0) >= 0.95),
        Bar("missed in silence", str(len(silent)), "0", reached=not silent),
        Bar.most(
            "evidence of a write where the label says read-only",
            writes.read_only_found,
            writes.read_only,
            MOST_READ_ONLY,
        ),
        Bar.least(
            "evidence of a write where the label says otherwise", writes.mutating_found, writes.mutating, LEAST_MUTATING
        ),
    ]


def scored(case: Any, whole: dict[str, Any], chosen: argparse.Namespace, folder: Path) -> Scored:
    outcome = Outcome(**whole["outcome"])
    figures = score(chosen.benchmark, folder, "--only", outcome.case)
    return Scored(
        case=outcome.case,
        kind=outcome.kind,
        static=case.get("static") is not False,
        names=figures.names,
        found=figures.found,
        predicted=figures.predicted,
        files=figures.files,
        texts=figures.texts,
        open=len([row for row in outcome.predictions if not row["name"]]),
        differences=tuple(truth_differences(outcome, chosen.benchmark, case)),
        told=tuple(Told(*one) for one in whole["told"]),
        errors=tuple(outcome.errors),
    )


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("benchmark", type=Path, help="folder with cases.json, truth/, score.py and fetch_cases.py")
    parser.add_argument("cache", type=Path, help="folder with the sources, filled where something is missing")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--write", action="store_true", help=f"make {PAGE.name}")
    how.add_argument("--check", action="store_true", help=f"say whether {PAGE.name} is current")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--timeout", type=float, default=300, help="CPU seconds for one case (default: 300)")
    parser.add_argument("--predictions", type=Path, help="where predictions are kept (default: a temporary folder)")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    chosen = parser.parse_args(argv)
    cases = json.loads((chosen.benchmark / "cases.json").read_text())["cases"]
    if chosen.one:
        # CPU seconds: other work may share the machine.
        resource.setrlimit(resource.RLIMIT_CPU, (int(chosen.timeout), int(chosen.timeout) + 5))
        case = next(c for c in cases if c["case"] == chosen.one)
        print(json.dumps(predict(case, chosen.benchmark, chosen.cache)))
        return 0
    if fetch(chosen.benchmark, chosen.cache, cases):
        return 2
    folder = (chosen.predictions or Path(tempfile.gettempdir()) / "toolcrib-predictions") / of_source()
    folder.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(chosen.jobs) as pool:
        wholes = list(pool.map(partial(predicted, chosen=chosen, folder=folder), cases))
    every = [scored(case, whole, chosen, folder) for case, whole in zip(cases, wholes, strict=True)]
    writes = Counts()
    for whole in wholes:
        writes.add(Counts(**whole["counts"]))
    edges = score(chosen.benchmark, folder, "--kind", "agents").edges
    silent = [one for case in every for one in case.differences if one.silent]
    reached = bars(score(chosen.benchmark, folder, "--static-only"), edges[1] if edges else None, silent, writes)
    reasons = read_reasons(REASONS)
    page = render(reached, every, writes, reasons)
    return said(reached, every, page, unexplained(every, reasons), chosen)


def said(reached: list[Bar], every: list[Scored], page: str, left: list[str], chosen: argparse.Namespace) -> int:
    print()
    for bar in reached:
        print(f"{'reached' if bar.reached else 'SHORT':<9}{bar.what:<56}{bar.figure:<22}{bar.asked}")
    for case in every:
        for error in case.errors:
            print(f"ERROR {case.case}: {error}")
    for line in left:
        print(f"no reason is written down for {line}")
    if chosen.write:
        PAGE.write_text(page)
    old = chosen.check and (not PAGE.exists() or PAGE.read_text() != page)
    if old:
        print(f"{PAGE.name} is old: make it with --write")
    wrong = not all(bar.reached for bar in reached) or any(case.errors for case in every) or bool(left)
    return int(wrong or old)


if __name__ == "__main__":
    sys.exit(main())
