"""Whoever can commit a file must not be able to commit what is read of it."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from toolcrib.checks.facts_cache import FOLDER, cache_for
from toolcrib.checks.files import SourceError, list_sources


def git(root: Path, *words: str) -> None:
    quiet = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    who = ("-c", "user.name=test", "-c", "user.email=test@example.invalid")
    subprocess.run(["git", *who, *words], cwd=root, env=quiet, check=True, capture_output=True)


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("TOOLCRIB_NO_CACHE", raising=False)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    (tmp_path / "server.py").write_text("x = 1\n")
    return tmp_path


def test_a_cache_that_git_tracks_is_refused(root: Path) -> None:
    git(root, "init", "-q")
    assert list_sources(root).by_git
    (root / FOLDER).mkdir()
    (root / FOLDER / "facts.json").write_text("[]")
    git(root, "add", "-A", "-f")
    with pytest.raises(SourceError, match="git tracks") as refused:
        list_sources(root)
    assert "git rm -r --cached .toolcrib_cache" in refused.value.hint


def test_a_link_in_the_place_of_the_cache_is_refused_and_never_written_through(root: Path) -> None:
    git(root, "init", "-q")
    (root / "data").mkdir()
    (root / FOLDER).symlink_to("data")
    assert cache_for(root, by_git=True) is None
    git(root, "add", "-A", "-f")
    with pytest.raises(SourceError, match="git tracks"):
        list_sources(root)
    assert not list((root / "data").iterdir())


def test_a_repository_in_the_place_of_the_cache_is_not_used(root: Path) -> None:
    (root / FOLDER / ".git").mkdir(parents=True)
    assert cache_for(root, by_git=True) is None


def test_without_git_there_is_no_cache(root: Path) -> None:
    assert not list_sources(root).by_git
    assert cache_for(root, by_git=False) is None
    assert cache_for(root, by_git=True) is not None
