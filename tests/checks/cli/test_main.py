"""Arguments, errors and exit codes: what every command has in common."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from toolcrib.checks.cli import _parser, main


def test_no_command_shows_the_help(toolcrib: Any) -> None:
    done = toolcrib()
    assert done.code == 0
    assert "commands:" in done.out


@pytest.mark.parametrize("command", [command.name for command in _parser.COMMANDS])
def test_every_command_has_help_and_no_abbreviations(toolcrib: Any, command: str) -> None:
    assert toolcrib(command, "--help").code == 0
    assert toolcrib(command, "--deb").code == 2


def test_the_version_is_the_project_s(toolcrib: Any) -> None:
    import tomllib

    project = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text())["project"]
    assert toolcrib("--version").out == f"toolcrib {project['version']}\n"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["chek"], "nearest: check"),
        (["allow-list", "x"], "nearest: allowlist"),
        (["check", "--format", "xml"], "invalid choice: 'xml'"),
        (["check", "--nonsense"], "unrecognized arguments: --nonsense"),
        (["explain", "TC110"], "TC101"),
        (["explain", "undeclared_tool"], "undeclared-tool"),
        (["check", "--root", "nowhere"], "--root nowhere is no folder"),
    ],
)
def test_a_slip_is_a_message_and_exit_code_2(toolcrib: Any, arguments: list[str], says: str) -> None:
    done = toolcrib(*arguments)
    assert done.code == 2
    assert says in done.err
    assert "Traceback" not in done.err


def test_nothing_configured_is_one_line_that_says_what_to_run(toolcrib: Any) -> None:
    for command in (["check"], ["fix"], ["show"], ["allowlist", "chat"]):
        done = toolcrib(*command)
        assert done.code == 2
        assert done.err == "error: no manifest is configured here: `toolcrib init` drafts one from the source\n"


def test_an_accident_is_one_line_and_exit_code_2(toolcrib: Any, adopted: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from toolcrib.checks.cli import _check

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("it\nbroke \x1b[31m")

    monkeypatch.setattr(_check, "run_check", fail)
    done = toolcrib("check")
    assert done.code == 2
    assert len(done.err.splitlines()) == 1
    assert "RuntimeError: it broke \\x1b[31m" in done.err
    assert "toolcrib --debug check" in done.err
    assert "Traceback" in toolcrib("--debug", "check").err


def test_errors_name_file_line_and_the_way_out(toolcrib: Any, adopted: Path) -> None:
    path = adopted / "manifest" / "tools.yaml"
    path.write_text(path.read_text().replace("mutates: false", "mutates: ???"))
    done = toolcrib("check")
    assert done.code == 2
    lines = done.err.splitlines()
    assert all(line.startswith("manifest/tools.yaml:") for line in lines[:2])
    assert "error: `mutates` of tool" in lines[0]
    assert sum("Write `mutates: false`" in line for line in lines) == 1
    assert any("at the prompts of `toolcrib init`, or with its flags:" in line for line in lines)
    assert lines[-1].startswith("  --mutates 'PATTERN=…'")


def test_unreadable_source_is_an_error_of_the_run(toolcrib: Any, adopted: Path) -> None:
    server = adopted / "app" / "server.py"
    server.write_text(server.read_text() + "\n\ndef (:\n")
    done = toolcrib("check")
    assert done.code == 2
    assert re.match(r"app/server\.py:\d+:\d+: error: ", done.err)


def test_a_command_works_from_a_folder_inside_the_project(
    toolcrib: Any, adopted: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = adopted / "packages" / "one"
    package.mkdir(parents=True)
    (package / "pyproject.toml").write_text("[project]\nname = 'one'\n")
    monkeypatch.chdir(package)
    assert toolcrib("check").code == 0
    assert toolcrib("check", "--root", "../..").code == 0


@pytest.mark.parametrize(
    ("environ", "choice", "colored"),
    [
        ({}, [], False),
        ({"FORCE_COLOR": "1"}, [], True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, [], False),
        ({"NO_COLOR": "1"}, ["--color", "always"], True),
        ({"FORCE_COLOR": "1"}, ["--color", "never"], False),
    ],
)
def test_colour(
    toolcrib: Any,
    adopted: Path,
    monkeypatch: pytest.MonkeyPatch,
    environ: dict[str, str],
    choice: list[str],
    colored: bool,
) -> None:
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    assert ("\x1b[" in toolcrib("show", *choice).out) is colored


def _run(arguments: list[str], root: Path, **more: Any) -> subprocess.CompletedProcess[bytes]:
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    return subprocess.run(
        [sys.executable, "-m", "toolcrib.checks.cli", *arguments],
        cwd=root,
        capture_output=True,
        env={**environ, **more.pop("env", {})},
        check=False,
        **more,
    )


def test_a_reader_that_goes_away_changes_no_exit_code(adopted: Path) -> None:
    server = adopted / "app" / "server.py"
    server.write_text(server.read_text() + '\n\n@mcp.tool()\ndef more() -> None:\n    """More."""\n')
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [sys.executable, "-m", "toolcrib.checks.cli", "check"],
        cwd=adopted,
        stdout=write,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(write)
    assert (done.returncode, done.stderr) == (1, b"")


def test_an_encoding_without_the_character_is_no_accident(adopted: Path) -> None:
    done = _run(["show"], adopted, env={"PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0
    assert b"list_invoices" in done.stdout


def test_help_imports_nothing_heavy(tmp_path: Path) -> None:
    code = (
        "import sys; from toolcrib.checks.cli import main; main(['--version']); main(['--help']);"
        "print(sorted({'pydantic', 'libcst', 'rich', 'ruamel', 'jsonschema', 'importlib.metadata'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", code],
        cwd=tmp_path,
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(_roots())},
    )
    assert done.stdout.splitlines()[-1] == b"[]"


def _roots() -> list[str]:
    top = Path(__file__).parents[3]
    return [str(top / room) for room in ("manifest", "registry", "checks")]


def test_main_takes_the_arguments_of_the_process(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["toolcrib", "--version"])
    assert main() == 0
    assert capsys.readouterr().out.startswith("toolcrib ")
