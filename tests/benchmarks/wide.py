"""Read the surface of everything that is installed somewhere: no crash, no hang, no tool where no framework is.

    python tests/benchmarks/wide.py PATH… [--limit SECONDS] [--json FILE]

Not collected by pytest (README.md beside this file). In: folders of packages, such as the standard library or a
`site-packages`; a folder that is none is searched for those. Each top-level package is read in a process of its own
with a limit; a package that was met already, byte for byte, is not read again. Out: what crashed, what took too long,
what was refused although Python compiles it, and every package in which tools were found, those first that have
nothing to do with an agent framework. Exit 1 where there is any of the first three, or one of those. With `--json` each
package is a line of the file as soon as it is read: a run that is interrupted says its totals so far (exit 1), and one
that finds the file goes on after it.
"""

from __future__ import annotations

import argparse
import json
import re
import resource
import signal
import subprocess
import sys
import time
import traceback
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from hashlib import sha256
from pathlib import Path

from toolcrib.checks.surface import SurfaceError, SurfaceProblems, read_surface
from toolcrib.checks.surface.dialects import all_dialects

LIMIT = 120.0
LEAST_FILES = 10_000
_PARSER_BOUND = (RecursionError, MemoryError)
_NO_SIGN = {"google", "boto3", "aioboto3"}  # packages of much else
ROOTS = sorted(
    {root for dialect in all_dialects() for root in dialect.roots} - _NO_SIGN | {"google.genai", "google.generativeai"},
    key=len,
    reverse=True,
)
_IMPORTS = re.compile(
    rb"^[ \t]*(?:>>> )?(?:from|import)[ \t]+(" + b"|".join(re.escape(root).encode() for root in ROOTS) + rb")\b",
    re.MULTILINE,
)


@dataclass
class Read:
    """What one package gave."""

    name: str
    files: int = 0
    size: int = 0
    lines: int = 0
    seconds: float = 0.0
    peak_mb: float = 0.0
    tools: list[str] = field(default_factory=list)
    unresolved: int = 0
    refused: list[str] = field(default_factory=list)  # files that are no Python of this interpreter
    unjust: list[str] = field(default_factory=list)  # files that are refused and compile
    frameworks: list[str] = field(default_factory=list)
    failure: str = ""
    hung: bool = False
    key: str = ""  # what it was read from (see `digest`)


def trees(paths: list[Path]) -> Iterator[Path]:
    """Each folder itself, or the `site-packages` below it."""
    for path in paths:
        inner = sorted(p for p in path.rglob("site-packages") if p.is_dir() and "site-packages" not in p.parent.parts)
        yield from inner if inner and path.name != "site-packages" and not (path / "os.py").exists() else [path]


def units(tree: Path) -> Iterator[tuple[str, list[Path]]]:
    """The top-level packages of a tree, and its loose modules as one."""
    loose = sorted(path for path in tree.glob("*.py") if path.is_file())
    if loose:
        yield "(modules)", loose
    for folder in sorted(path for path in tree.iterdir() if path.is_dir() and path.name != "site-packages"):
        files = sorted(path for path in folder.rglob("*.py") if path.is_file())
        if files:
            yield folder.name, files


def digest(files: list[Path], tree: Path) -> str:
    whole = sha256()
    for path in files:
        whole.update(f"{path.relative_to(tree)}\0".encode() + sha256(path.read_bytes()).digest())
    return whole.hexdigest()


def read(name: str, sources: dict[str, bytes]) -> Read:
    result = Read(name, files=len(sources), size=sum(map(len, sources.values())))
    result.lines = sum(data.count(b"\n") for data in sources.values())
    result.frameworks = sorted({found.decode() for data in sources.values() for found in _IMPORTS.findall(data)})
    if name in ROOTS:
        result.frameworks.append(f"{name} itself")
    started = time.process_time()
    try:
        surface = None
        while surface is None:
            try:
                surface = read_surface(sources)
            except SurfaceProblems as problems:
                broken = {
                    one.at.path for one in problems.exceptions if isinstance(one, SurfaceError) and one.at is not None
                }
                result.refused += sorted(broken)
                result.unjust += sorted(path for path in broken if compiles(sources[path]))
                sources = {path: data for path, data in sources.items() if path not in broken}
                if not broken:
                    raise
        result.tools = [f"{t.name}  {t.framework}  {t.at.path}:{t.at.line}" for t in surface.tools]
        result.unresolved = len(surface.unresolved)
    except Exception:  # what is looked for: it is said, and the next package is read
        result.failure = traceback.format_exc()[-3000:]
    result.seconds = time.process_time() - started
    result.peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return result


def compiles(data: bytes) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            compile(data, "x.py", "exec", dont_inherit=True)
        except (SyntaxError, ValueError, *_PARSER_BOUND):
            return False
    return True


