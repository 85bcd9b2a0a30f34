"""What is written: YAML that reads back as what was meant, and configuration that is only added to."""

from __future__ import annotations

import tomllib
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ruamel.yaml import YAML

from toolcrib.checks.init import (
    OPEN,
    Answers,
    DraftAgent,
    DraftCapability,
    DraftManifest,
    DraftRow,
    InitError,
    InitProblems,
    draft,
    manifest_text,
    pins_text,
    plan_files,
)
from toolcrib.checks.surface import Declaration, Surface, Unresolved
from toolcrib.manifest import Location

MakeTool = Callable[..., Declaration]
PROJECT = {"": "acme"}


def read(text: str) -> dict[str, dict[str, object]]:
    loaded = YAML(typ="safe", pure=True).load(text)
    assert isinstance(loaded, dict)
    return loaded


# What `visible` leaves of a text: a draft holds nothing that a manifest refuses.
TEXTS = st.text(st.characters(exclude_categories=("Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"), include_characters="\n\t"))


@given(text=TEXTS.filter(str.strip), name=TEXTS.filter(lambda name: name.strip() and "\n" not in name))
def test_every_text_reads_back_as_it_was(text: str, name: str) -> None:
    row = DraftRow(name=name, description=text, capability="c", mutates=True, agents=("a",), reason=text)
    manifest = DraftManifest(
        name="m",
        source=(),
        agents=(DraftAgent(name="a", empty_selection="none"),),
        capabilities=(DraftCapability(name="c", feature=None, reason=text),),
        rows=(row,),
    )
    tools = read(manifest_text(manifest))["tools"]
    assert tools == {name: {"description": text, "capability": "c", "mutates": True, "agents": ["a"]}}
    assert read(pins_text(manifest)) == {"mutating": {name: text}, "ungated": {"c": text}}


def test_open_questions_stand_out_and_say_what_to_answer() -> None:
    row = DraftRow(
        name="delete_x", description=OPEN, capability=OPEN, mutates=OPEN, agents=OPEN, hint='its name says "delete"'
    )
    text = manifest_text(DraftManifest(name="m", source=(), agents=(), capabilities=(), rows=(row,)))
    assert read(text)["tools"]["delete_x"] == {
        "description": "???",
        "capability": "???",
        "mutates": "???",
        "agents": ["???"],
    }
    assert all("#" in line for line in text.splitlines() if "???" in line)
    assert '(its name says "delete")' in text


def test_one_manifest_is_configured_at_the_end_of_pyproject(tool: MakeTool) -> None:
    before = '[project]\r\nname = "acme"  # kept\r\n'
    done = draft(Surface(tools=(tool("x"),)), Answers(), projects=PROJECT)
    files = {file.path: file for file in plan_files(done, pyproject=before, own=None, standing=())}
    assert set(files) == {"manifest/tools.yaml", "manifest/pins.yaml", "pyproject.toml"}
    after = files["pyproject.toml"].after
    assert after.startswith(before)
    assert "\n" not in after.replace("\r\n", "")
    assert tomllib.loads(after)["tool"]["toolcrib"] == {"manifest": "manifest/tools.yaml", "pins": "manifest/pins.yaml"}


def test_without_a_pyproject_the_configuration_has_a_file_of_its_own(tool: MakeTool) -> None:
    done = draft(Surface(tools=(tool("x"),)), Answers(), projects=PROJECT)
    files = {file.path: file for file in plan_files(done, pyproject=None, own=None, standing=())}
    assert tomllib.loads(files["toolcrib.toml"].after) == {
        "manifest": "manifest/tools.yaml",
        "pins": "manifest/pins.yaml",
    }


def test_paths_that_are_configured_are_kept_to(tool: MakeTool) -> None:
    done = draft(Surface(tools=(tool("x"),)), Answers(), projects=PROJECT)
    pyproject = '[tool.toolcrib]\nmanifest = "ops/tools.yaml"\n'
    files = plan_files(done, pyproject=pyproject, own=None, standing=())
    assert [file.path for file in files] == ["ops/tools.yaml", "ops/pins.yaml"]


def test_a_configured_folder_holds_the_manifest(tool: MakeTool) -> None:
    done = draft(Surface(tools=(tool("x"),)), Answers(), projects=PROJECT)
    files = plan_files(done, pyproject='[tool.toolcrib]\nmanifest = "ops/"\n', own=None, standing=())
    assert [file.path for file in files] == ["ops/tools.yaml", "ops/pins.yaml"]


