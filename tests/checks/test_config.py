"""The configuration: what is understood, what is refused, and where the message points."""

from __future__ import annotations

import itertools
import os
import re
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolcrib.checks import METAS, Config, config, load_config
from toolcrib.checks._config_tables import AcknowledgeTable, ManifestTable, Tables
from toolcrib.checks._toml_places import key_lines, line_of
from toolcrib.checks.config import ConfigProblems, expand_codes
from toolcrib.checks.plugin._configured import DEFAULT_MANIFESTS, is_configured

PAGE = (Path(config.__file__).parent / "config.md").read_text(encoding="utf-8")


def loaded(tmp_path: Path, text: str, name: str = "toolcrib.toml") -> Config:
    (tmp_path / name).write_text(text, encoding="utf-8")
    return load_config(tmp_path)


def refused(tmp_path: Path, text: str, name: str = "toolcrib.toml") -> list[str]:
    with pytest.raises(ConfigProblems) as caught:
        loaded(tmp_path, text, name)
    return [" ".join(str(error).split()) for error in caught.value.exceptions]


def test_nothing_configured_and_nothing_there(tmp_path: Path) -> None:
    found = load_config(tmp_path)
    assert found.manifests == ()
    assert found.path == ""
    assert found.select == frozenset(METAS)


def default(tmp_path: Path, name: str) -> None:
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text("TOOL_MANIFEST = Manifest()\n" if name.endswith(".py") else "agents: {}\n")


@pytest.mark.parametrize("name", DEFAULT_MANIFESTS)
def test_the_default_manifest(tmp_path: Path, name: str) -> None:
    default(tmp_path, name)
    assert [m.manifest for m in load_config(tmp_path).manifests] == [name]
    (tmp_path / "pyproject.toml").write_text('[tool.toolcrib]\nsource = ["app"]\n')
    (one,) = load_config(tmp_path).manifests
    assert (one.manifest, one.source, one.name) == (name, ("app",), "")


@pytest.mark.parametrize("table", ["", '[tool.toolcrib]\nsource = ["app"]\n'])
@pytest.mark.parametrize(("one", "other"), list(itertools.combinations(DEFAULT_MANIFESTS, 2)))
def test_two_default_manifests_are_one_too_many(tmp_path: Path, one: str, other: str, table: str) -> None:
    default(tmp_path, one)
    default(tmp_path, other)
    (tmp_path / "pyproject.toml").write_text(table)
    with pytest.raises(ConfigProblems) as caught:
        load_config(tmp_path)
    (problem,) = caught.value.exceptions
    assert f"{one} and {other}, and nothing says which one counts" in str(problem)
    assert f'manifest = "{one}"' in str(problem)
    (tmp_path / "pyproject.toml").write_text(f'[tool.toolcrib]\nmanifest = "{other}"\n')
    assert [m.manifest for m in load_config(tmp_path).manifests] == [other]


@pytest.mark.parametrize(
    "text",
    [
        "openapi: 3.1.0\npaths: {}\ntags: []\n",
        "- name: hammer\n- name: saw\n",
        "sources:\n  pg: {kind: postgres}\ntools: {}\n",
        "",
        "nested:\n  agents: {}\n",
        "not: [yaml\n",
    ],
)
@pytest.mark.parametrize("name", ["manifest/tools.yaml", "tools.yml"])
def test_another_program_s_file_is_no_manifest(tmp_path: Path, name: str, text: str) -> None:
    default(tmp_path, name)
    (tmp_path / name).write_text(text)
    found = load_config(tmp_path)
    assert (found.manifests, found.foreign) == ((), (name,))
    assert f"{name}:1:1: it does not look like a toolcrib manifest" in str(found.nothing)
    assert f'manifest = "{name}"' in str(found.nothing)
    default(tmp_path, "tools.yaml")
    assert [m.manifest for m in load_config(tmp_path).manifests] == ["tools.yaml"]
    (tmp_path / "pyproject.toml").write_text(f'[tool.toolcrib]\nmanifest = "{name}"\n')
    assert [m.manifest for m in load_config(tmp_path).manifests] == [name]


@pytest.mark.parametrize(
    "table",
    [
        "tool.toolkrib",
        "tool.toolCrib",
        "tool.tool-crib",
        "tool.tool_crib",
        "tool.ToolCrib",
        "tool.tolcrib",
        "tool.toolcribs",
        "tool.toolcirb",
        "toolcrib",
        "tools.toolcrib",
        "Tool.toolcrib",
        'tool."toolkrib"',
    ],
)
def test_a_mistyped_table_is_refused_with_the_right_name(tmp_path: Path, table: str) -> None:
    (problem,) = refused(tmp_path, f'[project]\nname = "x"\n[{table}]\nmanifest = "m.yaml"\n', "pyproject.toml")
    assert problem.startswith("pyproject.toml:3:1: [")
    assert problem.endswith("toolcrib's table is [tool.toolcrib]")
    assert is_configured(tmp_path)