def read_apart(tree: Path, name: str, limit: float, files: list[Path]) -> Read:
    """In a process of its own, which ends after the limit: CPU seconds, since other work may share the machine."""
    lost = Read(name, files=len(files), size=sum(path.stat().st_size for path in files))
    command = [sys.executable, __file__, str(tree), "--one", name, "--limit", str(limit)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=limit * 20)
    except subprocess.TimeoutExpired:
        return replace(lost, hung=True)
    if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        return replace(lost, hung=True)
    if done.returncode:
        return replace(lost, failure=f"ended with {done.returncode}: {done.stderr[-2000:]}")
    return Read(**json.loads(done.stdout))


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", type=Path, nargs="+", metavar="PATH")
    parser.add_argument("--limit", type=float, default=LIMIT, help="CPU seconds for one package (default: 120)")
    parser.add_argument(
        "--json", type=Path, help="everything that was found, one package a line; a run goes on after it"
    )
    parser.add_argument("--one", help=argparse.SUPPRESS)
    chosen = parser.parse_args(argv)
    if chosen.one:
        resource.setrlimit(resource.RLIMIT_CPU, (int(chosen.limit), int(chosen.limit) + 5))
        tree = chosen.paths[0]
        files = dict(units(tree))[chosen.one]
        sources = {path.relative_to(tree).as_posix(): path.read_bytes() for path in files}
        print(json.dumps(asdict(read(chosen.one, sources))))
        return 0
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # `timeout` and CI end a run so
    done = kept(chosen.json)
    started = time.monotonic()
    whole = False
    try:
        for one in read_all(chosen.paths, chosen.limit, {one.key for one in done}):
            done.append(one)
            if chosen.json:
                with chosen.json.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(asdict(one)) + "\n")
            if one.failure or one.hung or one.unjust or one.seconds > chosen.limit / 10:
                print(line(one), flush=True)
        whole = True
    except KeyboardInterrupt:
        print("\ninterrupted: these are the figures so far")
    wrong = told(done, time.monotonic() - started)
    return wrong if whole else 1


def read_all(paths: list[Path], limit: float, seen: set[str]) -> Iterator[Read]:
    """Each package once, in a process of its own; `seen` are those that were read before."""
    for tree in trees(paths):
        for name, files in units(tree):
            key = digest(files, tree)
            if key in seen:
                continue
            seen.add(key)
            one = read_apart(tree, name, limit, files)
            one.key = key
            yield one


def kept(file: Path | None) -> list[Read]:
    """What an interrupted run wrote; a last line that is cut short is read again."""
    if file is None or not file.exists():
        return []
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    whole = [text for text in lines if text.endswith("\n")]
    if whole != lines:
        file.write_text("".join(whole), encoding="utf-8")
    return [Read(**json.loads(text)) for text in whole]


def line(one: Read) -> str:
    state = "HUNG" if one.hung else "CRASHED" if one.failure else "REFUSED" if one.unjust else ""
    return (
        f"{one.name:<40}{one.files:>6}{one.seconds:>9.1f} s{one.peak_mb:>7.0f} MB  {state} {' '.join(one.unjust[:4])}"
    )


def told(done: list[Read], wall: float) -> int:
    with_tools = [one for one in done if one.tools]
    outside = [one for one in with_tools if not one.frameworks]
    for one in (one for one in done if one.failure):
        print(f"\n{one.name}\n{one.failure}")
    print("\ntools outside of agent frameworks" + ("" if outside else ": none"))
    print_tools(outside)
    print("\ntools in packages that import an agent framework, or are one")
    print_tools([one for one in with_tools if one.frameworks])
    print(figures(done, wall))
    wrong = any(one.failure or one.hung or one.unjust for one in done) or bool(outside)
    return int(wrong or sum(one.files for one in done) < LEAST_FILES)


def print_tools(those: list[Read]) -> None:
    for one in sorted(those, key=lambda one: (len(one.frameworks), one.name)):
        print(f"  {one.name}: {len(one.tools)} tools, {one.unresolved} open; imports {', '.join(one.frameworks)}")
        for tool in one.tools[:12]:
            print(f"      {tool}")


def figures(done: list[Read], wall: float) -> str:
    if not done:
        return "\nnothing was read"
    slowest = max(done, key=lambda one: one.seconds)
    largest = max(done, key=lambda one: one.peak_mb)
    counts: Mapping[str, int] = {
        "packages": len(done),
        "files": sum(one.files for one in done),
        "lines": sum(one.lines for one in done),
        "bytes": sum(one.size for one in done),
        "files refused, which this Python does not compile": sum(len(one.refused) - len(one.unjust) for one in done),
        "files refused although it does": sum(len(one.unjust) for one in done),
        "crashes": sum(bool(one.failure) for one in done),
        "hangs": sum(one.hung for one in done),
        "packages with tools": sum(bool(one.tools) for one in done),
        "tools": sum(len(one.tools) for one in done),
    }
    lines = [f"{number:>12,}  {what}" for what, number in counts.items()]
    lines.append(f"{sum(one.seconds for one in done):>12,.0f}  CPU seconds, {wall:,.0f} s in all")
    lines.append(f"{slowest.seconds:>12,.1f}  CPU seconds at most, {slowest.name} with {slowest.files} files")
    lines.append(f"{largest.peak_mb:>12,.0f}  MB at most, {largest.name} with {largest.files} files")
    return "\n" + "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
