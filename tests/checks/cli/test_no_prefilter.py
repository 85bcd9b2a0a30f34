"""`--no-prefilter`: every file read to its end, and the same bytes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from toolcrib.checks.surface import _program


@pytest.mark.parametrize("words", [("surface",), ("surface", "--format", "json"), ("check", "--format", "json")])
def test_the_answer_is_the_same(adopted: Path, toolcrib: Any, monkeypatch: pytest.MonkeyPatch, words: Any) -> None:
    (adopted / "app" / "plain.py").write_text("def nothing() -> None: ...\n")
    read: list[str] = []
    real = _program.Program.read

    def counted(self: Any, path: str, *given: Any) -> Any:
        read.append(path)
        return real(self, path, *given)

    monkeypatch.setattr(_program.Program, "read", counted)
    quick = toolcrib(*words)
    assert "app/plain.py" not in read
    slow = toolcrib(*words, "--no-prefilter")
    assert "app/plain.py" in read
    assert slow == quick


@pytest.mark.parametrize("case", ["across_modules", "fastmcp"])
def test_the_same_over_trees_of_cases(
    toolcrib: Any, case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for place in sorted((Path(__file__).parents[1] / "surface" / case).glob("*/input"))[:6]:
        words = ("surface", "--format", "json", "--root", str(place))
        assert toolcrib(*words, "--no-prefilter") == toolcrib(*words)