@pytest.mark.parametrize(
    "table",
    ["poetry", "towncrier", "toolz", "toolbox", "toolbelt", "toolchain", "tox", "tool", "tomlsort", "crib", "hatch"],
)
def test_the_tables_of_other_tools_are_theirs(tmp_path: Path, table: str) -> None:
    assert loaded(tmp_path, f"[tool.{table}]\nx = 1\n[dependency-groups]\ntoolcrib = []\n", "pyproject.toml").path == ""
    assert not is_configured(tmp_path)


@pytest.mark.parametrize("name", [".toolcrib.toml", "tool-crib.toml", "toolkrib.toml", "ToolCrib.toml"])
def test_a_misnamed_file_is_refused_with_the_right_name(tmp_path: Path, name: str) -> None:
    (problem,) = refused(tmp_path, 'manifest = "m.yaml"\n', name)
    assert f"mv {name} toolcrib.toml" in problem
    assert is_configured(tmp_path)


@pytest.mark.parametrize("table", ["tool.toolcrib", "toolcrib"])
def test_our_own_file_has_no_table(tmp_path: Path, table: str) -> None:
    assert "the keys stand at the top level" in refused(tmp_path, f'[{table}]\nmanifest = "m.yaml"\n')[0]


def test_pyproject_without_our_table_is_not_ours(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "toolcrib-user"\n')
    assert load_config(tmp_path).path == ""
    assert loaded(tmp_path, 'manifest = "m.yaml"\n').path == "toolcrib.toml"


def test_two_configurations_are_one_too_many(tmp_path: Path) -> None:
    (tmp_path / "toolcrib.toml").write_text("")
    assert "there are two configurations" in refused(tmp_path, "[tool.toolcrib]\n", "pyproject.toml")[0]


def test_everything_that_is_wrong_comes_at_once_with_its_line(tmp_path: Path) -> None:
    text = """\
[tool.toolcrib]
manifst = "m.yaml"
source = "app"

[[tool.toolcrib.acknowledge]]
file = "a.py"
anchr = "x"
reason = "It is so."
"""
    assert refused(tmp_path, text, "pyproject.toml") == [
        "pyproject.toml:2:1: manifst: unknown key Did you mean `manifest` or `manifests`?",
        'pyproject.toml:3:1: source: must be a list Write source = ["…"].',
        "pyproject.toml:5:1: acknowledge.0: `anchor` is missing",
        "pyproject.toml:7:1: acknowledge.0.anchr: unknown key Did you mean `anchor`?",
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('manifest = "../m.yaml"', "toolcrib.toml:1:1: manifest: `../m.yaml` must be relative"),
        ('manifest = "/m.yaml"', "must be relative"),
        ('manifest = "C:/m.yaml"', "must be relative"),
        ("manifest = 'a\\m.yaml'", "must be relative"),
        ('manifest = "m.yaml"\nsource = []', "toolcrib.toml:2:1: source: is empty"),
        ('manifest = "m.yaml"\nselect = []', "toolcrib.toml:2:1: select: is empty"),
        ('manifest = "m.yaml"\nselect = ["TC150"]', "select: `TC150` is no rule; did you mean TC10"),
        ('manifest = "m.yaml"\nselect = ["phantom-tool"]', "`phantom-tool` is no rule; did you mean TC102?"),
        ('manifest = "m.yaml"\nselect = ["TC"]', "`TC` is no rule"),
        ('manifest = "m.yaml"\nexclude = ["!x"]', "`!x` is no pattern"),
        ('manifest = "m.yaml"\nexclude = ["../x"]', "`../x` is no pattern"),
        ('manifest = "m.yaml"\n[ignore]\nTC105 = ""', "toolcrib.toml:3:1: ignore.TC105: needs a reason"),
        ('manifest = "m.yaml"\n[ignore]\nTC105 = "???"', "needs a reason"),
        ('manifest = "m.yaml"\n[ignore]\nTC10 = "It is so."', "name one rule"),
        ('manifest = "m.yaml"\n[ignore]\nTC201 = "It is so."', "TC201 unpinned-writer cannot be ignored"),
        ('manifest = "m.yaml"\n[ignore]\nTC104 = "It is so."', "TC104 unresolved-tool cannot be ignored"),
        ('manifest = "m.yaml"\nignore = ["TC105"]', "ignore: "),
        ('[[acknowledge]]\nfile="a.py"\nanchor="x"\nreason="It is so."', "acknowledge.0: `tools` is missing"),
        ('[[acknowledge]]\nfile="a.py"\nanchor="x"\ntools=["???"]\nreason="It is so."', "open question"),
        ('[[acknowledge]]\nfile="a.py"\nanchor="x"\ntools=["a","a"]\nreason="It is so."', "listed twice"),
        ('[[acknowledge]]\nfile="a.py"\nanchor="x"\ntools=["a"]\nreason="???"', "acknowledge.0.reason: needs"),
        ('[[manifests]]\nname="a"\nmanifest="a"\n[[manifests]]\nname="a"\nmanifest="b"', "toolcrib.toml:5:1"),
        ('manifest="m"\n[[manifests]]\nname="a"\nmanifest="a"', "belongs to each of `manifests`"),
        ("manifest = 3", "manifest: input should be a valid string"),
        ("manifest = 2026-01-01\npins = true", "pins: input should be a valid string"),
        ('manifest = "m', "toolcrib.toml:1:1: not TOML"),
    ],
)
def test_what_makes_no_sense_is_refused(tmp_path: Path, text: str, said: str) -> None:
    assert any(said in problem for problem in refused(tmp_path, text)), refused(tmp_path, text)


