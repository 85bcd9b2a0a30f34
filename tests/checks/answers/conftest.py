"""A small project in git, and the command run in it: with what earlier runs kept, and without."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from toolcrib.checks.cli import main
from toolcrib.checks.cli._again import again

SERVER = '''\
from mcp.server.fastmcp import FastMCP
from app.more import extra

mcp = FastMCP("Billing")


@mcp.tool()
def list_invoices(customer: str) -> list[str]:
    """List the invoices of a customer."""
    return []


mcp.tool()(extra)
'''
MORE = '''\
def extra(number: str) -> str:
    """Show one thing more."""
    return ""
'''
MANIFEST = """\
agents:
  chat: {empty_selection: none}
capabilities:
  billing: {feature: billing}
tools:
  list_invoices:
    description: List the invoices of a customer.
    capability: billing
    mutates: false
    agents: [chat]
"""
CONFIG = """\
manifest = "manifest/tools.yaml"
features = "app/permissions.py:FEATURES"
"""
FILES = {
    "app/server.py": SERVER,
    "app/more.py": MORE,
    "app/__init__.py": "",
    "app/permissions.py": 'FEATURES = ["billing"]\n',
    "manifest/tools.yaml": MANIFEST,
    "toolcrib.toml": CONFIG,
    "notes.txt": "nothing\n",
    ".gitignore": "ignored/\n",
}

Said = tuple[int, str, str]


class Project:
    """One server, one manifest, one catalogue of features; everything but the cache is tracked."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for name, text in FILES.items():
            self.write(name, text)
        self.git("init", "-q")
        self.git("add", "-A")

    def write(self, name: str, text: str = "x = 1\n") -> Path:
        file = self.root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file

    def replace(self, name: str, old: str, new: str) -> None:
        text = (self.root / name).read_text()
        assert old in text
        self.write(name, text.replace(old, new))

    def git(self, *words: str, inside: str = ".") -> None:
        quiet = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
        who = ("-c", "user.name=test", "-c", "user.email=test@example.invalid")
        subprocess.run(["git", *who, *words], cwd=self.root / inside, env=quiet, check=True, capture_output=True)

    def run(self, *words: str) -> Said:
        """What the command prints in the folder that the test is in."""
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main(list(words))
        return code, out.getvalue(), err.getvalue()

    def fresh(self, *words: str) -> Said:
        """The same by a run that knows nothing of others."""
        os.environ["TOOLCRIB_NO_CACHE"] = "1"
        try:
            return self.run(*words)
        finally:
            del os.environ["TOOLCRIB_NO_CACHE"]

    def kept(self, *words: str) -> Said | None:
        """What is given again without any work; None where there is work."""
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            code = again(list(words))
        return None if code is None else (code, out.getvalue(), "")

    def agrees(self, *commands: Sequence[str]) -> bool:
        """Whether each command says what it says without a cache, now and once more."""
        for words in commands:
            said = self.run(*words)
            assert said == self.fresh(*words)
            assert said == self.run(*words)
        return True


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], Project]]:
    """Makes projects, and goes into each."""
    for name in ("TOOLCRIB_NO_CACHE", "GITHUB_ACTIONS", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path_factory.getbasetemp()))
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    here = Path.cwd()

    def make() -> Project:
        project = Project(tmp_path_factory.mktemp("project"))
        os.chdir(project.root)
        return project

    yield make
    os.chdir(here)


@pytest.fixture
def project(made: Callable[[], Project]) -> Project:
    return made()
