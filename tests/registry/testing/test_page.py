"""The page of the kit: its first examples run and print what it says; every public name and probe is on it."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest

from toolcrib.registry import testing as room
from toolcrib.registry.testing import plugin

PAGE = files("toolcrib.registry.testing").joinpath("testing.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [*room.__all__, *room.PROBES, *plugin.__all__, "state_machine", "mcp_dispatcher"])
def test_every_name_is_on_the_page(name: str) -> None:
    assert re.search(rf"\b{name}\b", PAGE)


def test_the_examples_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    manifest_page = files("toolcrib.manifest").joinpath("manifest.md").read_text(encoding="utf-8")
    for found in re.finditer(r"^```(?:yaml|python) (\S+)\n(.*?)^```$", manifest_page, re.MULTILINE | re.DOTALL):
        (tmp_path / found[1]).write_text(found[2], encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    scope: dict[str, object] = {}
    for found in re.finditer(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL):
        exec(compile(found[1], "testing.md", "exec"), scope)
    printed = re.search(r"^```text\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert printed
    assert capsys.readouterr().out == printed[1]
