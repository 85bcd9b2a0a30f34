"""Run the surface reader over a benchmark of real projects and score it.

Not collected by pytest: `python tests/benchmarks/surface_cases.py BENCHMARK CACHE` (README.md beside this file).
In: a benchmark folder (cases.json, truth/, score.py) and the folder into which its sources were fetched.
Out: one prediction file a case, then the scores by kind of project, the unresolved registrations and, on request,
every name that was missed, invented or described otherwise, with its place.
"""

from __future__ import annotations

import argparse
import gc
import hashlib
import json
import resource
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from toolcrib.checks.surface import AgentBinding, HintName, Surface
from toolcrib.checks.surface import read_surface as read

Case = Mapping[str, Any]  # an entry of cases.json, a foreign format
Prediction = dict[str, Any]


@dataclass
class Outcome:
    """What one case gave, for the tables."""

    case: str
    kind: str
    files: int = 0
    seconds: float = 0.0
    peak_mb: float = 0.0
    predictions: list[Prediction] = field(default_factory=list)
    reasons: dict[str, int] = field(default_factory=dict)
    places: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


def case_sources(case: Case, cache: Path) -> dict[str, bytes]:
    """Every Python file under the case's roots, without what it excludes, relative to its folder."""
    base = cache / case["case"]
    excluded = [base / name for name in case.get("exclude", [])]
    found: dict[str, bytes] = {}
    for root in case["roots"]:
        start = base / root
        for path in sorted([start] if start.is_file() else start.rglob("*.py")):
            if path.suffix == ".py" and path.is_file() and not any(path.is_relative_to(e) for e in excluded):
                found[path.relative_to(base).as_posix()] = path.read_bytes()
    return dict(sorted(found.items()))


def mutates(hints: Iterable[Any]) -> bool | None:
    """A read-only hint decides, then a destructive one that says yes; nothing else is a statement."""
    said = {hint.name: hint.value for hint in hints}
    if HintName.READ_ONLY in said:
        return not said[HintName.READ_ONLY]
    return True if said.get(HintName.DESTRUCTIVE) else None


def holder_names(binding: AgentBinding) -> tuple[str, ...]:
    """As the truth may spell the holder: the agent's own name, or its module and variable."""
    module = binding.at.path.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
    return (binding.agent, f"{module}:{binding.agent}")


def predictions(surface: Surface, kind: str, known_holders: frozenset[str]) -> Iterator[Prediction]:
    holders: dict[str, list[str]] = {}
    if kind == "agents":  # who is given the tool counts there, as a set of pairs over the whole case
        for binding in surface.agents:
            own, qualified = holder_names(binding)
            for name in binding.tools:
                holders.setdefault(name, []).append(qualified if qualified in known_holders else own)
    for tool in surface.tools:
        row: Prediction = {"name": tool.name, "file": tool.at.path, "line": tool.at.line}
        if tool.description.sent is not None:
            row["description"] = tool.description.sent
        if (said := mutates(tool.hints)) is not None:
            row["mutates"] = said
        agents = tuple(dict.fromkeys(holders.get(tool.name) or tool.agents))
        for agent in agents or (None,):
            yield row if agent is None else {**row, "agent": agent}
    for gap in surface.unresolved:
        yield {"name": None, "file": gap.at.path, "line": gap.at.line}


def leaves(error: BaseException) -> Iterator[BaseException]:
    if isinstance(error, BaseExceptionGroup):
        for inner in error.exceptions:
            yield from leaves(inner)
    else:
        yield error


def surface_of(files: dict[str, bytes], outcome: Outcome) -> Surface | None:
    """Read; a file that cannot be parsed is said and left out, so that one template does not cost the whole case."""
    for _ in range(2):
        try:
            return read(files)
        except Exception as error:  # the harness goes on with the next case and says what happened here
            broken = {getattr(getattr(leaf, "at", None), "path", None) for leaf in leaves(error)} & set(files)
            outcome.errors += [f"{type(leaf).__name__}: {leaf}"[:300] for leaf in leaves(error)]
            if not broken:
                outcome.errors.append("".join(traceback.format_exception(error)[-6:]))
                return None
            files = {path: text for path, text in files.items() if path not in broken}
    return None


