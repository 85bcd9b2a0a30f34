"""The one edge: options over the configuration, several manifests, and errors that are no findings."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from toolcrib.checks import Report, gather, load_config, run_check
from toolcrib.checks.config import ConfigProblems
from toolcrib.checks.files import SourceProblems
from toolcrib.manifest import ToolcribError

CASES = Path(__file__).parent
EXAMPLE = CASES / "tc101_undeclared_tool" / "example" / "input"
NEAR_MISS = CASES / "tc101_undeclared_tool" / "near_miss" / "input"
TESTS_LEFT_OUT = CASES / "tc101_undeclared_tool" / "tests_are_not_read" / "input"
TWO = CASES / "tc103_duplicate_tool" / "a_manifest_a_server" / "input"


def codes(report: Report) -> list[str]:
    return [finding.code for finding in report.findings]


def all_errors(error: BaseException) -> list[str]:
    if isinstance(error, BaseExceptionGroup):
        return [text for one in error.exceptions for text in all_errors(one)]
    assert isinstance(error, ToolcribError)
    return [str(error)]


def test_options_stand_over_the_configuration() -> None:
    config = load_config(NEAR_MISS)
    assert codes(run_check(NEAR_MISS, config)) == ["TC101", "TC102"]
    assert codes(run_check(NEAR_MISS, config, select=["TC102"])) == ["TC102"]
    assert codes(run_check(NEAR_MISS, config, select=["TC1"], ignore=["TC101"])) == ["TC102"]
    silenced = run_check(NEAR_MISS, config, ignore=["TC10"])
    assert codes(silenced) == []
    assert [(h.finding.code, h.by) for h in silenced.hidden] == [
        ("TC101", "configuration"),
        ("TC102", "configuration"),
    ]
    assert "TC104" in silenced.rules_run  # a beginning of codes never turns off what cannot be turned off


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"select": ["TC999"]}, "--select: `TC999` is no rule"),
        ({"ignore": ["TC201"]}, "--ignore: TC201 unpinned-writer cannot be ignored"),
        ({"ignore": ["phantom-tool"]}, "--ignore: `phantom-tool` is no rule; did you mean TC102?"),
    ],
)
def test_options_that_make_no_sense(options: dict[str, list[str]], said: str) -> None:
    with pytest.raises(ConfigProblems) as caught:
        run_check(EXAMPLE, load_config(EXAMPLE), **options)  # type: ignore[arg-type]  # the options vary
    assert said in all_errors(caught.value)[0]


def test_paths_narrow_what_is_reported_and_not_what_is_read() -> None:
    config = load_config(NEAR_MISS)
    assert codes(run_check(NEAR_MISS, config, paths=["server.py"])) == ["TC101", "TC102"]
    assert codes(run_check(EXAMPLE, load_config(EXAMPLE), paths=["tools.yaml"])) == []
    (checked,) = run_check(EXAMPLE, load_config(EXAMPLE), paths=["tools.yaml"]).checked
    assert (checked.tools, checked.rows, checked.files) == (2, 1, 1)
    with pytest.raises(SourceProblems):
        run_check(EXAMPLE, load_config(EXAMPLE), paths=["nowhere"])


def test_a_path_that_is_left_out_by_default_is_read_when_it_is_named() -> None:
    config = load_config(TESTS_LEFT_OUT)
    report = run_check(TESTS_LEFT_OUT, config)
    assert codes(report) == []
    assert [(n.path, n.files, n.why) for n in report.not_read] == [("tests/", 1, "by default")]
    named = run_check(TESTS_LEFT_OUT, config, paths=["tests"])
    assert [(f.code, f.at.path, f.subject) for f in named.findings] == [
        ("TC103", "tests/test_server.py", "list_schedules"),
        ("TC101", "tests/test_server.py", "delete_schedule"),
    ]
    assert named.not_read == ()


def test_several_manifests_each_with_its_source() -> None:
    report = run_check(TWO, load_config(TWO))
    assert [(c.manifest, c.path, c.rows, c.tools, c.files) for c in report.checked] == [
        ("schedules", "schedules/tools.yaml", 1, 1, 1),
        ("admin", "admin/tools.yaml", 1, 1, 1),
    ]
    assert report.exit_code == 0


def test_what_no_manifest_speaks_for_is_stated(tmp_path: Path) -> None:
    for file in TWO.rglob("*"):
        if file.is_file():
            target = tmp_path / file.relative_to(TWO)
            target.parent.mkdir(exist_ok=True)
            target.write_bytes(file.read_bytes())
    (tmp_path / "scripts").mkdir()
    (tmp_path / "scripts" / "x.py").touch()
    (tmp_path / "admin" / "tests").mkdir()
    (tmp_path / "admin" / "tests" / "x.py").touch()
    report = run_check(tmp_path, load_config(tmp_path))
    assert [(n.path, n.files, n.why) for n in report.not_read] == [
        ("admin/tests/", 1, "by default"),
        ("scripts/", 1, "outside the configured source"),
    ]


def test_nothing_configured_says_what_to_run(tmp_path: Path) -> None:
    with pytest.raises(ConfigProblems) as caught:
        run_check(tmp_path, load_config(tmp_path))
    assert all_errors(caught.value) == [
        "no manifest is configured here: `toolcrib init` drafts one from the source",
    ]


def test_every_manifest_that_cannot_be_used_is_named_at_once(tmp_path: Path) -> None:
    (tmp_path / "toolcrib.toml").write_text(
        '[[manifests]]\nname = "a"\nmanifest = "a.yaml"\n[[manifests]]\nname = "b"\nmanifest = "b.yaml"\n'
    )
    (tmp_path / "a.yaml").write_text("agents: {}\n")
    with pytest.raises(ExceptionGroup) as caught:
        run_check(tmp_path, load_config(tmp_path))
    errors = all_errors(caught.value)
    assert {error.partition(":")[0] for error in errors} == {"a.yaml", "b.yaml"}


def test_a_file_that_does_not_parse_is_an_error_and_no_finding(tmp_path: Path) -> None:
    for file in EXAMPLE.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    (tmp_path / "broken.py").write_text("from fastmcp import FastMCP\n@FastMCP().tool\ndef (:\n")
    with pytest.raises(ExceptionGroup) as caught:
        run_check(tmp_path, load_config(tmp_path))
    assert all_errors(caught.value)[0].startswith("broken.py:3:")


def test_gather_gives_the_bytes_of_everything_that_counts() -> None:
    gathered = gather(EXAMPLE, load_config(EXAMPLE))
    assert sorted(gathered.files) == ["server.py", "tools.yaml"]
    assert gathered.sides[0].surface.files == ("server.py",)


def test_a_project_below_the_top_of_a_repository_knows_the_way(tmp_path: Path) -> None:
    root = tmp_path / "services" / "a"
    root.mkdir(parents=True)
    for file in EXAMPLE.iterdir():
        (root / file.name).write_bytes(file.read_bytes())
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    report = run_check(root, load_config(root))
    assert report.repository_prefix == "services/a/"
    assert [f.at.path for f in report.findings] == ["server.py"]


def project(tmp_path: Path, config: str, *files: str) -> Path:
    """A project with the example's manifest, the given configuration and empty Python files."""
    (tmp_path / "toolcrib.toml").write_text(config)
    (tmp_path / "tools.yaml").write_bytes((EXAMPLE / "tools.yaml").read_bytes())
    for file in ("app/server.py", *files):
        (tmp_path / file).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / file).write_bytes((EXAMPLE / "server.py").read_bytes() if file == "app/server.py" else b"")
    return tmp_path


