"""What somebody else wrote, and an outside that is not as it should be: no command is run, no answer is believed, and
the exit code is the one of a run that keeps nothing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from toolcrib.checks import _disk, _git, answers
from toolcrib.checks._kept import FOLDER, pack, write_bytes
from toolcrib.checks.files import SourceError, list_sources

CHECK = ("check",)
PATH = [entry for entry in sys.path if entry]
PROGRAM = f"import sys; sys.path[:0] = {PATH!r}; from toolcrib.checks.cli import main; sys.exit(main(['check']))"


def gone_folder() -> None:
    gone = Path("gone").absolute()
    gone.mkdir()
    os.chdir(gone)
    gone.rmdir()


def ended_children_are_forgotten() -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)


def no_output() -> None:
    os.close(1)


def full_output() -> None:
    os.dup2(os.open("/dev/full", os.O_WRONLY), 1)


@pytest.mark.skipif(sys.platform != "linux", reason="it has a full disk to write to")
@pytest.mark.parametrize(
    ("outside", "code"), [(gone_folder, 2), (no_output, 2), (full_output, 2), (ended_children_are_forgotten, 0)]
)
def test_the_exit_code_is_that_of_a_fresh_run(project: Any, outside: Callable[[], None], code: int) -> None:
    def ran(**more: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-P", "-c", PROGRAM]
        return subprocess.run(
            command, preexec_fn=outside, env={**os.environ, **more}, capture_output=True, text=True, check=False
        )

    project.write("app/server.py", "")
    project.write("manifest/tools.yaml", "agents: {}\ncapabilities: {}\ntools: {}\n")
    project.write("toolcrib.toml", 'manifest = "manifest/tools.yaml"\n')
    project.run(*CHECK)
    assert project.kept(*CHECK) is not None
    kept, fresh = ran(), ran(TOOLCRIB_NO_CACHE="1")
    assert (kept.returncode, kept.stdout, kept.stderr) == (fresh.returncode, fresh.stdout, fresh.stderr)
    assert kept.returncode == code
    assert "Traceback" not in kept.stderr


def planted(root: Path, git: bytes, listed: bytes) -> None:
    """An answer as somebody would write it who knows the toolcrib, the Python and the words of a run."""
    asked = dict.fromkeys(_disk.QUESTIONS, b"") | {_disk.GIT: git}
    heard: dict[str, list[bytes]] = {question: [] for question in _disk.QUESTIONS}
    heard[_disk.GIT] = [listed] if git else []
    begun = answers.Begun()
    questions = pack(asked[question] for question in _disk.QUESTIONS)
    told = answers._digest(heard)
    fields = [answers._FORMAT, begun.stamp.encode(), begun.day, b"0", told, questions, b"", b"", b"clean\n"]
    assert write_bytes(root, answers._file(str(root), answers.asked_by(CHECK)), pack(fields))


def now(root: Path) -> bytes:
    return _git.names_digest(_git.start_listing(str(root))()).encode()


def test_an_answer_that_asks_nothing_is_none(project: Any) -> None:
    project.run(*CHECK)
    planted(project.root, b"", b"")
    assert project.kept(*CHECK) is None
    planted(project.root, str(project.root).encode(), now(project.root))
    assert project.kept(*CHECK) is None
    planted(project.root, b".", now(project.root))
    assert project.kept(*CHECK) == (0, "clean\n", "")  # the planted one is a whole one: what is next decides


def test_an_answer_outside_git_is_none(project: Any) -> None:
    (project.root / ".git").rename(project.root / "not-git")
    planted(project.root, b".", b"!")
    assert project.kept(*CHECK) is None


@pytest.mark.parametrize("where", [".", "app"])
def test_an_answer_that_git_tracks_is_none(project: Any, monkeypatch: pytest.MonkeyPatch, where: str) -> None:
    monkeypatch.chdir(project.root / where)
    here = project.root / where
    planted(here, b".", b"")
    project.git("add", "-f", f"{where}/{FOLDER}")
    planted(here, b".", now(here))
    assert project.kept(*CHECK) is None


@pytest.mark.parametrize("name", [".Toolcrib_Cache", "TOOLCR~1"])
def test_a_tracked_cache_under_a_name_that_a_disk_takes_for_it_is_refused(project: Any, name: str) -> None:
    project.run(*CHECK)
    if name == "TOOLCR~1":
        (project.root / FOLDER).rename(project.root / name)
        (project.root / FOLDER).symlink_to(name)  # one folder under two names, as on a disk with short names
    else:
        project.write(f"{name}/facts/x.json")
    project.git("add", "-f", name)
    with pytest.raises(SourceError, match="git tracks"):
        list_sources(project.root)
    assert project.run(*CHECK)[0] == 2


def test_a_partial_clone_fetches_nothing(project: Any) -> None:
    """A folder of a sparse index whose tree is not there would be fetched, by a command of the configuration."""
    mark = project.root.parent / f"{project.root.name}-fetched"
    project.write("far/away.py")
    project.git("add", "-A")
    project.git("commit", "-qm", "all")
    tree = subprocess.check_output(["git", "rev-parse", "HEAD:far"], cwd=project.root, text=True).strip()
    project.git("sparse-checkout", "set", "--cone", "--sparse-index", "app", "manifest")  # git 2.32, of June 2021
    (project.root / ".git" / "objects" / tree[:2] / tree[2:]).unlink()
    for key, value in {
        "core.repositoryformatversion": "1",
        "extensions.partialClone": "origin",
        "remote.origin.promisor": "true",
        "remote.origin.url": f"ext::sh -c touch% {mark}",
        "protocol.ext.allow": "always",
    }.items():
        project.git("config", key, value)
    project.run(*CHECK)
    project.run(*CHECK)
    assert not mark.exists()


def test_the_cache_is_hidden_from_its_first_moment(project: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[bytes] = []
    real = os.rename

    def listening(old: str, new: str) -> None:
        real(old, new)
        seen.append(_git.start_listing(str(project.root))() or b"")

    monkeypatch.setattr(os, "rename", listening)
    project.run(*CHECK)
    assert len(seen) == 1
    assert FOLDER.encode() not in seen[0]


def test_a_link_in_the_cache_overwrites_nothing(project: Any) -> None:
    precious = project.write("notes.txt", "precious\n")
    (project.root / FOLDER).mkdir()
    (project.root / FOLDER / ".gitignore").symlink_to(precious)
    project.write(".git/info/exclude", f"{FOLDER}\n")
    project.run(*CHECK)
    assert precious.read_text() == "precious\n"