def read_truth(benchmark: Path, case: str) -> Any:
    return json.loads((benchmark / "truth" / f"{case}.json").read_text())


def run_case(case: Case, cache: Path, benchmark: Path) -> Outcome:
    outcome = Outcome(case["case"], case["kind"])
    files = case_sources(case, cache)
    outcome.files = len(files)
    gc.collect()
    started = time.process_time()
    surface = surface_of(files, outcome)
    outcome.seconds = time.process_time() - started
    outcome.peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    if surface is not None:
        # Only the spelling of holders is taken from the truth ("module:variable" or a display name), never a tool.
        known = frozenset(row.get("agent") or "" for row in read_truth(benchmark, outcome.case)["tools"])
        outcome.predictions = list(predictions(surface, outcome.kind, known))
        for gap in surface.unresolved:
            reason = ("dynamic: " if gap.dynamic else "") + gap.reason
            outcome.reasons[reason] = outcome.reasons.get(reason, 0) + 1
            outcome.places.append(f"{gap.at.path}:{gap.at.line}: {gap.reason} [{gap.anchor}] settle: {gap.settle}")
    return outcome


@dataclass(frozen=True, slots=True)
class Difference:
    """One name on which truth and prediction part: missed, extra, text or no text. `silent`: nothing was said there."""

    what: str
    name: str
    place: str
    more: str = ""
    silent: bool = False

    def __str__(self) -> str:
        return f"{self.what:<8} {self.name}  {self.place}  {self.more}".rstrip()


def truth_differences(outcome: Outcome, benchmark: Path, case: Case) -> Iterator[Difference]:
    """Names missed, invented, and described otherwise, each with its place, judged as score.py does."""
    truth = read_truth(benchmark, outcome.case)
    skip = set(truth.get("unscored_files", []))
    optional = set((case.get("optional") or {}).get("names", []))
    want: dict[str, list[Any]] = {}
    for tool in truth["tools"]:
        if tool.get("file") in skip:
            optional.add(tool["name"])
        else:
            want.setdefault(tool["name"], []).append(tool)
    got: dict[str, list[Prediction]] = {}
    for row in outcome.predictions:
        if row["name"] and row["file"] not in skip and row["name"] not in optional - set(want):
            got.setdefault(row["name"], []).append(row)
    said_open = {row["file"] for row in outcome.predictions if not row["name"]}
    for name in sorted(set(want) - set(got)):
        tool = want[name][0]
        site = f"{tool.get('site_file')}:{tool.get('site_line')}"
        homes = {one.get(key) for one in want[name] for key in ("file", "site_file")}
        yield Difference(
            "missed",
            name,
            f"{tool.get('file')}:{tool.get('line')}",
            f"site {site}  {tool.get('style')}",
            silent=not homes & said_open,
        )
    for name in sorted(set(got) - set(want)):
        yield Difference("extra", name, f"{got[name][0]['file']}:{got[name][0]['line']}")
    for name in sorted(set(got) & set(want)):
        said = {row["description"] for row in got[name] if "description" in row}
        shas = {tool["description_sha256"] for tool in want[name]}
        place = f"{got[name][0]['file']}:{got[name][0]['line']}"
        if said and not any((hashlib.sha256(text.encode()).hexdigest() if text else None) in shas for text in said):
            yield Difference("text", name, place, repr(sorted(said)[0][:70]))
        if not said and shas != {None}:
            yield Difference("no text", name, place)


def run_apart(case: Case, chosen: argparse.Namespace) -> Outcome:
    """One case in a process of its own: a case that never ends costs its time limit, not the run."""
    command = [sys.executable, __file__, chosen.benchmark, chosen.cache, "--one", case["case"]]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=chosen.timeout)
        outcome = Outcome(**json.loads(done.stdout)) if done.returncode == 0 else Outcome(case["case"], case["kind"])
        if done.returncode:
            outcome.errors.append(done.stderr[-2000:])
    except subprocess.TimeoutExpired:
        outcome = Outcome(case["case"], case["kind"], errors=[f"not done after {chosen.timeout:.0f} s"])
    print(line(outcome), flush=True)
    for error in outcome.errors:
        print("    ERROR " + error.replace("\n", "\n          "), flush=True)
    return outcome


