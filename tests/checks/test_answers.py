"""An answer that is given again is the answer that a new run would give."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

MANIFEST = """\
agents:
  clients: {empty_selection: none}
capabilities:
  notes: {feature: null}
tools:
  list_notes:
    description: List the notes.
    capability: notes
    mutates: false
    agents: [clients]
"""
PINS = "ungated:\n  notes: The server has no permission model of its own.\n"
SERVER = '''\
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("notes")


@mcp.tool()
def list_notes() -> list[str]:
    """List the notes."""
    return []
'''
MORE = '\n\n@mcp.tool()\ndef more() -> None:\n    """More."""\n'


def git(root: Path, *words: str) -> None:
    quiet = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    who = ("-c", "user.name=test", "-c", "user.email=test@example.invalid")
    subprocess.run(["git", *who, *words], cwd=root, env=quiet, check=True, capture_output=True)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A small clean project that git tracks."""
    (tmp_path / "server.py").write_text(SERVER)
    (tmp_path / "other.py").write_text("from generated import late\n")
    (tmp_path / "tools.yaml").write_text(MANIFEST)
    (tmp_path / "pins.yaml").write_text(PINS)
    (tmp_path / ".gitignore").write_text("generated/\ntoolcrib.toml\n")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-q", "-m", "start")
    return tmp_path


def check(root: Path, *words: str, cached: bool = True, **environ: str) -> tuple[int, str]:
    """Exit code and what was printed, with the cache or without."""
    environment = {
        key: value for key, value in os.environ.items() if key not in ("TOOLCRIB_NO_CACHE", "GITHUB_ACTIONS")
    }
    environment |= environ if cached else {**environ, "TOOLCRIB_NO_CACHE": "1"}
    command = [sys.executable, "-m", "toolcrib.checks.cli", "check", *words]
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def answers(root: Path) -> list[Path]:
    folder = root / ".toolcrib_cache" / "answers"
    return sorted(folder.iterdir()) if folder.is_dir() else []


def forge(root: Path) -> None:
    """Make the kept answer one that no run gives, with its own digest: whoever still prints it did not look."""
    from toolcrib.checks._kept import digest

    (file,) = answers(root)
    kept = json.loads(file.read_text().partition("\n")[2])
    text = json.dumps({**kept, "out": "an old answer\n"})
    file.write_text(f"{digest(text)}\n{text}")


def test_nothing_has_changed(root: Path) -> None:
    first = check(root)
    assert first == check(root, cached=False)
    forge(root)
    assert check(root) == (0, "an old answer\n")


def test_the_answer_needs_neither_models_nor_parser(root: Path) -> None:
    check(root)
    program = """
import sys
from toolcrib.checks.cli import main
code = main(["check"])
heavy = {"pydantic", "libcst", "ruamel", "jsonschema", "rich", "tomllib", "toolcrib.manifest"} & set(sys.modules)
assert not heavy, heavy
raise SystemExit(code)
"""
    environment = {key: value for key, value in os.environ.items() if key != "TOOLCRIB_NO_CACHE"}
    subprocess.run([sys.executable, "-c", program], cwd=root, env=environment, check=True, capture_output=True)


def write(name: str, text: str) -> Callable[[Path], None]:
    def change(root: Path) -> None:
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text(text)

    return change


def unlooked(root: Path) -> None:
    git(root, "update-index", "--assume-unchanged", "server.py")
    (root / "server.py").write_text(SERVER + MORE)


def same_size_and_time(root: Path) -> None:
    before = (root / "server.py").stat()
    (root / "server.py").write_text(SERVER.replace("List the", "Show the"))
    os.utime(root / "server.py", ns=(before.st_atime_ns, before.st_mtime_ns))


def staged(root: Path) -> None:
    (root / "server.py").write_text(SERVER + MORE)
    git(root, "add", "-A")


CHANGES = {
    "source": write("server.py", SERVER + MORE),
    "manifest": write("tools.yaml", MANIFEST.replace("List the", "Show the")),
    "pins": write("pins.yaml", "ungated: {}\n"),
    "configuration": write("pyproject.toml", '[tool.toolcrib]\nexclude = ["server.py"]\n'),
    "another manifest": write("manifest/tools.yaml", MANIFEST),
    "an ignored configuration": write("toolcrib.toml", "exclude = ['server.py']\n"),
    "an ignored file that the source imports": write("generated/late.py", SERVER),
    "a new file": write("new.py", SERVER.replace("list_notes", "new_tool")),
    "gone": lambda root: (root / "server.py").unlink(),
    "staged": staged,
    "git does not look": unlooked,
    "same size and time": same_size_and_time,
    "an environment": lambda root: (root / "pyvenv.cfg").write_text("home = /\n") and None,
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_change_is_seen(root: Path, change: Callable[[Path], None]) -> None:
    check(root)
    forge(root)
    change(root)
    assert check(root) == check(root, cached=False) != (0, "an old answer\n")


def test_what_no_check_reads_changes_nothing(root: Path) -> None:
    check(root)
    forge(root)
    (root / "README.md").write_text("New.\n")
    (root / "server.py").touch()
    assert check(root) == (0, "an old answer\n")


def test_other_words_are_another_question(root: Path) -> None:
    check(root)
    forge(root)
    assert check(root, "--format", "json")[1].startswith("{")
    assert "an old answer" not in check(root, "--select", "TC101")[1]
    assert "an old answer" not in check(root, FORCE_COLOR="1")[1]


def test_a_cache_that_the_project_brings_is_not_believed(root: Path) -> None:
    """Whoever can commit a file must not be able to commit the verdict on it."""
    check(root)
    forge(root)
    git(root, "add", "-f", ".toolcrib_cache")
    code, said = check(root)
    assert code == 2
    assert "git rm -r --cached .toolcrib_cache" in said


def test_a_manifest_that_git_ignores_keeps_no_answer(root: Path) -> None:
    write("generated/tools.yaml", MANIFEST)(root)
    write("pyproject.toml", '[tool.toolcrib]\nmanifest = "generated/tools.yaml"\npins = "pins.yaml"\n')(root)
    (root / "tools.yaml").unlink()
    assert check(root)[0] == 0
    assert answers(root) == []


def test_without_git_nothing_is_kept(root: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("plain")
    for name in ("server.py", "tools.yaml", "pins.yaml"):
        (folder / name).write_bytes((root / name).read_bytes())
    environ = {"GIT_CEILING_DIRECTORIES": str(folder.parent)}
    assert check(folder, **environ)[0] == 0
    assert not (folder / ".toolcrib_cache").exists()


def test_yesterdays_answer_is_not_todays(root: Path) -> None:
    from toolcrib.checks._kept import digest

    check(root)
    forge(root)
    (file,) = answers(root)
    text = file.read_text().partition("\n")[2].replace('"today": "2', '"today": "1')
    file.write_text(f"{digest(text)}\n{text}")
    assert check(root) == check(root, cached=False)
