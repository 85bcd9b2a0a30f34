"""An answer is given again only where a run without any cache would say the same, byte for byte."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from toolcrib.checks import _stamps, answers
from toolcrib.checks._kept import FOLDER

CHECK = ("check", "--format", "json")
TEXT = ("check",)
SURFACE = ("surface", "--format", "json")
COMMANDS = (CHECK, TEXT, SURFACE)


def warmed(project: Any, *commands: tuple[str, ...]) -> None:
    for words in commands:
        first = project.run(*words)
        assert first[0] == 1 or words == SURFACE, first[2]
        assert project.kept(*words) == first


def test_a_run_in_which_nothing_has_changed_gives_the_same_bytes(project: Any) -> None:
    warmed(project, *COMMANDS)
    assert project.agrees(*COMMANDS)
    answer = project.kept(*TEXT)
    assert answer is not None
    assert "TC101" in answer[1]


def test_from_a_folder_below_and_by_its_name(project: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(project.root / "app")
    warmed(
        project, TEXT, ("check", "server.py"), ("check", "--root", ".."), ("check", "--root=..", "--color", "always")
    )
    assert project.agrees(TEXT, ("check", "--root", ".."))


Edit = Callable[[Any], object]


def appears(name: str, text: str = "x = 1\n") -> Edit:
    return lambda project: project.write(name, text)


def replaced(name: str, old: str, new: str) -> Edit:
    return lambda project: project.replace(name, old, new)


def in_the_place_of(name: str, put: Callable[[Path], object]) -> Edit:
    def edit(project: Any) -> None:
        (project.root / name).unlink()
        put(project.root / name)

    return edit


def same_size_same_time(project: Any) -> None:
    """An edit that leaves size and time of change of the content as they were."""
    file = project.root / "app" / "server.py"
    before = file.stat()
    project.replace("app/server.py", "list_invoices", "last_invoices")
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert (file.stat().st_size, file.stat().st_mtime_ns) == (before.st_size, before.st_mtime_ns)


def repository_inside(project: Any) -> None:
    project.write("inner/a.py")
    project.git("init", "-q", inside="inner")


EDITS: dict[str, Edit] = {
    "a source file": replaced("app/more.py", "one thing", "a thing"),
    "the same size and time": same_size_same_time,
    "the manifest": replaced("manifest/tools.yaml", "of a customer", "of one customer"),
    "pins appear": appears("manifest/pins.yaml", "mutating: {}\nungated: {}\n"),
    "the catalogue": replaced("app/permissions.py", '"billing"', '"other"'),
    "the configuration": replaced("toolcrib.toml", "manifest =", 'exclude = ["more.py"]\nmanifest ='),
    "a second configuration": appears("pyproject.toml", "[tool.toolcrib]\n"),
    "a configuration that is misspelled": appears(".toolcrib.toml"),
    "a file": appears("app/another.py"),
    "a folder with a file": appears("other/deep/another.py"),
    "an ignored file that is imported": appears("ignored/app/more.py"),
    "a module that stands before the imported one": appears("app/more/__init__.py", "extra = None\n"),
    "what makes a folder an environment": appears("app/pyvenv.cfg", ""),
    "a file goes": lambda project: (project.root / "app/more.py").unlink(),
    "a folder goes": lambda project: shutil.rmtree(project.root / "app"),
    "a link": in_the_place_of("app/more.py", lambda place: place.symlink_to("permissions.py")),
    "a link out of the project": in_the_place_of("app/more.py", lambda place: place.symlink_to("/dev/null")),
    "a folder in the place of a file": in_the_place_of("app/more.py", Path.mkdir),
    "a pipe in the place of a file": in_the_place_of("app/more.py", os.mkfifo),
    "a file that can be run": lambda project: (project.root / "app/more.py").chmod(0o755),
    "another name": lambda project: (project.root / "app/more.py").rename(project.root / "app/less.py"),
    "git ignores more": appears(".gitignore", "ignored/\nmore.py\n"),
    "git lists less": lambda project: project.git("rm", "-q", "--cached", "app/more.py"),
    "a repository inside": repository_inside,
    "git tracks the cache": lambda project: project.git("add", "-f", FOLDER),
    "the repository goes": lambda project: shutil.rmtree(project.root / ".git"),
    "a nearer root": appears("app/toolcrib.toml", 'manifest = "tools.yaml"\n'),
    "a manifest past its bound": appears("manifest/tools.yaml", "#" * 5_000_000),
}


@pytest.mark.parametrize("what", EDITS)
def test_a_change_is_seen(project: Any, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    """Everything is older than the run that kept the answer, so it is what `stat` says that has to tell."""
    monkeypatch.setattr(_stamps, "SLACK", 0)
    monkeypatch.chdir(project.root / "app")
    commands = (*COMMANDS, ("check", "server.py"))
    warmed(project, *commands)
    monkeypatch.chdir(project.root)
    warmed(project, *commands[:3])
    EDITS[what](project)
    assert project.agrees(*commands[:3])
    if (project.root / "app").is_dir():
        monkeypatch.chdir(project.root / "app")
        assert project.agrees(*commands)


def test_a_path_that_appears(project: Any) -> None:
    words = ("check", "app/another.py")
    assert project.run(*words)[0] == 2
    appears("app/another.py")(project)
    assert project.agrees(words)
    (project.root / "app" / "another.py").unlink()
    assert project.agrees(words)


def test_another_day_version_or_library_is_another_answer(project: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    warmed(project, TEXT)
    with monkeypatch.context() as patch:
        patch.setattr(answers, "_today", lambda: b"2000-01-01")
        assert project.kept(*TEXT) is None
    with monkeypatch.context() as patch:
        patch.setattr(sys, "version", "4.0")
        assert project.kept(*TEXT) is None
    library = project.root / "elsewhere" / "pydantic"
    library.mkdir(parents=True)
    (library / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(library.parent)
    assert project.kept(*TEXT) is None


def test_the_own_files_are_part_of_the_question(tmp_path: Path) -> None:
    for name in ("room/rules/a.py", "room/rules/__pycache__/a.pyc"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    found: list[str] = []
    answers._stamp_folder(str(tmp_path / "room"), found)
    assert [line.split()[0] for line in found] == [str(tmp_path / "room" / "rules" / "a.py")]


@pytest.mark.parametrize("words", [("check", "--output", "json:out.json"), ("check", "--debug"), ("check", "nowhere")])
def test_what_does_more_than_print_or_fails_is_not_kept(project: Any, words: tuple[str, ...]) -> None:
    project.run(*words)
    assert project.kept(*words) is None


def test_nothing_is_kept_outside_git_or_when_it_is_turned_off(project: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOOLCRIB_NO_CACHE", "1")
    project.run(*TEXT)
    monkeypatch.delenv("TOOLCRIB_NO_CACHE")
    assert project.kept(*TEXT) is None
    shutil.rmtree(project.root / ".git")
    project.run(*TEXT)
    assert not (project.root / FOLDER).exists()


def test_no_answer_is_taken_from_above_the_repository(project: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody else may write there: a folder of temporary files, say."""
    repository_inside(project)
    inner = project.root / "inner"
    (inner / "deep").mkdir()
    monkeypatch.chdir(inner)
    assert list(answers.roots(TEXT)) == [str(inner)]
    monkeypatch.chdir(inner / "deep")
    assert list(answers.roots(TEXT)) == [str(inner / "deep"), str(inner)]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])  # one project, written anew each time
