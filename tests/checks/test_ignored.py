"""A file that git ignores and that tracked code imports is stated, and unresolved where it may hold tools."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from toolcrib.checks.files import find_sources
from toolcrib.checks.surface import read_surface

SERVER = "from fastmcp import FastMCP\n{}\nmcp = FastMCP('s')\n"


@pytest.mark.parametrize(
    "line",
    ["import local_tools", "from local_tools import x", "from . import local_tools", "from .local_tools import x"],
)
def test_an_ignored_file_that_is_imported_is_stated_and_unresolved(tmp_path: Path, line: str) -> None:
    repository(tmp_path, line)
    found = find_sources(tmp_path)
    assert list(found.files) == ["app/server.py"]
    assert [(n.path, n.why) for n in found.not_read] == [
        ("app/local_tools.py", "ignored by git although it may register tools, imported by app/server.py")
    ]
    (entry,) = read_surface(found.files, not_read=found.not_read).unresolved
    assert (entry.at.path, entry.at.line) == ("app/server.py", 2)
    assert "app/local_tools.py" in entry.reason


def test_an_ignored_file_that_nothing_imports_is_nothing(tmp_path: Path) -> None:
    repository(tmp_path, "import json")
    found = find_sources(tmp_path)
    assert found.not_read == ()
    assert read_surface(found.files, not_read=found.not_read).unresolved == ()


def test_an_ignored_file_that_can_register_nothing_is_only_stated(tmp_path: Path) -> None:
    repository(tmp_path, "from app.local_tools import x", "import sys\n\nx = sys.version\n")
    found = find_sources(tmp_path)
    assert [n.why for n in found.not_read] == ["ignored by git, imported by app/server.py"]
    assert read_surface(found.files, not_read=found.not_read).unresolved == ()


def repository(root: Path, line: str, text: str = "from app import server\n\nx = 1\n") -> None:
    (root / "app").mkdir()
    (root / ".gitignore").write_text("local_tools.py\n")
    (root / "app" / "local_tools.py").write_text(text)
    (root / "app" / "server.py").write_text(SERVER.format(line))
    subprocess.run(["git", "init", "-q"], cwd=root, check=True)  # git as the tests find it