def test_a_file_that_is_not_utf8_is_refused(tmp_path: Path) -> None:
    (tmp_path / "toolcrib.toml").write_bytes(b"manifest = '\xff'")
    with pytest.raises(ConfigProblems) as caught:
        load_config(tmp_path)
    assert "not UTF-8" in str(caught.value.exceptions[0])


def test_several_manifests(tmp_path: Path) -> None:
    text = """\
exclude = ["gen"]

[[manifests]]
name = "chat"
manifest = "./chat/tools.yaml"
source = ["chat/", "./shared/x.py"]

[[manifests]]
name = "billing"
manifest = "billing/tools.yaml"
pins = "security/pins.yaml"
exclude = ["billing/legacy"]
"""
    chat, billing = loaded(tmp_path, text).manifests
    assert (chat.name, chat.manifest, chat.source, chat.at.line) == (
        "chat",
        "chat/tools.yaml",
        ("chat", "shared/x.py"),
        3,
    )
    assert (billing.pins, billing.exclude, billing.at.line) == ("security/pins.yaml", ("billing/legacy",), 8)


def test_codes_and_beginnings_of_codes() -> None:
    assert expand_codes(["TC105", "TC2"]) == (frozenset({"TC105", "TC201", "TC202", "TC203", "TC204", "TC205"}), ())
    assert expand_codes([]) == (frozenset(), ())


def test_the_examples_of_the_page_are_configurations(tmp_path: Path) -> None:
    blocks = re.findall(r"^```toml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert len(blocks) == 2
    for block in blocks:
        assert loaded(tmp_path, block, "pyproject.toml").manifests


def test_the_page_names_every_key() -> None:
    table = re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE)
    assert table == list(Tables.model_fields)
    for key in (*ManifestTable.model_fields, *AcknowledgeTable.model_fields):
        assert f"{key} =" in PAGE or f"`{key}" in PAGE, key


TOML = '''\
[tool.other]
text = """
[tool.toolcrib]
manifest = "no"
"""
[tool.toolcrib]
"manifest" = "m.yaml"
ignore.TC105 = "reason"
[[tool.toolcrib.acknowledge]]
file = "a"
[[tool.toolcrib.acknowledge]]
file = "b"
tools = [
  "x",
]
'''


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("tool", "toolcrib", "manifest"), 7),
        (("tool", "toolcrib", "ignore", "TC105"), 8),
        (("tool", "toolcrib", "ignore"), 8),
        (("tool", "toolcrib", "acknowledge", 0, "file"), 10),
        (("tool", "toolcrib", "acknowledge", 1, "file"), 12),
        (("tool", "toolcrib", "acknowledge", 1, "tools", 0), 13),
        (("tool", "toolcrib", "nothing"), 6),
        (("nothing",), 1),
    ],
)
def test_where_a_key_stands(path: tuple[str | int, ...], line: int) -> None:
    tomllib.loads(TOML)
    assert line_of(key_lines(TOML), path) == line


@given(st.text("[]=\"'.ab\n #", max_size=60))
def test_no_text_breaks_the_search_for_keys(text: str) -> None:
    lines = key_lines(text)
    assert all(1 <= line <= len(text.splitlines()) for line in lines.values())


@pytest.mark.parametrize("name", ["pyproject.toml", "toolcrib.toml"])
def test_a_configuration_that_is_a_pipe_is_refused_and_not_waited_for(tmp_path: Path, name: str) -> None:
    os.mkfifo(tmp_path / name)
    with pytest.raises(ConfigProblems) as caught:
        load_config(tmp_path)
    assert "it is no file" in str(caught.value.exceptions[0])
