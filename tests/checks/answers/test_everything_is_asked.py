"""Whatever a run looks at goes through the one edge that remembers it, and a project that changes at random is seen."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from toolcrib.checks import _stamps

# Every way to the file system that the interpreter has is listened to; what is asked must be among what was remembered.
LISTENER = """
import io, os, sys
sys.path[:0] = {path!r}
root, words = {root!r}, {words!r}
asked = []
def listened(name):
    real = getattr(os, name)
    def listening(place=".", *arguments, **keywords):
        asked.append((name, place))
        return real(place, *arguments, **keywords)
    return listening
for name in ("stat", "lstat", "scandir", "listdir", "readlink"):
    setattr(os, name, listened(name))
sys.addaudithook(lambda event, given: asked.append((event, given[0])) if event == "open" else None)
from toolcrib.checks._disk import watched
from toolcrib.checks.cli._main import main
asked.clear()
with watched() as watch:
    code = main([*words, "--debug"])  # watched here, and not kept
assert code in (0, 1), code
assert not watch.spoiled, watch.spoiled
told = {{os.path.realpath(place) for _, place in watch.told}}
listed = {{os.path.realpath(place) for question, place in watch.told if question == "entries"}}
missed = []
for how, place in asked:
    if not isinstance(place, (str, os.PathLike)):
        continue
    path = os.path.abspath(os.fspath(place))
    inside = path == root or path.startswith(root + "/")
    if not inside or path.startswith((f"{{root}}/.toolcrib_cache", f"{{root}}/.git/")):
        continue
    # A name of a folder that was listed is known by that; a folder on the way to a link's end by the path it led to.
    if path in told or os.path.dirname(path) in listed or any(one.startswith(path + "/") for one in told):
        continue
    missed.append((how, path))
assert not missed, missed
print(len(told), file=sys.stderr)
"""


@pytest.mark.parametrize("words", [("check",), ("check", "app"), ("surface",), ("surface", "app", "notes.txt/..")])
@pytest.mark.parametrize("change", ["none", "folder of manifests", "links and ignored files"])
def test_nothing_is_looked_at_unheard(project: Any, words: tuple[str, ...], change: str) -> None:
    if change == "folder of manifests":
        text = (project.root / "manifest" / "tools.yaml").read_text()
        project.write("manifest/deep/tools.yaml", text)
        (project.root / "manifest" / "tools.yaml").unlink()
        project.replace("toolcrib.toml", "manifest/tools.yaml", "manifest")
    elif change == "links and ignored files":
        (project.root / "app" / "linked.py").symlink_to("permissions.py")
        (project.root / "app" / "linked").symlink_to("../manifest")
        project.write("ignored/thing.py")
        project.write("app/uses.py", "import ignored.thing\n")
        project.write("inner/a.py")
        project.git("init", "-q", inside="inner")
    if words[-1] == "notes.txt/..":
        words = words[:-1]
    path = [entry for entry in sys.path if entry]
    program = LISTENER.format(path=path, root=str(project.root), words=list(words))
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stderr.split()[-1]) > 5


NAMES = st.sampled_from(
    [
        "app/server.py", "app/more.py", "app/new.py", "app/__init__.py", "app/permissions.py", "new/one.py",
        "ignored/app/more.py", "ignored/thing.py", "manifest/tools.yaml", "manifest/pins.yaml", "tools.yaml",
        "toolcrib.toml", "pyproject.toml", "notes.txt", "app/pyvenv.cfg", "app/more/__init__.py", ".gitignore",
        "__init__.py",
    ]
)  # fmt: skip
TEXTS = st.sampled_from(
    [
        "", "x = 1\n", "import ignored.thing\n", "from app.more import extra\n", "not python (\n",
        "def extra(number: str) -> str:\n    \"\"\"Show another.\"\"\"\n    return ''\n", "mutating: {}\nungated: {}\n",
        'manifest = "manifest/tools.yaml"\n', 'manifest = "manifest"\nexclude = ["more.py"]\n', "[tool.toolcrib]\n",
        "more.py\nignored/\n", 'FEATURES = ["other"]\n',
    ]
)  # fmt: skip
COMMANDS = (("check", "--format", "json"), ("check",), ("surface", "--format", "json"), ("check", "app"))


def machine(made: Callable[[], Any]) -> type[RuleBasedStateMachine]:
    class Changes(RuleBasedStateMachine):
        @initialize()
        def start(self) -> None:
            self.project = made()
            self.root: Path = self.project.root

        @rule(name=NAMES, text=TEXTS)
        def write(self, name: str, text: str) -> None:
            if self._free(name):
                self.project.write(name, text)

        @rule(name=NAMES)
        def same_size_and_time(self, name: str) -> None:
            file = self.root / name
            if file.is_file() and not file.is_symlink() and file.stat().st_size:
                before, text = file.stat(), file.read_text()
                file.write_text(text[:-2] + ("#" if text[-2:-1] != "#" else " ") + text[-1:])
                os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))

        @rule(name=NAMES, then=st.integers(0, 2_000_000_000))
        def touch(self, name: str, then: int) -> None:
            if (self.root / name).is_file():
                os.utime(self.root / name, (then, then))

        @rule(name=NAMES, mode=st.sampled_from([0o644, 0o755, 0o400]))
        def chmod(self, name: str, mode: int) -> None:
            if (self.root / name).is_file():
                (self.root / name).chmod(mode)

        @rule(name=NAMES)
        def delete(self, name: str) -> None:
            place = self.root / name
            if place.is_dir() and not place.is_symlink():
                shutil.rmtree(place)
            else:
                place.unlink(missing_ok=True)

        @rule(old=NAMES, new=NAMES)
        def rename(self, old: str, new: str) -> None:
            if (self.root / old).is_file() and self._free(new):
                (self.root / new).parent.mkdir(parents=True, exist_ok=True)
                (self.root / old).rename(self.root / new)

        @rule(
            name=NAMES, leads_to=st.sampled_from(["server.py", "../manifest", "../app/more.py", "nothing", "/dev/null"])
        )
        def link(self, name: str, leads_to: str) -> None:
            if self._free(name):
                (self.root / name).parent.mkdir(parents=True, exist_ok=True)
                (self.root / name).unlink(missing_ok=True)
                (self.root / name).symlink_to(leads_to)

        @rule(words=st.sampled_from([("add", "-A"), ("rm", "-q", "-f", "--cached", "--ignore-unmatch", "app/more.py")]))
        def git(self, words: tuple[str, ...]) -> None:
            self.project.git(*words)

        @rule()
        def later(self) -> None:
            time.sleep(0.03)

        @invariant()
        def says_what_a_fresh_run_says(self) -> None:
            for words in COMMANDS:
                assert self.project.run(*words) == self.project.fresh(*words)

        def _free(self, name: str) -> bool:
            place = self.root / name
            above = [self.root / parent for parent in Path(name).parents][:-1]
            return not place.is_dir() and not any(one.is_file() or one.is_symlink() for one in above)

    return Changes


def test_any_change_is_seen(made: Callable[[], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_stamps, "SLACK", 20_000_000)  # two ticks of the clock of any file system that tests run on
    few = settings(max_examples=6, stateful_step_count=12, deadline=None)
    run_state_machine_as_test(machine(made), settings=few)