@given(junk=st.binary(max_size=60), at=st.integers(0, 4_000), cut=st.booleans())
def test_an_answer_that_somebody_changed_is_none(project: Any, junk: bytes, at: int, cut: bool) -> None:
    said = project.run(*TEXT)
    for file in (*(project.root / FOLDER / "answers").iterdir(), project.root / FOLDER / "stamps"):
        data = file.read_bytes() if file.is_file() else b""
        file.write_bytes(data[:at] + junk + (b"" if cut else data[at + len(junk) :]))
    assert project.kept(*TEXT) in (None, said)
    assert project.run(*TEXT) == said


def test_a_link_or_a_repository_in_the_place_of_the_cache_is_not_used(project: Any) -> None:
    warmed(project, TEXT)
    (project.root / FOLDER / ".git").mkdir()
    assert project.kept(*TEXT) is None
    (project.root / FOLDER / ".git").rmdir()
    assert project.kept(*TEXT) is not None
    (project.root / FOLDER / "answers").rename(project.root / "elsewhere")
    (project.root / FOLDER / "answers").symlink_to(project.root / "elsewhere")
    assert project.kept(*TEXT) is None


def test_what_changed_in_the_moment_of_the_run_is_read_again(project: Any) -> None:
    """The rule that git has for its index: a time that is not older than the look at it proves nothing."""
    warmed(project, TEXT)
    assert not _stamps.Stamps(str(project.root)).known()
    second = 1_000_000_000
    known = {b"old": ((1, 10, 10, 1, 1), "0" * 64), b"new": ((1, 10, 2 * second, 1, 1), "0" * 64)}
    _stamps.write_stamps(str(project.root), known, started=_stamps.SLACK + second)
    assert set(_stamps.Stamps(str(project.root)).known()) == {b"old"}


