"""`toolcrib check`: what is printed, what is written, and the exit code."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from toolcrib.checks.cli import _parser
from toolcrib.checks.reports import FORMATS

MORE = '\n\n@mcp.tool()\ndef more() -> None:\n    """More."""\n'


@pytest.fixture
def drifted(adopted: Path) -> Path:
    """A tool without a row, and a row without a tool."""
    server = adopted / "app" / "server.py"
    server.write_text(server.read_text().replace("def get_invoice", "def show_invoice") + MORE)
    return adopted


def codes(text: str) -> list[str]:
    return [finding["code"] for finding in json.loads(text)["findings"]]


def test_the_formats_are_the_reporters() -> None:
    assert _parser.FORMATS == FORMATS


def test_findings_are_exit_code_1(toolcrib: Any, drifted: Path) -> None:
    done = toolcrib("check")
    assert done.code == 1
    assert "app/server.py:19:1 TC101 undeclared-tool" in done.out
    assert done.err == ""
    assert toolcrib("check", "--exit-zero").code == 0


def test_options_select_and_narrow(toolcrib: Any, drifted: Path) -> None:
    assert set(codes(toolcrib("check", "--format", "json").out)) == {"TC101", "TC102"}
    assert set(codes(toolcrib("check", "--format", "json", "--select", "TC102,TC2").out)) == {"TC102"}
    assert set(codes(toolcrib("check", "--format", "json", "--ignore", "TC101").out)) == {"TC102"}
    assert "TC101" in codes(toolcrib("check", "--format", "json", "app").out)
    assert toolcrib("check", "manifest/pins.yaml").code == 0
    assert toolcrib("check", "--select", "TC105").code == 0


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--select", "TC999"], "`TC999` is no rule"),
        (["--ignore", "TC201"], "cannot be ignored"),
        (["--output", "xml:report"], "`xml` is no format"),
        (["--output", "sarif"], "names no file"),
        (["--output", "json:out/r.json"], "there is no folder out\n    mkdir -p out\n"),
        (["--output", "json:pyproject.toml/r.json"], "pyproject.toml is no folder"),
        (["--output", "json:app"], "app cannot be written: it is a folder"),
        (["--output", "json:a", "--output", "sarif:./a"], "two reports cannot go to one file"),
        (["--output", "json:a", "--write-baseline"], "--write-baseline writes no report"),
        (["--write-baseline", "--baseline", "out/b.json"], "there is no folder out\n    mkdir -p out\n"),
        (["--baseline", "nowhere.json"], "cannot be read"),
        (["nowhere"], "nowhere does not exist"),
        (["/"], "outside the project"),
    ],
)
def test_what_makes_no_sense_is_exit_code_2(toolcrib: Any, drifted: Path, arguments: list[str], says: str) -> None:
    done = toolcrib("check", *arguments)
    assert done.code == 2
    assert says in done.err
    assert done.out == ""


def test_several_outputs_at_once(toolcrib: Any, drifted: Path) -> None:
    (drifted / "out").mkdir()
    done = toolcrib(
        "check",
        "--output",
        "json:out/r.json",
        "--output",
        "sarif:r.sarif",
        "--output",
        "github:a:b.txt",
        "--format",
        "text",
    )
    assert done.code == 1
    assert "TC101" in done.out
    assert set(codes((drifted / "out" / "r.json").read_text())) == {"TC101", "TC102"}
    assert json.loads((drifted / "r.sarif").read_text())["version"] == "2.1.0"
    assert (drifted / "a:b.txt").read_text().startswith("::error ")
    assert not list(drifted.rglob("*.tmp"))


def test_in_a_github_workflow_the_annotations_come_by_themselves(
    toolcrib: Any, drifted: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    assert toolcrib("check").out.startswith("::error ")
    assert toolcrib("check", "--format", "text").out.startswith("app/")


def test_paths_are_taken_from_the_folder_you_are_in(
    toolcrib: Any, drifted: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(drifted / "app")
    assert "TC101" in codes(toolcrib("check", "--format", "json", "server.py").out)
    assert toolcrib("check", "../manifest/pins.yaml").code == 0


def test_a_baseline_lets_what_is_there_stay_and_nothing_new_in(toolcrib: Any, drifted: Path) -> None:
    done = toolcrib("check", "--write-baseline")
    assert done.code == 0
    assert "3 findings that may stay" in done.out
    assert 'baseline = "toolcrib-baseline.json"' in done.out
    assert toolcrib("check", "--baseline", "toolcrib-baseline.json").code == 0
    config = drifted / "pyproject.toml"
    config.write_text(config.read_text() + 'baseline = "toolcrib-baseline.json"\n')
    assert toolcrib("check").code == 0
    server = drifted / "app" / "server.py"
    server.write_text(server.read_text() + MORE.replace("more", "newer"))
    done = toolcrib("check", "--format", "json")
    assert [finding["subject"] for finding in json.loads(done.out)["findings"]] == ["newer"]
    assert toolcrib("check", "--write-baseline").code == 0
    assert "name it in the configuration" not in done.out
    assert toolcrib("check").code == 0


@pytest.mark.parametrize("narrowing", [["manifest/pins.yaml"], ["--select", "TC102"], ["--ignore", "TC1"]])
def test_a_baseline_of_a_part_keeps_what_the_run_did_not_look_at(
    toolcrib: Any, drifted: Path, narrowing: list[str]
) -> None:
    assert toolcrib("check", "--write-baseline", "--reason", "Known when it came.").code == 0
    file = drifted / "toolcrib-baseline.json"
    before = file.read_text()
    done = toolcrib("check", *narrowing, "--write-baseline", "--reason", "A reason that no entry needs.")
    assert done.code == 0
    assert "kept as before: this run did not look at that part" in done.out
    assert file.read_text() == before


def test_a_baseline_of_a_part_drops_what_is_gone_from_that_part(toolcrib: Any, drifted: Path) -> None:
    assert toolcrib("check", "--write-baseline", "--reason", "Known when it came.").code == 0
    file = drifted / "toolcrib-baseline.json"
    entries = json.loads(file.read_text())["entries"]
    gone = {**entries[0], "fingerprint": "0" * 32, "path": "app/server.py"}
    other = {**gone, "fingerprint": "1" * 32, "path": "app_of_others/server.py"}
    file.write_text(json.dumps({"version": 1, "entries": [*entries, gone, other]}))
    assert toolcrib("check", "app", "--write-baseline").code == 0
    left = {entry["fingerprint"] for entry in json.loads(file.read_text())["entries"]}
    assert left == {entry["fingerprint"] for entry in (*entries, other)}


def test_a_missing_pin_cannot_be_put_off(toolcrib: Any, adopted: Path) -> None:
    pins = adopted / "manifest" / "pins.yaml"
    pin = "\n  delete_invoice: A person asks for each deletion, one at a time."
    pins.write_text(pins.read_text().replace(pin, " {}"))
    done = toolcrib("check", "--write-baseline")
    assert done.code == 1
    assert "TC201 cannot be put off" in done.out


@pytest.mark.parametrize("format_", FORMATS)
@pytest.mark.parametrize(
    "file", ["app/server.py", "manifest/tools.yaml", "manifest/pins.yaml", "pyproject.toml", "b.json", "notes.md"]
)
def test_a_report_overwrites_nothing_but_a_report(toolcrib: Any, drifted: Path, format_: str, file: str) -> None:
    toolcrib("check", "--write-baseline", "--baseline", "b.json")
    (drifted / "notes.md").write_text("# Notes\n\nclean: 2 tools in 1 file, 2 rows in tools.yaml\n")
    before = (drifted / file).read_bytes()
    done = toolcrib("check", "--output", f"{format_}:{file}")
    assert done.code == 2
    assert f"{file} stands already and is no report of toolcrib" in done.err
    assert f"--output {format_}:toolcrib-report." in done.err
    assert done.out == ""
    assert (drifted / file).read_bytes() == before


@pytest.mark.parametrize("state", ["clean", "drifted"])
@pytest.mark.parametrize("earlier", FORMATS)
def test_an_earlier_report_is_overwritten(
    toolcrib: Any, adopted: Path, earlier: str, state: str, request: pytest.FixtureRequest
) -> None:
    if state == "drifted":
        request.getfixturevalue("drifted")
    (adopted / "report").write_text("")  # as mktemp leaves it
    assert toolcrib("check", "--output", f"{earlier}:report", "--exit-zero").code == 0
    for later in FORMATS:
        assert toolcrib("check", "--output", f"{later}:report", "--exit-zero").code == 0
        assert toolcrib("check", "--output", f"{earlier}:report", "--exit-zero").code == 0
    assert not list(adopted.rglob("*.tmp"))


def test_a_report_keeps_the_link_and_the_mode_of_its_file(toolcrib: Any, drifted: Path) -> None:
    (drifted / "real.json").touch(mode=0o640)
    (drifted / "link.json").symlink_to("real.json")
    toolcrib("check", "--output", "json:link.json")
    assert (drifted / "link.json").is_symlink()
    assert codes((drifted / "real.json").read_text())
    assert (drifted / "real.json").stat().st_mode & 0o777 == 0o640


def test_a_report_may_go_to_a_device(toolcrib: Any, drifted: Path) -> None:
    assert toolcrib("check", "--output", "json:/dev/null").code == 1
    assert not Path("/dev/null").is_file()


@pytest.mark.parametrize("file", ["app/server.py", "manifest/tools.yaml", "pyproject.toml", "r.json"])
def test_a_baseline_overwrites_nothing_but_a_baseline(toolcrib: Any, drifted: Path, file: str) -> None:
    toolcrib("check", "--output", "json:r.json")
    before = (drifted / file).read_bytes()
    done = toolcrib("check", "--write-baseline", "--baseline", file)
    assert done.code == 2
    assert f"{file} stands already and is no baseline" in done.err
    assert (drifted / file).read_bytes() == before


def test_a_baseline_that_is_configured_and_not_there_yet_can_be_written(toolcrib: Any, drifted: Path) -> None:
    config = drifted / "pyproject.toml"
    config.write_text(config.read_text() + 'baseline = "mine.json"\n')
    done = toolcrib("check")
    assert done.code == 2
    assert "toolcrib check --write-baseline" in done.err
    done = toolcrib("check", "--write-baseline")
    assert (done.code, done.err) == (0, "")
    assert (drifted / "mine.json").is_file()
    assert toolcrib("check").code == 0