HEAD = f"{'case':<46}{'kind':<12}{'files':>6}{'tools':>7}{'open':>6}{'cpu s':>8}{'peak MB':>9}"


def line(o: Outcome) -> str:
    named = len({row["name"] for row in o.predictions if row["name"]})
    return (
        f"{o.case:<46}{o.kind:<12}{o.files:>6}{named:>7}{sum(o.reasons.values()):>6}{o.seconds:>8.2f}{o.peak_mb:>9.0f}"
    )


def print_unresolved(outcomes: list[Outcome]) -> None:
    reasons: Counter[str] = Counter()
    for outcome in outcomes:
        reasons.update(outcome.reasons)
    print(f"\nunresolved: {reasons.total()}")
    for reason, count in reasons.most_common():
        print(f"{count:>6}  {reason}")


def score(benchmark: Path, predicted: Path, *options: str) -> None:
    sys.stdout.flush()
    subprocess.run([sys.executable, benchmark / "score.py", predicted, *options], check=False)


def options(argv: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("benchmark", type=Path, help="folder with cases.json, truth/ and score.py")
    parser.add_argument("cache", type=Path, help="folder into which fetch_cases.py put the sources")
    parser.add_argument("--out", type=Path, help="where the prediction files go (default: a temporary folder)")
    parser.add_argument("--only", nargs="*", help="cases to run")
    parser.add_argument("--kind", help="mcp-server, toolkit, agent or agents")
    parser.add_argument("--misses", action="store_true", help="list every name that differs, with its place")
    parser.add_argument("--unresolved", action="store_true", help="list every unresolved registration")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--timeout", type=float, default=120, help="seconds for one case (default: 120)")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    parser.add_argument("--json", type=Path, help="score.py's figures over everything that ran")
    return parser.parse_args(argv)


def main(argv: list[str] | None = None) -> int:
    chosen = options(argv)
    cases = json.loads((chosen.benchmark / "cases.json").read_text())["cases"]
    cases = [c for c in cases if (not chosen.only or c["case"] in chosen.only) and chosen.kind in (None, c["kind"])]
    missing = [c["case"] for c in cases if not (chosen.cache / c["case"]).is_dir()]
    if missing or not cases:
        print(f"not fetched: {', '.join(missing)}" if missing else "no such case", file=sys.stderr)
        return 2
    if chosen.one:
        case = next(c for c in cases if c["case"] == chosen.one)
        print(json.dumps(asdict(run_case(case, chosen.cache, chosen.benchmark))))
        return 0
    out = chosen.out or Path(tempfile.mkdtemp(prefix="toolcrib-predictions-"))
    out.mkdir(parents=True, exist_ok=True)
    print(HEAD)
    with ThreadPoolExecutor(chosen.jobs) as pool:
        outcomes = list(pool.map(lambda case: run_apart(case, chosen), cases))
    for outcome in outcomes:
        (out / f"{outcome.case}.json").write_text(json.dumps(outcome.predictions, indent=1))
    print_unresolved(outcomes)
    for outcome, case in zip(outcomes, cases, strict=True):
        lines = [str(one) for one in truth_differences(outcome, chosen.benchmark, case)] if chosen.misses else []
        lines += outcome.places if chosen.unresolved else []
        if lines:
            print(f"\n{outcome.case}\n    " + "\n    ".join(lines))
    only = ["--only", *(c["case"] for c in cases)]
    for kind in dict.fromkeys(c["kind"] for c in cases):
        print(f"\n===== {kind}")
        score(chosen.benchmark, out, "--brief", "--kind", kind, *only)
        if kind == "mcp-server":
            print("\n===== mcp-server, static only")
            score(chosen.benchmark, out, "--brief", "--static-only", "--kind", kind, *only)
    if chosen.json:
        score(chosen.benchmark, out, "--brief", "--json", str(chosen.json), *only)
    print(f"\npredictions: {out}")
    return 1 if any(o.errors for o in outcomes) else 0


if __name__ == "__main__":
    sys.exit(main())
