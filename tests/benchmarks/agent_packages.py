"""Real packages of agent tools: what each of them makes when it runs, next to what `toolcrib surface` reads.

    python tests/benchmarks/agent_packages.py CACHE [--only NAME …] [--misses]

`CACHE` keeps the environments of the frameworks and the packages; the first run needs the package index.
Exit 1 when a name was missed or made up, or a package could not be asked.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tomllib
import venv
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
COLUMNS = ("package", "version", "framework", "live", "read", "missed", "made up", "texts", "unresolved")


@dataclass(frozen=True)
class Package:
    name: str
    version: str
    framework: str
    modules: tuple[str, ...]
    given: str  # JSON: arguments for parameters of that name


@dataclass(frozen=True)
class Seen:
    package: Package
    live: Mapping[str, str | None]
    read: Mapping[str, str | None]
    unresolved: int
    trouble: tuple[str, ...]

    @property
    def missed(self) -> list[str]:
        return sorted(set(self.live) - set(self.read))

    @property
    def made_up(self) -> list[str]:
        return sorted(set(self.read) - set(self.live))

    @property
    def other_texts(self) -> list[str]:
        """Tools whose text is read, and is another one."""
        told = {name: text for name, text in self.read.items() if text is not None and name in self.live}
        return sorted(name for name, text in told.items() if text != (self.live[name] or ""))

    @property
    def cells(self) -> tuple[str, ...]:
        told = [name for name, text in self.read.items() if text is not None and name in self.live]
        counts = (len(self.live), len(self.read), len(self.missed), len(self.made_up))
        texts = f"{len(told) - len(self.other_texts)}/{len(told)}"
        package = self.package
        return (package.name, package.version, package.framework, *map(str, counts), texts, str(self.unresolved))


def pip(python: Path, *arguments: str) -> None:
    command = [str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"pip install {' '.join(arguments)}:\n{done.stderr[-1500:]}")


def environment(cache: Path, framework: str, needs: list[str]) -> Path:
    folder = cache / "frameworks" / framework
    python, mark = folder / "bin" / "python", folder.with_suffix(".json")
    if not mark.is_file() or json.loads(mark.read_text()) != needs:
        venv.create(folder, with_pip=True, clear=True)
        pip(python, *needs)
        mark.write_text(json.dumps(needs))
    return python


def source(cache: Path, package: Package, python: Path) -> Path:
    """The package by itself: a folder that holds what it installs."""
    folder = cache / "packages" / f"{package.name}-{package.version}"
    if not folder.is_dir():
        pip(python, "--no-deps", "--no-compile", "--target", str(folder), f"{package.name}=={package.version}")
    return folder


def ask(package: Package, python: Path, folder: Path) -> Any:
    command = [str(python), str(HERE / "agent_probe.py"), package.given, *package.modules]
    given = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=given, timeout=300)
    return json.loads(done.stdout) if done.stdout else {"tools": {}, "failed": [done.stderr[-1500:]]}


def read(folder: Path) -> Any:
    command = [sys.executable, "-m", "toolcrib.checks.cli", "surface", "--root", str(folder), "--format", "json"]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def look(cache: Path, package: Package, needs: list[str]) -> Seen:
    python = environment(cache, package.framework, needs)
    folder = source(cache, package, python)
    told, surface = ask(package, python, folder), read(folder)
    texts = {tool["name"]: (tool["description"] or {}).get("text") for tool in surface["tools"]}
    return Seen(package, told["tools"], texts, len(surface["unresolved"]), tuple(told["failed"]))


def table(seen: list[Seen]) -> str:
    rows = [COLUMNS, tuple("---" for _ in COLUMNS), *(one.cells for one in seen)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(COLUMNS))]
    return "\n".join("| " + " | ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)) + " |" for row in rows)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cache", type=Path)
    parser.add_argument("--only", nargs="*", default=())
    parser.add_argument("--misses", action="store_true", help="every name and text that differs, and what failed")
    chosen = parser.parse_args(argv)
    listed = tomllib.loads((HERE / "agent_packages.toml").read_text())
    packages = [
        Package(e["name"], e["version"], e["framework"], tuple(e["modules"]), json.dumps(e.get("given", {})))
        for e in listed["package"]
    ]
    packages = [package for package in packages if not chosen.only or package.name in chosen.only]
    cache = chosen.cache.resolve()
    seen = [look(cache, package, listed["frameworks"][package.framework]) for package in packages]
    print(table(seen))
    for one in seen if chosen.misses else ():
        for what, names in (("missed", one.missed), ("made up", one.made_up), ("other text", one.other_texts)):
            print(*(f"{one.package.name}: {what}: {name}" for name in names), sep="\n", end="\n" if names else "")
        print(
            *(f"{one.package.name}: failed: {text}" for text in one.trouble), sep="\n", end="\n" if one.trouble else ""
        )
    return 1 if any(one.missed or one.made_up or not one.live for one in seen) else 0


if __name__ == "__main__":
    sys.exit(main())
