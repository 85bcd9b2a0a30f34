"""A small project with one served module, and the command run on it."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from toolcrib.checks.cli import main


@dataclass(frozen=True)
class Done:
    code: int
    out: str
    err: str

    @property
    def answer(self) -> Any:
        return json.loads(self.out)

    def found(self) -> list[tuple[str, str]]:
        return [(one["kind"], one["tool"]) for one in self.answer["differences"] if one["explained"] is None]


Oracle = Callable[..., Done]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("NO_COLOR", "FORCE_COLOR", "CI", "VIRTUAL_ENV"):
        monkeypatch.delenv(name, raising=False)
    # What is started here fails on no warning of a framework.
    monkeypatch.setenv("PYTHONWARNINGS", "ignore")
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "shop"\n')
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def oracle(project: Path, capsys: pytest.CaptureFixture[str]) -> Oracle:
    def run(*arguments: str) -> Done:
        code = main(["oracle", *arguments])
        out, err = capsys.readouterr()
        return Done(code, out, err)

    return run


@pytest.fixture
def served(project: Path, oracle: Oracle) -> Oracle:
    """Write `server.py`, start it over stdio, and compare."""

    def run(source: str, *options: str) -> Done:
        (project / "server.py").write_text(source)
        return oracle("--format", "json", "--timeout", "60", *options, "--", sys.executable, "server.py")

    return run
