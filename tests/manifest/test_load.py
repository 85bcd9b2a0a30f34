"""A manifest is found, read and placed: files, folders, roots, comments."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from toolcrib.manifest import Location, ManifestError, ManifestProblems, PinError, load, load_text, read_sources

TOOLS = """\
agents:
  chat: {empty_selection: defaults}
  builder:
    empty_selection: none
    runtime_tools:
      source: app/runtime.py
      tools: [ask_user, "édit"]

capabilities:
  schedules: {feature: schedules}

tools:
  # toolcrib: ignore[TC102] ships next week

  list_schedules:   # toolcrib: ignore[TC105] the text is generated
    description: "A # toolcrib: comment in a text is none"
    capability: schedules
    mutates: false
    agents: [chat, builder]
    scope: {project_id: project}

renamed:
  get_schedules: {to: list_schedules, until: 2027-06-30}
"""
PINS = "mutating:\n  x: A person asked for exactly this.\nungated: {}\n"


def test_every_key_has_its_place() -> None:
    declared = load_text(TOOLS, pins=PINS)
    row = ("tools", "list_schedules")
    assert declared.at(*row) == Location("tools.yaml", 15, 3, 15, 17)
    assert declared.at(*row, "mutates").line == 18
    assert declared.at(*row, "agents", "builder") == Location("tools.yaml", 19, 20, 19, 27)
    assert declared.at(*row, "scope", "project_id") == Location("tools.yaml", 20, 13, 20, 23)
    assert declared.at("capabilities", "schedules").line == 10
    assert declared.at("agents", "builder", "runtime_tools", "tools", "édit") == Location("tools.yaml", 7, 25, 7, 31)
    assert declared.at("renamed", "get_schedules", "to").line == 23
    assert declared.at("pins", "mutating", "x") == Location("pins.yaml", 2, 3, 2, 4)


def test_what_stands_nowhere_is_placed_above_it() -> None:
    declared = load_text(TOOLS)
    assert declared.at("tools", "list_schedules", "nothing") == declared.at("tools", "list_schedules")
    assert declared.at("tools", "nothing") == declared.at("tools")
    assert declared.at("pins", "mutating", "x") == Location("pins.yaml")
    assert declared.at("nothing") == Location("tools.yaml")


def test_comments_speak_of_their_line_or_the_next() -> None:
    first, second = load_text(TOOLS).comments
    assert (first.at, first.text, first.covers_line) == (
        Location("tools.yaml", 13, 3, 13, 44), "ignore[TC102] ships next week", 15,
    )  # fmt: skip
    assert (second.at.line, second.text, second.covers_line) == (15, "ignore[TC105] the text is generated", 15)


def test_a_python_manifest_has_comments_too() -> None:
    text = (
        "from toolcrib.manifest import Manifest\n"
        'A = " # toolcrib: no comment"\n'
        "# toolcrib: ignore[TC102] soon\n"
        "TOOL_MANIFEST = Manifest(agents={}, capabilities={}, tools={})\n"
    )
    (comment,) = load_text(text, path="tool_manifest.py").comments
    assert (comment.text, comment.covers_line) == ("ignore[TC102] soon", 4)


def write(root: Path, **files: str) -> None:
    for name, text in files.items():
        place = root / name.replace("__", "/").replace("_yaml", ".yaml").replace("_yml", ".yml")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")


def test_paths_are_shown_relative_to_the_root(tmp_path: Path) -> None:
    write(tmp_path, manifest__tools_yaml=TOOLS, manifest__pins_yaml=PINS)
    for path in ("manifest/tools.yaml", tmp_path / "manifest" / "tools.yaml"):
        declared = load(path, root=tmp_path)
        assert (declared.path, declared.pins_path) == ("manifest/tools.yaml", "manifest/pins.yaml")
        assert declared.files == ("manifest/tools.yaml",)
        assert declared.at("tools").path == "manifest/tools.yaml"


def test_without_a_root_paths_are_shown_as_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, tools_yaml=TOOLS)
    monkeypatch.chdir(tmp_path)
    assert load("tools.yaml").path == "tools.yaml"
    assert load(tmp_path / "tools.yaml").path == (tmp_path / "tools.yaml").as_posix()


def test_pins_may_stand_elsewhere_and_must_then_exist(tmp_path: Path) -> None:
    write(tmp_path, tools_yaml=TOOLS, security__pins_yaml=PINS)
    assert not load("tools.yaml", root=tmp_path).manifest.pins.mutating
    declared = load("tools.yaml", pins="security/pins.yaml", root=tmp_path)
    assert declared.pins_path == "security/pins.yaml"
    assert "x" in declared.manifest.pins.mutating
    with pytest.raises(ManifestProblems, match=r"nowhere\.yaml"):
        load("tools.yaml", pins="nowhere.yaml", root=tmp_path)


def test_the_other_ending_of_yaml_is_found_too(tmp_path: Path) -> None:
    write(tmp_path, tools_yml=TOOLS, pins_yml=PINS)
    declared = load("tools.yml", root=tmp_path)
    assert declared.pins_path == "pins.yml"
    assert "x" in declared.manifest.pins.mutating


@pytest.mark.parametrize("place", ["tools.yaml", "."])
def test_pins_in_two_files_are_one_too_many(tmp_path: Path, place: str) -> None:
    write(tmp_path, tools_yaml=TOOLS, pins_yml=PINS, pins_yaml="mutating: {}\n")
    with pytest.raises(ManifestProblems) as caught:
        load(place, root=tmp_path)
    (problem,) = caught.value.errors
    assert problem.message.startswith("the pins stand in pins.yaml and in pins.yml")
    assert 'pins = "pins.yaml"' in problem.hint
    assert load("tools.yaml", pins="pins.yml", root=tmp_path).pins_path == "pins.yml"


def test_problems_can_be_caught_by_kind() -> None:
    caught: list[int] = []
    try:
        load_text(TOOLS.replace("false", "0"), pins="mutating: {x: TODO, y: TODO}\n")
    except* PinError as group:
        caught.append(len(group.exceptions))
    except* ManifestError as group:
        caught.append(len(group.exceptions))
    assert caught == [2, 1]


def test_a_folder_is_one_manifest(tmp_path: Path) -> None:
    sections = TOOLS.split("\n\ntools:\n")
    write(tmp_path, m__b_yml="tools:\n" + sections[1], m__a_yaml=sections[0] + "\n", m__pins_yaml=PINS)
    write(tmp_path, m__sub__c_yaml="tools: {}\n", m__hidden__notes="x", m__sub__d_yaml="renamed: {}\n")
    (tmp_path / "m" / ".draft.yaml").write_text("nonsense: 1\n")
    (tmp_path / "m" / ".git").mkdir()
    (tmp_path / "m" / ".git" / "x.yaml").write_text("nonsense: 1\n")
    declared = load("m", root=tmp_path)
    assert declared.files == ("m/a.yaml", "m/b.yml", "m/sub/c.yaml", "m/sub/d.yaml")
    assert declared.path == "m"
    assert declared.pins_path == "m/pins.yaml"
    assert declared.manifest == load_text(TOOLS, pins=PINS).manifest
    assert declared.at("tools", "list_schedules").path == "m/b.yml"


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("nowhere.yaml", "there is no such file"),
        ("tools.toml", "a manifest is a .yaml or .py file, or a folder"),
        ("empty", "the folder holds no YAML file"),
        ("pipe.yaml", "it is no file"),
        ("folder.yaml/x.yaml", "no such file|it cannot be read"),
    ],
)
def test_what_cannot_be_read_is_said(tmp_path: Path, path: str, words: str) -> None:
    (tmp_path / "tools.toml").write_text("")
    (tmp_path / "empty").mkdir()
    (tmp_path / "folder.yaml").write_text("")
    os.mkfifo(tmp_path / "pipe.yaml")  # reading it would never end
    with pytest.raises(ManifestProblems) as caught:
        load(path, root=tmp_path)
    (error,) = caught.value.errors
    assert error.code == "unreadable"
    assert error.at
    assert error.at.path.startswith(path.split("/")[0])
    with pytest.raises(ManifestError, match=words):
        raise error


def test_problems_of_the_pins_are_pin_errors() -> None:
    with pytest.raises(ManifestProblems) as caught:
        load_text(TOOLS.replace("false", "0"), pins="mutating: {x: TODO}\n")
    assert [type(error) for error in caught.value.errors] == [ManifestError, PinError]
    assert caught.value.message == "2 problems in pins.yaml and tools.yaml"


def test_reading_and_judging_are_apart(tmp_path: Path) -> None:
    """`read_sources` takes files as they are, so that an edit can put a broken manifest right."""
    write(tmp_path, tools_yaml="nonsense")
    sources = read_sources("tools.yaml", root=tmp_path)
    assert sources.files == {"tools.yaml": b"nonsense"}
    assert sources.pins_path == "pins.yaml"


def test_a_pins_file_may_hold_comments_only() -> None:
    assert load_text(TOOLS, pins="# nothing is pinned\n").manifest.pins.mutating == {}


def test_a_linked_folder_is_not_followed(tmp_path: Path) -> None:
    write(tmp_path, m__tools_yaml=TOOLS, other__x_yaml="nonsense: 1")
    (tmp_path / "m" / "link").symlink_to(tmp_path / "other", target_is_directory=True)
    (tmp_path / "m" / "round").symlink_to(tmp_path / "m", target_is_directory=True)
    assert load("m", root=tmp_path).files == ("m/tools.yaml",)
