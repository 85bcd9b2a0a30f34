"""How long the checks take over a tree, next to `ast.parse` of every file of it; and what an import costs at run time.

    python tests/benchmarks/speed.py tree TREE [--rounds N]
    python tests/benchmarks/speed.py start [--rounds N] [--rows N]
    python tests/benchmarks/speed.py bars --trees TREES [--peers BIN] [--rounds N] [--only mixed|dense|small]

Not collected by pytest. The tree is copied (Python files only) into a temporary git repository and never touched.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from interleaved import Command, compiled_once, measure, table
from speed_bars import BARS, bars

PYTHON = sys.executable
TOOLCRIB = (PYTHON, "-m", "toolcrib.checks.cli")
HERE = Path(__file__).resolve()
CACHE = ".toolcrib_cache"


def every_file(tree: Path) -> list[Path]:
    return sorted(path for path in tree.rglob("*.py") if path.is_file() and ".git" not in path.parts)


def copy_tree(tree: Path, target: Path) -> None:
    for path in every_file(tree):
        (target / path.relative_to(tree)).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target / path.relative_to(tree))
    quiet = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    for command in (["git", "init", "-q"], ["git", "add", "-A", "-f"]):
        subprocess.run(command, cwd=target, env=quiet, check=True)


def child_ast(tree: Path) -> None:
    """The yardstick: every file read and parsed, nothing else."""
    for path in every_file(tree):
        try:
            ast.parse(path.read_bytes())
        except (SyntaxError, ValueError, RecursionError):
            continue


def child_surface(tree: Path) -> None:
    """The reader alone, without command line or cache; says how many files were listed and parsed."""
    import libcst

    from toolcrib.checks.files import find_sources
    from toolcrib.checks.surface import read_surface

    parsed = 0
    parse = libcst.parse_module

    def counted(*arguments: object, **keywords: object) -> object:
        nonlocal parsed
        parsed += 1
        return parse(*arguments, **keywords)  # type: ignore[arg-type]  # passed on as it came

    libcst.parse_module = counted  # type: ignore[assignment]  # counting is the whole point of this process
    sources = find_sources(tree)
    surface = read_surface(sources.files, not_read=sources.not_read)
    print(
        json.dumps(
            {
                "listed": len(sources.files),
                "parsed": parsed,
                "left out": sum(one.files for one in sources.not_read),
                "tools": len(surface.tools),
                "unresolved": len(surface.unresolved),
            }
        )
    )


def over_tree(tree: Path, rounds: int) -> None:
    with tempfile.TemporaryDirectory(prefix="toolcrib-speed-") as folder:
        copy, home, byte_code = (Path(folder) / name for name in ("tree", "cache", "bytecode"))
        copy_tree(tree, copy)
        files = every_file(copy)
        environment = {**compiled_once(byte_code), "XDG_CACHE_HOME": str(home)}

        def forget() -> None:
            shutil.rmtree(home, ignore_errors=True)
            for kept in (copy / CACHE, copy / "manifest" / CACHE):
                shutil.rmtree(kept, ignore_errors=True)

        said = subprocess.run(
            [PYTHON, HERE, "child", "surface", copy], env=environment, capture_output=True, text=True, check=False
        )
        if said.returncode:
            raise SystemExit(said.stderr)
        counts = json.loads(said.stdout)
        lines = sum(path.read_bytes().count(b"\n") for path in files)
        print(f"{len(files)} Python files, {lines:,} lines; " + ", ".join(f"{v} {k}" for k, v in counts.items()) + "\n")
        surface = [*TOOLCRIB, "surface", "--format", "json"]
        some = frozenset({0, 1})  # unresolved registrations are a finding, not a failure of the benchmark
        commands = [
            Command("python -c pass", [PYTHON, "-c", "pass"]),
            Command("ast.parse of every file", [PYTHON, HERE, "child", "ast", copy]),
            Command("toolcrib surface, cold", surface, forget, some),
            Command("toolcrib surface, warm", surface, accept=some),
            Command("read_surface alone", [PYTHON, HERE, "child", "surface", copy]),
        ]
        results = measure(commands, rounds=rounds, environment=environment, cwd=copy)
        print(table(results, "ast.parse of every file"))


def manifest_text(rows: int) -> str:
    """A manifest of the usual shape: six agents, twelve capabilities, a sentence of description a row."""
    agents = [f"agent-{n}" for n in range(6)]
    lines = ["agents:", *(f"  {name}: {{empty_selection: none}}" for name in agents), "capabilities:"]
    lines += [f"  area-{n}: {{feature: area-{n}}}" for n in range(12)]
    lines.append("tools:")
    for n in range(rows):
        lines += [
            f"  list_things_{n}:",
            f"    description: List the things of kind {n} in the projects that are in scope, newest first.",
            f"    capability: area-{n % 12}",
            f"    mutates: {'true' if n % 10 == 0 else 'false'}",
            f"    agents: [{agents[n % 6]}, {agents[(n + 1) % 6]}]",
        ]
    return "\n".join(lines) + "\n"


def pins_text(rows: int) -> str:
    reasons = (f"  list_things_{n}: The caller asked for exactly this change." for n in range(0, rows, 10))
    return "\n".join(["mutating:", *reasons]) + "\n"


LOAD = """
from toolcrib.registry import Facts, Phase, Registry, UseDefaults, decide
registry = Registry.load("tools.yaml")
assert len(registry.allowlist("agent-0")) == {expected}
facts = Facts(access=True, paused=False, features={{"area-0"}}, projects=(), selection=UseDefaults())
assert decide(registry, "agent-0", "list_things_0", phase=Phase.OFFER, facts=facts)
"""
MODEL = "import pydantic\nclass Row(pydantic.BaseModel):\n    x: int\n"


def start_up(rounds: int, rows: int) -> None:
    with tempfile.TemporaryDirectory(prefix="toolcrib-speed-") as folder:
        place = Path(folder)
        (place / "tools.yaml").write_text(manifest_text(rows))
        (place / "pins.yaml").write_text(pins_text(rows))
        expected = sum(n % 6 in (0, 5) for n in range(rows))
        commands = [
            Command("python -c pass", [PYTHON, "-c", "pass"]),
            Command("import pydantic", [PYTHON, "-c", "import pydantic"]),
            Command("import pydantic, first model", [PYTHON, "-c", MODEL]),
            Command("import toolcrib.registry", [PYTHON, "-c", "import toolcrib.registry"]),
            Command(f"{rows} rows loaded, one decision", [PYTHON, "-c", LOAD.format(expected=expected)]),
        ]
        results = measure(commands, rounds=rounds, environment=compiled_once(place / "bytecode"), cwd=place)
        print(table(results, "import pydantic"))


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="what", required=True)
    tree = commands.add_parser("tree", help="the checks over a tree")
    tree.add_argument("tree", type=Path)
    tree.add_argument("--rounds", type=int, default=5)
    start = commands.add_parser("start", help="what an application pays at start-up")
    start.add_argument("--rounds", type=int, default=11)
    start.add_argument("--rows", type=int, default=60)
    all_bars = commands.add_parser("bars", help="every bar with its figure, beside the peers")
    all_bars.add_argument("--trees", type=Path, required=True, help="what trees.py built")
    all_bars.add_argument("--peers", type=Path, help="the folder with ast-grep, semgrep and mcp-doctor")
    all_bars.add_argument("--rounds", type=int, default=5)
    all_bars.add_argument("--only", choices=tuple(BARS))
    child = commands.add_parser("child")
    child.add_argument("part", choices=("ast", "surface"))
    child.add_argument("tree", type=Path)
    chosen = parser.parse_args(argv)
    if chosen.what == "child":
        (child_ast if chosen.part == "ast" else child_surface)(chosen.tree)
    elif chosen.what == "bars":
        bars(chosen.trees.resolve(), chosen.peers and chosen.peers.absolute(), chosen.rounds, chosen.only)
    elif chosen.what == "tree":
        over_tree(chosen.tree, chosen.rounds)
    else:
        start_up(chosen.rounds, chosen.rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