GENERATED = "`exclude` names `app/genrated`, which matches nothing; did you mean `app/generated`?"


@pytest.mark.parametrize(
    ("config", "line", "said"),
    [
        ('exclude = ["app/genrated"]', 1, GENERATED),
        ('exclude = ["*_pb3.py"]', 1, "`exclude` names `*_pb3.py`, which matches nothing"),
        ('manifest = "tools.yaml"\ninclude = ["app/doc"]', 2, "`include` names `app/doc`, which matches nothing"),
        ('source = ["app", "web"]', 1, "`source` names `web`, where no Python file lies"),
        ('[[manifests]]\nname = "a"\nmanifest = "tools.yaml"\nexclude = ["x"]', 1, "`exclude` names `x`, which"),
        ('exclude = ["app/generated", "*_pb2.py", "web", "./app/x.py"]', 0, ""),
        ('exclude = ["app/generated/"]\ninclude = ["app/docs"]\nsource = ["app"]', 0, ""),
    ],
)
def test_a_pattern_that_chooses_nothing_is_noted(tmp_path: Path, config: str, line: int, said: str) -> None:
    root = project(tmp_path, config, "app/generated/a_pb2.py", "app/docs/b.py", "app/x.py")
    (root / "web").mkdir()
    (root / "web" / "index.html").touch()
    notes = run_check(root, load_config(root)).notes
    assert [(note.at.path, note.at.line) for note in notes] == [("toolcrib.toml", line)] * bool(said)
    assert all(note.text.startswith(said) for note in notes)


@pytest.mark.parametrize(
    "config",
    ['exclude = ["app"]', 'exclude = ["*"]', 'source = ["web"]', 'source = ["app/tests"]\nexclude = ["app"]'],
)
def test_a_configuration_that_leaves_nothing_to_read_is_an_error(tmp_path: Path, config: str) -> None:
    root = project(tmp_path, config, "app/tests/test_server.py")
    (root / "web").mkdir()
    with pytest.raises(SourceProblems) as caught:
        run_check(root, load_config(root))
    (said,) = all_errors(caught.value)
    assert said.startswith("toolcrib.toml:1:1: nothing is left to read for tools.yaml")