def test_a_manifest_in_python_is_not_drafted(tool: MakeTool) -> None:
    done = draft(Surface(tools=(tool("x"),)), Answers(), projects=PROJECT)
    with pytest.raises(InitError, match="init drafts YAML"):
        plan_files(done, pyproject='[tool.toolcrib]\nmanifest = "tool_manifest.py"\n', own=None, standing=())


def test_several_servers_are_configured_with_their_source(tool: MakeTool) -> None:
    surface = Surface(tools=(tool("a", path="a/s.py", server="A"), tool("a", path="b/s.py", server="B")))
    done = draft(surface, Answers(), projects=PROJECT)
    files = {file.path: file for file in plan_files(done, pyproject="[project]\n", own=None, standing=())}
    assert tomllib.loads(files["pyproject.toml"].after)["tool"]["toolcrib"]["manifests"] == [
        {"name": "a", "manifest": "manifest/a/tools.yaml", "pins": "manifest/a/pins.yaml", "source": ["a"]},
        {"name": "b", "manifest": "manifest/b/tools.yaml", "pins": "manifest/b/pins.yaml", "source": ["b"]},
    ]


@pytest.mark.parametrize("standing", ["manifest/tools.yaml", "manifest/pins.yaml"])
def test_nothing_is_overwritten(tool: MakeTool, standing: str) -> None:
    done = draft(Surface(tools=(tool("x"),)), Answers(), projects=PROJECT)
    with pytest.raises(InitProblems) as caught:
        plan_files(done, pyproject=None, own=None, standing={standing})
    assert [str(error.at) for error in caught.value.exceptions if isinstance(error, InitError)] == [f"{standing}:1:1"]
    way_out = "toolcrib fix" if standing == "manifest/tools.yaml" else "manifest/tools.yaml is gone: bring it back"
    assert way_out in str(caught.value.exceptions[0])


def test_a_broken_pyproject_is_an_error_not_a_victim(tool: MakeTool) -> None:
    done = draft(Surface(tools=(tool("x"),)), Answers(), projects=PROJECT)
    with pytest.raises(InitError, match="not valid TOML"):
        plan_files(done, pyproject="[project\n", own=None, standing=())


@pytest.mark.parametrize(("own", "header"), [(None, "[[tool.toolcrib.acknowledge]]"), ("", "[[acknowledge]]")])
def test_a_place_that_nothing_calls_may_be_said_to_register_nothing(
    tool: MakeTool, own: str | None, header: str
) -> None:
    helper = Unresolved(
        at=Location("app/a.py", 5),
        framework="",
        server="",
        reason="`server` is a parameter of `f`, which nothing read here calls",
        settle="",
        anchor="f: server.tool()",
        maybe_nothing=True,
    )
    done = draft(Surface(tools=(tool("x"),), unresolved=(helper,)), Answers(), projects=PROJECT)
    files = plan_files(done, pyproject="", own=own, standing=())
    assert f"# {header}\n" in files[-1].after
    assert '# tools = ["???"]  # or [] where it registers nothing\n' in files[-1].after


def test_acknowledgements_are_questions_in_comments(tool: MakeTool) -> None:
    odd = Unresolved(
        at=Location("app/a.py", 5),
        framework="fastmcp",
        server="mcp",
        reason="line one\nline two \x1b[31m",
        settle="",
        anchor='f: mcp.tool(name="\x7f")(g)',
    )
    done = draft(Surface(tools=(tool("x"),), unresolved=(odd,)), Answers(), projects=PROJECT)
    files = {file.path: file for file in plan_files(done, pyproject="", own=None, standing=())}
    text = files["pyproject.toml"].after
    assert "\x1b" not in text
    comments = [line for line in text.splitlines() if line.startswith("# ") and ("=" in line or "[[" in line)]
    uncommented = "\n".join(line.removeprefix("# ") for line in comments)
    assert tomllib.loads(uncommented)["tool"]["toolcrib"]["acknowledge"] == [
        {"file": "app/a.py", "anchor": 'f: mcp.tool(name="\x7f")(g)', "tools": ["???"], "reason": "???"}
    ]
