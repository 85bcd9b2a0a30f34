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
STARTED = [entry["name"] for entry in tomllib.loads((HERE / "oracle.toml").read_text())["server"]]
PLANTED = [entry["server"] for entry in tomllib.loads((HERE / "oracle.toml").read_text())["planted"]]
NAMES = [entry["name"] for entry in tomllib.loads((HERE / "servers.toml").read_text())["server"]]


asked = pytest.mark.skipif(
    not ASKED, reason="installs and starts real servers from the package index: set TOOLCRIB_REAL_SERVERS=1 to run"
)


@asked
@pytest.mark.parametrize("name", NAMES)
def test_adopts_and_catches_drift(name: str) -> None:
    """One row for every listed tool, a clean check, and each of three changes found on its line."""
    cache = [] if ASKED == "1" else ["--cache", ASKED]
    command: list[str | Path] = [sys.executable, HERE / "run.py", "--only", name, *cache]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def oracle(*arguments: str) -> None:
    cache = [] if ASKED == "1" else ["--cache", ASKED]
    command: list[str | Path] = [sys.executable, HERE / "oracle.py", *arguments, *cache]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@asked
@pytest.mark.parametrize("name", [*NAMES, *STARTED])
def test_offers_what_its_source_shows(name: str) -> None:
    """`toolcrib oracle` finds no difference that the table does not know, and every one that it knows."""
    oracle("--only", name)


@asked
@pytest.mark.parametrize("name", PLANTED)
def test_finds_what_was_planted(name: str) -> None:
    oracle("--planted", "--only", name)


def test_the_servers_that_are_started_are_exact() -> None:
    entries = tomllib.loads((HERE / "oracle.toml").read_text())["server"]
    assert all("==" in package for entry in entries for package in entry["install"])
    assert len({*NAMES, *STARTED}) == len(NAMES) + len(STARTED) >= 18
    assert len(set(PLANTED)) >= 3
    assert set(PLANTED) <= {*NAMES, *STARTED}


def test_the_table_is_exact() -> None:
    """Every package in it is pinned to one version: the line numbers are true of that version only."""
    table = tomllib.loads((HERE / "servers.toml").read_text())
    packages = [*table["client"]["install"], *(p for entry in table["server"] for p in entry["install"])]
    assert all("==" in package for package in packages)
    assert len(NAMES) == len(set(NAMES)) >= 6
