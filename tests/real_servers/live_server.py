"""Install a server into a virtualenv of its own, ask it what it lists, and copy its source.

Edge: touches the network (pip), starts processes, writes under the cache folder. What a server lists is kept in the
cache with the packages it was asked with, so that a second run needs neither network nor server.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from servers_table import Server, Started, client_packages

CLIENT = Path(__file__).with_name("list_tools.py")
FILES = """
import importlib.metadata, sys, sysconfig
print(sysconfig.get_path("purelib"), *importlib.metadata.files(sys.argv[1]) or (), sep="\\n")
"""


class ServerTrouble(Exception):
    """A server could not be installed, started or listed."""


@dataclass(frozen=True)
class Listed:
    """One tool of `tools/list`."""

    name: str
    description: str | None


def ensure_venv(folder: Path, packages: Sequence[str]) -> Path:
    """The interpreter of a virtualenv that holds exactly these packages and what they need."""
    python = folder / "bin" / "python"
    mark = folder / "toolcrib-installed.json"
    if mark.is_file() and json.loads(mark.read_text()) == list(packages):
        return python
    shutil.rmtree(folder, ignore_errors=True)
    venv.create(folder, with_pip=True)
    command: list[str | Path] = [python, "-m", "pip", "install", "-q", "--disable-pip-version-check", *packages]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ServerTrouble(f"pip install {' '.join(packages)}:\n{done.stderr[-1500:]}")
    mark.write_text(json.dumps(list(packages)))
    return python


def list_tools(server: Server, cache: Path, *, source: Path | None = None) -> tuple[Listed, ...]:
    """What the started server lists. With `source`, the server runs that tree instead of the installed one."""
    python = ensure_venv(cache / server.name / "venv", server.install)
    client = ensure_venv(cache / "client" / "venv", client_packages())
    kept = cache / server.name / "listed.json"
    key = [list(server.install), list(server.command), list(client_packages())]
    if source is None and kept.is_file() and (before := json.loads(kept.read_text()))["key"] == key:
        return tuple(Listed(**row) for row in before["tools"])
    home = cache / server.name / "home"
    home.mkdir(parents=True, exist_ok=True)
    start = {
        "command": str(python.with_name(server.command[0])),
        "arguments": list(server.command[1:]),
        "env": {**dict(server.env), "HOME": str(home), **({"PYTHONPATH": str(source)} if source else {})},
        "cwd": str(home),
    }
    done = subprocess.run([client, CLIENT], input=json.dumps(start), capture_output=True, text=True, check=False)
    if done.returncode:
        raise ServerTrouble(f"{server.name} did not list its tools:\n{done.stderr[-1500:]}")
    tools = tuple(Listed(row["name"], row["description"]) for row in json.loads(done.stdout))
    if source is None:
        rows = [{"name": tool.name, "description": tool.description} for tool in tools]
        kept.write_text(json.dumps({"key": key, "tools": rows}, indent=1))
    return tools


def copy_source(server: Started, cache: Path, target: Path) -> None:
    """The Python files that the distribution installed, in a git repository of their own, as a checkout has them."""
    python = ensure_venv(cache / server.name / "venv", server.install)
    listed = subprocess.run([python, "-c", FILES, server.distribution], capture_output=True, text=True, check=True)
    site, *names = listed.stdout.splitlines()
    shutil.rmtree(target, ignore_errors=True)
    for name in names:
        if name.endswith(".py") and not name.startswith(".."):
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(Path(site) / name, target / name)
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    for command in (["git", "init", "-q"], ["git", "add", "-A"]):
        subprocess.run(command, cwd=target, env=environment, check=True)


def default_cache() -> Path:
    """Under the user's cache folder; a run may name another one."""
    base = os.environ.get("XDG_CACHE_HOME") or (Path.home() / ".cache")
    return Path(base) / "toolcrib-real-servers" / f"python{sys.version_info.major}.{sys.version_info.minor}"
