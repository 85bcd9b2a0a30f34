"""The three rooms share one namespace, and no tree of theirs may claim it.

A `toolcrib/__init__.py` in any root would hide the other two rooms from whoever finds that root first.
"""

from __future__ import annotations

import importlib
import re
import tomllib
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("manifest", "registry", "checks")


def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("room", ROOMS)
def test_a_root_holds_its_room_and_nothing_else(room: str) -> None:
    inside = {path.name for path in (ROOT / room / "toolcrib").iterdir() if path.name != "__pycache__"}
    assert inside == {room}, f"{room}/toolcrib/ may hold {room}/ only: an __init__.py there hides the other rooms"
    assert (ROOT / room / "toolcrib" / room / "__init__.py").is_file()
    assert (ROOT / room / "toolcrib" / room / "py.typed").is_file()


def test_the_namespace_has_no_module_of_its_own() -> None:
    namespace = importlib.import_module("toolcrib")
    assert namespace.__file__ is None
    for room in ROOMS:
        assert importlib.import_module(f"toolcrib.{room}").__file__ is not None


def test_every_tool_is_told_of_the_three_roots() -> None:
    settings = project()["tool"]
    roots = list(ROOMS)
    assert settings["hatch"]["build"]["dev-mode-dirs"] == roots
    assert settings["hatch"]["build"]["targets"]["wheel"]["packages"] == [f"{room}/toolcrib" for room in ROOMS]
    assert settings["mypy"]["mypy_path"] == roots
    assert settings["pyright"]["extraPaths"] == roots
    assert settings["coverage"]["run"]["source"] == roots
    assert set(roots) <= set(settings["ruff"]["src"])


def test_the_installed_package_is_this_tree() -> None:
    assert distribution("toolcrib").version == project()["project"]["version"]
    for room in ROOMS:
        found = Path(str(importlib.import_module(f"toolcrib.{room}").__file__)).resolve()
        assert found == ROOT / room / "toolcrib" / room / "__init__.py"


def test_the_frameworks_are_needed_by_tests_only() -> None:
    """Whoever installs toolcrib gets no agent framework with it: the checks read their code without importing it."""
    settings = project()
    apps = {requirement.partition(">=")[0] for requirement in settings["dependency-groups"]["apps"]}
    needed = {requirement.partition(">=")[0] for requirement in settings["project"]["dependencies"]}
    assert apps
    assert not apps & needed
    assert {"include-group": "apps"} in settings["dependency-groups"]["dev"]


def _of_group(name: str) -> list[str]:
    """The packages of a dependency group, those of the groups that it includes too."""
    found: list[str] = []
    for entry in project()["dependency-groups"][name]:
        found += [entry] if isinstance(entry, str) else _of_group(entry["include-group"])
    return [re.split(r"[\[<>=!~; ]", entry, maxsplit=1)[0] for entry in found]


@pytest.mark.parametrize("package", _of_group("dev"))
def test_what_the_tests_need_is_installed(package: str) -> None:
    """A test that skips without its framework would else say nothing where the install lost one."""
    assert distribution(package).version