def test_only_so_many_answers_are_kept(project: Any) -> None:
    for number in range(answers.KEPT + 3):
        project.run("check", *["--ignore", "TC105"] * number)
    assert len(list((project.root / FOLDER / "answers").iterdir())) == answers.KEPT


def test_a_hostile_repository_runs_nothing(project: Any) -> None:
    """Filters, hooks, monitors and converters that the repository configures are never started."""
    mark = project.root.parent / f"{project.root.name}-ran"
    for key in ("filter.x.clean", "filter.x.smudge", "filter.x.process", "core.fsmonitor", "diff.x.textconv"):
        project.git("config", key, f"touch {mark}; cat")
    appears(".gitattributes", "* filter=x diff=x\n")(project)
    warmed(project, *COMMANDS)
    same_size_same_time(project)
    mark.unlink(missing_ok=True)
    assert project.agrees(*COMMANDS)
    assert not mark.exists()


PROGRAM = """
import sys
from toolcrib.checks.cli import main
code = main({words!r})
for name in ("libcst", "pydantic", "ruamel", "argparse", "typing", "dataclasses", "pathlib", "subprocess", "json"):
    assert name not in sys.modules, name
own = sorted(name for name in sys.modules if name.startswith("toolcrib."))
print(code, len(own), file=sys.stderr)
"""


@pytest.mark.parametrize("words", COMMANDS)
def test_a_run_without_changes_imports_next_to_nothing(project: Any, words: tuple[str, ...]) -> None:
    command = [sys.executable, "-S", "-E", "-c"]
    path = f"import sys; sys.path[:0] = {[p for p in sys.path if p]!r}\n"
    environment = {**os.environ}
    first = subprocess.run(
        [*command, f"{path}from toolcrib.checks.cli import main; sys.exit(main({list(words)!r}))"],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
    )
    assert first.returncode in (0, 1), first.stderr
    program = path + PROGRAM.format(words=list(words))
    second = subprocess.run([*command, program], capture_output=True, text=True, check=True, env=environment)
    assert second.stdout == first.stdout
    code, modules = second.stderr.split()
    assert int(code) == first.returncode
    assert int(modules) < 12
    assert project.fresh(*words)[1] == first.stdout


@pytest.mark.parametrize("named", [("app/more.py",), ("app",), ("manifest",), ("app/server.py", "notes.txt")])
def test_named_files_are_given_the_findings_of_the_whole_run_that_touch_them(project: Any, named: Any) -> None:
    project.replace("manifest/tools.yaml", "of a customer", "of one customer")
    project.write("app/other.py", "from app.server import mcp\n\n\n@mcp.tool()\ndef another() -> None: ...\n")
    whole, some = (json.loads(project.run(*CHECK, *words)[1])["findings"] for words in ((), tuple(map(str, named))))

    def places(finding: Any) -> list[str]:
        return [finding["at"]["path"], *(related["at"]["path"] for related in finding["related"])]

    assert len(whole) > 1
    touching = [f for f in whole if any(p == n or p.startswith(f"{n}/") for p in places(f) for n in named)]
    assert some == touching
    assert project.agrees((*CHECK, *named))
