"""The room from outside: what is named is there, documented and used; every example on its page runs."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

import toolcrib.manifest as room
from toolcrib.manifest import load
from toolcrib.manifest._schema import SHIPPED

PAGE = files("toolcrib.manifest").joinpath("manifest.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w+) ?(\S*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCKS = [found.groups() for found in BLOCK.finditer(PAGE)]


def example(name: str) -> str:
    return next(text for _, title, text in BLOCKS if title == name)


@pytest.mark.parametrize("name", room.__all__)
def test_every_name_is_there_and_on_the_page(name: str) -> None:
    assert getattr(room, name)
    assert re.search(rf"`{name}`|\b{name}\b", PAGE)


def test_what_is_not_named_is_not_there() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'Manifests'"):
        room.Manifests  # type: ignore[attr-defined]  # noqa: B018  # asking is the test


def test_importing_the_room_reads_no_parser_and_renders_nothing() -> None:
    heavy = "{'libcst', 'rich', 'click', 'argparse', 'jsonschema', 'ruamel.yaml', 'toolcrib.manifest._edit'}"
    script = f"import sys, toolcrib.manifest; print(sorted({heavy} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout == "[]\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for _, title, text in BLOCKS:
        if title:
            (tmp_path / title).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_both_forms_on_the_page_load(folder: Path) -> None:
    manifest = load("tools.yaml").manifest
    assert list(manifest.agents) == ["chat", "app-builder", "schedule-builder"]
    assert set(manifest.pins.mutating) == {n for n, row in manifest.tools.items() if row.mutates}
    (folder / "pins.yaml").unlink()
    assert load("tool_manifest.py").manifest.tools == {
        name: row.model_copy(update={"scope": type(row.scope)()}) for name, row in manifest.tools.items()
    }


def test_the_python_on_the_page_runs(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for language, title, text in BLOCKS:
        if language == "python":
            exec(compile(text, title or "manifest.md", "exec"), {})
    assert capsys.readouterr().out == "List the schedules of the projects in scope. tools.yaml:19:5\n"
    after = load("tools.yaml").manifest
    assert after.tools["list_schedules"].mutates
    assert "list_schedules" in after.pins.mutating
    changed = (folder / "tools.yaml").read_text(encoding="utf-8").splitlines()
    assert [new for new, old in zip(changed, example("tools.yaml").splitlines(), strict=True) if new != old] == [
        "    mutates: true"
    ]


def test_the_problem_on_the_page_is_the_one_that_is_shown(folder: Path) -> None:
    text = example("tools.yaml").replace("    mutates: false", "    mutates: ???")
    (folder / "tools.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(room.ManifestProblems) as caught:
        load("tools.yaml")
    shown = [block for language, _, block in BLOCKS if language == "text"]
    assert [f"{error}\n" for error in caught.value.errors] == shown


@pytest.mark.parametrize("name", SHIPPED.values())
def test_the_shipped_schemas_are_named_on_the_page(name: str) -> None:
    assert name in PAGE


def test_the_rooms_are_one_namespace() -> None:
    roots = [Path(place) for place in sys.modules["toolcrib"].__path__]
    assert not any((root / "__init__.py").exists() for root in roots)
