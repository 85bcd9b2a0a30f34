"""Finding apps below a folder: no link, pipe or path leads out of it, and nothing is passed over without a word."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from toolcrib.registry.agentproto import DocumentProblems, find_apps, load_app

APP = "---\nschema: app/v1\nid: app\nagents: [{id: one, path: one.md}]\nworkflows: []\n---\n"
AGENT = "---\nschema: agent/v1\nid: one\ndescription: One.\nmodel: m\n---\n"


def put(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")


def problems(root: Path, folder: str = "") -> list[str]:
    with pytest.raises(DocumentProblems) as caught:
        load_app(root, folder)
    return [error.message for error in caught.value.errors]


def test_apps_are_found_wherever_they_lie(tmp_path: Path) -> None:
    index = ".agentproto/APP.md"
    put(tmp_path, {f"{folder}{index}": APP for folder in ("", "b/", "a/deep/", "node_modules/x/", ".git/")})
    put(tmp_path, {".agents/one/AGENT.md": AGENT, "c/APP.md": APP})
    assert find_apps(tmp_path) == ("", "a/deep", "b")


def test_an_app_has_its_agents_and_places(tmp_path: Path) -> None:
    put(tmp_path, {"b/.agentproto/APP.md": APP, "b/one.md": AGENT})
    app = load_app(tmp_path, "b")
    assert app.agents["one"].path == "b/one.md"
    assert str(app.file.agents[0].at) == "b/.agentproto/APP.md:4:11"
    assert (dict(app.tools), app.remarks) == ({}, ())


def test_a_link_does_not_lead_out(tmp_path: Path) -> None:
    outside, root = tmp_path / "outside", tmp_path / "root"
    put(outside, {"one.md": AGENT, ".agentproto/APP.md": APP})
    put(root, {".agentproto/APP.md": APP})
    (root / "one.md").symlink_to(outside / "one.md")
    (root / "app").symlink_to(outside)
    assert find_apps(root) == ("",)
    assert problems(root) == ["`one.md` is a link that leads out of the root"]
    assert problems(root, "app") == ["`app/.agentproto/APP.md` is a link that leads out of the root"]


def test_what_is_no_file_is_not_opened(tmp_path: Path) -> None:
    put(tmp_path, {".agentproto/APP.md": APP})
    os.mkfifo(tmp_path / "one.md")
    assert problems(tmp_path) == ["`one.md` is no file"]
    (tmp_path / "one.md").unlink()
    (tmp_path / "one.md").symlink_to("one.md")
    (message,) = problems(tmp_path)
    assert message.startswith("`one.md` cannot be read (")  # the kind of error is the interpreter's


def test_no_app_there_is_a_problem(tmp_path: Path) -> None:
    assert problems(tmp_path) == ["`.agentproto/APP.md` is not there"]
    with pytest.raises(DocumentProblems, match="1 problem"):
        find_apps(tmp_path / "nowhere")


def test_a_bad_tool_names_its_file(tmp_path: Path) -> None:
    put(tmp_path, {".agentproto/APP.md": APP, "one.md": AGENT, ".agentproto/tools/x/TOOL.md": "---\nid: X\n---\n"})
    with pytest.raises(DocumentProblems) as caught:
        load_app(tmp_path)
    assert {error.at.path for error in caught.value.errors if error.at} == {".agentproto/tools/x/TOOL.md"}
