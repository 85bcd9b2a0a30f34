"""pre-commit runs both hooks for real. Opt-in: its environment is installed from the package index.

Set TOOLCRIB_PRE_COMMIT to the pre-commit command. What is committed here is what runs.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

PRE_COMMIT = os.environ.get("TOOLCRIB_PRE_COMMIT", "")
TOP = Path(__file__).parents[3]

pytest_plugins = ["pytester"]


def run(*command: str, root: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)


@pytest.mark.skipif(not PRE_COMMIT, reason="TOOLCRIB_PRE_COMMIT names no pre-commit; it would use the network")
def test_the_hooks_run_in_a_small_repository(
    project: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    # pytester makes the project the home folder, and a cache in it would be untracked source.
    monkeypatch.setenv("HOME", str(tmp_path_factory.mktemp("home")))
    monkeypatch.setenv("TMPDIR", str(tmp_path_factory.mktemp("tmp")))
    source = tmp_path_factory.mktemp("source") / "toolcrib"
    run("git", "clone", "-q", str(TOP), str(source), root=project)  # without what is being worked on
    run("git", "init", "-q", root=project)
    run("git", "add", "-A", root=project)
    clean = run(PRE_COMMIT, "try-repo", str(source), "toolcrib-check", "--all-files", root=project)
    assert clean.returncode == 0, clean.stdout
    server = project / "app" / "server.py"
    server.write_text(server.read_text().replace("List the", "Shows the"))
    run("git", "add", "-A", root=project)
    failed = run(PRE_COMMIT, "try-repo", str(source), "--all-files", root=project)
    assert failed.returncode == 1
    assert "app/server.py:8:5 TC105 description-drift" in failed.stdout
    assert "files were modified by this hook" in failed.stdout
    assert "List the" in server.read_text()
