"""Which AGENT.md and APP.md a check finds, and which manifest answers for each."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from toolcrib.checks import Report, load_config, run_check
from toolcrib.checks.cli import main
from toolcrib.checks.files import SourceProblems

MANIFEST = """\
agents: {NAME: {empty_selection: none}}
capabilities: {c: {feature: c}}
tools:
  TOOL: {description: It., capability: c, mutates: false, agents: [NAME]}
"""
SERVER = '''\
from fastmcp import FastMCP

mcp = FastMCP("x")


@mcp.tool
def TOOL() -> str:
    """It."""
    return ""
'''
AGENT = "---\nschema: agent/v1\nid: one\ndescription: It.\nmodel: m\ntools: [nothing]\n---\n"
APP = "---\nschema: app/v1\nid: app\nagents: [{id: one, path: one.md}]\nworkflows: []\n---\n"


def put(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")


@pytest.fixture(params=["git", "walk"])
def root(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    put(
        tmp_path,
        {
            "tools.yaml": MANIFEST.replace("TOOL", "look").replace("NAME", "chat"),
            "server.py": SERVER.replace("TOOL", "look"),
        },
    )
    if request.param == "git":
        subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    return tmp_path


def checked(root: Path) -> Report:
    return run_check(root, load_config(root))


def places(root: Path) -> list[tuple[str, str]]:
    return [(finding.code, finding.at.path) for finding in checked(root).findings]


@pytest.mark.parametrize(
    "path",
    ["AGENT.md", "agents/x/AGENT.md", ".agents/x/AGENT.md", "a/.agents/AGENT.md", ".agentproto/agents/x/AGENT.md"],
)
def test_an_agent_is_found_where_agents_lie(root: Path, path: str) -> None:
    put(root, {path: AGENT})
    assert places(root) == [("TC501", path)]


@pytest.mark.parametrize("path", ["tests/AGENT.md", "docs/.agents/x/AGENT.md", "left_out/AGENT.md", "AGENTS.md"])
def test_what_is_left_out_stays_out(root: Path, path: str) -> None:
    put(root, {path: AGENT, "toolcrib.toml": 'exclude = ["left_out"]\n', "left_out/x.py": ""})
    assert places(root) == []


def test_what_is_given_back_is_read(root: Path) -> None:
    put(root, {"tests/AGENT.md": AGENT, "tests/x.py": "", "toolcrib.toml": 'include = ["tests"]\n'})
    assert places(root) == [("TC501", "tests/AGENT.md")]


def test_instructions_of_others_are_no_agents_but_where_agents_lie(root: Path) -> None:
    put(root, {"AGENT.md": "# Run the tests\n", ".agents/x/AGENT.md": "# Run the tests\n"})
    assert places(root) == [("TC506", ".agents/x/AGENT.md")]


def test_an_app_is_read_with_what_it_names_and_each_file_once(root: Path) -> None:
    put(root, {"a/.agentproto/APP.md": APP, "a/one.md": AGENT, "APP.md": "no app lies here"})
    assert places(root) == [("TC501", "a/one.md")]
    inside = APP.replace("one.md", ".agentproto/AGENT.md")
    put(root, {"a/.agentproto/APP.md": inside, "a/.agentproto/AGENT.md": AGENT.replace("id: one", "id: -")})
    assert places(root) == [("TC506", "a/.agentproto/AGENT.md")]


def test_the_line_is_shown(root: Path) -> None:
    put(root, {"AGENT.md": AGENT})
    assert [line.text for line in checked(root).lines] == ["tools: [nothing]"]


def test_without_documents_the_rules_do_not_run(root: Path) -> None:
    assert not [code for code in checked(root).rules_run if code.startswith("TC50")]
    put(root, {"AGENT.md": AGENT})
    assert len([code for code in checked(root).rules_run if code.startswith("TC50")]) == 7


def test_show_shows_what_each_tool_comes_to(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = AGENT.replace("[nothing]", "[read_file, look, nothing, {file: x}]").replace("model: m", "model: claude-x")
    put(root, {"AGENT.md": text})
    assert main(["show", "--root", str(root)]) == 0
    shown = capsys.readouterr().out
    assert "  one  AGENT.md  claude-code  list not-enforced\n" in shown
    for line in ("workspace: read_file", "daemon: look", "stub: nothing", "dropped: {file}"):
        assert f"      {line}\n" in shown


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is unreadable for root")
def test_a_document_that_cannot_be_read_is_an_error_of_the_run(root: Path) -> None:
    put(root, {"AGENT.md": AGENT})
    (root / "AGENT.md").chmod(0)
    with pytest.raises(SourceProblems):
        checked(root)


def test_the_manifest_that_declares_an_agent_answers_for_it(tmp_path: Path) -> None:
    """The first one answers for the rest; a tool that any of them has is known, and granted by its own only."""
    config, files = "", {}
    for name in ("aa", "bb"):
        config += f'[[manifests]]\nname = "{name}"\nmanifest = "{name}/tools.yaml"\nsource = ["{name}"]\n'
        files[f"{name}/tools.yaml"] = MANIFEST.replace("TOOL", f"look_{name}").replace("NAME", name)
        files[f"{name}/server.py"] = SERVER.replace("TOOL", f"look_{name}")
    for name in ("aa", "bb", "zz"):
        text = AGENT.replace("id: one", f"id: {name}").replace("nothing", "look_aa")
        files[f".agents/{name}/AGENT.md"] = text
    put(tmp_path, {"toolcrib.toml": config, **files})
    found = [(f.code, f.at.path, f.manifest) for f in checked(tmp_path).findings]
    assert found == [("TC502", ".agents/bb/AGENT.md", "bb"), ("TC502", ".agents/zz/AGENT.md", "aa")]
