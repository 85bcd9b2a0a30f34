"""`toolcrib init` and `check` on real servers, one test a server. Opt-in: the first run needs the package index.

TOOLCRIB_REAL_SERVERS=1 pytest tests/real_servers            # cache in the user's cache folder
TOOLCRIB_REAL_SERVERS=FOLDER pytest tests/real_servers       # or in FOLDER
"""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ASKED = os.environ.get("TOOLCRIB_REAL_SERVERS", "")
NAMES = [entry["name"] for entry in tomllib.loads((HERE / "servers.toml").read_text())["server"]]


@pytest.mark.skipif(
    not ASKED, reason="installs and starts real servers from the package index: set TOOLCRIB_REAL_SERVERS=1 to run"
)
@pytest.mark.parametrize("name", NAMES)
def test_adopts_and_catches_drift(name: str) -> None:
    """One row for every listed tool, a clean check, and each of three changes found on its line."""
    cache = [] if ASKED == "1" else ["--cache", ASKED]
    command: list[str | Path] = [sys.executable, HERE / "run.py", "--only", name, *cache]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_table_is_exact() -> None:
    """Every package in it is pinned to one version: the line numbers are true of that version only."""
    table = tomllib.loads((HERE / "servers.toml").read_text())
    packages = [*table["client"]["install"], *(p for entry in table["server"] for p in entry["install"])]
    assert all("==" in package for package in packages)
    assert len(NAMES) == len(set(NAMES)) >= 6
