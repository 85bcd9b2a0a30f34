"""Give the answer of an earlier run again when nothing that it depends on has changed.

Room: checks, edge. In: the project's root and the words of the command. Out: what was printed and the exit code, or
None. Asks git what changed, as `git status` does, and reads what git cannot vouch for. Imports next to nothing: most
runs of a hook change no tool, and this is all that they do.

Not trusted: an answer of another version of toolcrib or Python, of another day, one whose digest is not its own, and
any answer at all where git tracks the cache (somebody may have written it) or does not answer. What a check reads must
be known to git, or its answer is not kept.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from toolcrib.checks import _git
from toolcrib.checks._kept import FOLDER, digest, read_kept, write_kept

FORMAT = 1
KEPT = 24  # answers; the oldest ones go
_SUFFIXES = (".py", ".yaml", ".yml", ".toml", ".json", "pyvenv.cfg")
_NO_SOURCE = frozenset({"__pycache__", "__pypackages__", "node_modules", "site-packages"})
MOST_IGNORED = 5_000  # files; of a project with more than these no answer is kept
_ROOMS = ("manifest", "registry", "checks")


@dataclass(frozen=True, slots=True)
class State:
    """What the project's files hold: by path, a text that changes when the content does."""

    contents: Mapping[str, str]

    @property
    def digest(self) -> str:
        return digest("\n".join(f"{content} {path!r}" for path, content in sorted(self.contents.items())))

    def knows(self, root: Path, name: str) -> bool:
        """Whether a change of this file, or of a file in this folder, would change the state."""
        place = root / name
        if place.is_dir():
            return all(self.knows(root, f"{name}/{one.name}") for one in place.iterdir())
        return name in self.contents or not place.exists()


@dataclass(frozen=True, slots=True)
class Answer:
    """What a run printed on standard output, and its exit code."""

    out: str
    code: int


def project_state(root: Path) -> State | None:
    """The state of the project at `root`; None when git cannot tell it."""
    entries = _git.index(root)
    loose = _git.changed(root)
    if entries is None or loose is None:
        return None
    contents: dict[str, str] = {}
    look: set[str] = {name for name in loose if name.endswith(_SUFFIXES)}
    for entry in entries:
        if entry.name.startswith(f"{FOLDER}/") or entry.mode == "160000":
            return None  # somebody's cache came with the project; another repository lies inside
        if not entry.name.endswith(_SUFFIXES) and entry.mode != "120000":
            continue
        if entry.sure and entry.mode != "120000":
            contents[entry.name] = entry.blob
        else:
            look.add(entry.name)
    look.update(_beside(root, contents))
    ignored = _ignored(root, contents)
    if ignored is None:
        return None
    look.update(ignored)
    for name in look:
        here = _content(root / name)
        if here is None:
            return None
        contents[name] = here
    for name in list(contents):
        if contents[name] == "":
            del contents[name]
    return State(contents)


def _beside(root: Path, known: Mapping[str, str]) -> Iterator[str]:
    """Files where a configuration or a manifest is looked for by itself, that git ignores."""
    for folder, before in ((root, ""), (root / "manifest", "manifest/")):
        with contextlib.suppress(OSError):
            for one in folder.iterdir():
                if one.name.endswith(_SUFFIXES) and f"{before}{one.name}" not in known:
                    yield f"{before}{one.name}"


def _ignored(root: Path, known: Mapping[str, str]) -> set[str] | None:
    """Python files at or below the source that git ignores, which the source may import; None: there are too many."""
    folders = {""}
    for name in known:
        while name:
            name = name.rpartition("/")[0]
            folders.add(name)
    found: set[str] = set()
    todo = [(folder, False) for folder in folders]
    while todo:
        folder, inside = todo.pop()
        try:
            entries = list(os.scandir(root / folder))
        except OSError:
            continue
        if inside and any(entry.name == "pyvenv.cfg" for entry in entries):
            continue  # installed packages
        for entry in entries:
            name = f"{folder}/{entry.name}" if folder else entry.name
            if entry.is_dir(follow_symlinks=False):
                if name not in folders and not entry.name.startswith(".") and entry.name not in _NO_SOURCE:
                    todo.append((name, True))
            elif entry.name.endswith(".py") and name not in known:
                found.add(name)
        if len(found) > MOST_IGNORED or len(todo) > MOST_IGNORED:
            return None
    return found


def _content(file: Path) -> str | None:
    """The content of a file that git cannot vouch for; "" when it is gone, None when it cannot be told."""
    try:
        if file.is_symlink() and not file.is_file():
            return f"link {os.path.realpath(file)}" if not file.exists() else None
        if not file.exists():
            return ""
        if not file.is_file():
            return None
        link = f"{os.path.realpath(file)} " if file.is_symlink() else ""
        return link + hashlib.sha256(file.read_bytes()).hexdigest()
    except OSError:
        return None


def question(root: Path, words: Sequence[object]) -> str:
    """What is asked: the command's words, by which toolcrib, under which Python."""
    return digest(json.dumps([FORMAT, _own_stamp(), sys.version, os.fspath(root), *words], default=str))


def recall(root: Path, asked: str, today: str, state: State | None) -> Answer | None:
    """The answer to what is asked, if it still holds."""
    if state is None:
        return None
    kept = read_kept(_file(root, asked))
    if kept is None:
        return None
    try:
        known = json.loads(kept)
        if known["today"] == today and known["state"] == state.digest:
            return Answer(out=str(known["out"]), code=int(known["code"]))
    except (ValueError, TypeError, LookupError):
        return None
    return None


def remember(root: Path, asked: str, today: str, state: State | None, answer: Answer, read: Iterable[str]) -> None:
    """Keep an answer, if everything that it was made of is part of the state, and that did not change meanwhile."""
    if state is None or not all(state.knows(root, name) for name in read) or project_state(root) != state:
        return
    text = json.dumps({"today": today, "state": state.digest, "out": answer.out, "code": answer.code})
    write_kept(root, _file(root, asked), text)
    _forget_old(root)


def _file(root: Path, asked: str) -> Path:
    return root / FOLDER / "answers" / f"{asked[:40]}.json"


def _forget_old(root: Path) -> None:
    try:
        files = sorted((root / FOLDER / "answers").iterdir(), key=lambda file: file.stat().st_mtime_ns, reverse=True)
        for file in files[KEPT:]:
            file.unlink()
    except OSError:
        return  # another run was faster


def _own_stamp() -> str:
    """Changes whenever a file of toolcrib does: version numbers do not, while somebody works on it."""
    import toolcrib

    found: list[str] = []
    for base in sorted(toolcrib.__path__):
        for room in _ROOMS:
            _walk(f"{base}/{room}", found)
    return digest("\n".join(found))


def _walk(folder: str, found: list[str]) -> None:
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        return
    for entry in entries:
        if entry.is_dir():
            if entry.name != "__pycache__":
                _walk(entry.path, found)
        elif not entry.name.endswith(".pyc"):
            seen = entry.stat()
            found.append(f"{entry.path} {seen.st_size} {seen.st_mtime_ns}")
