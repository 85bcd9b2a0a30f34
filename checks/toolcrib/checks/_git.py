"""Ask git which files a project has.

Room: checks, edge. Starts `git ls-files` and nothing else: no hook, no file-system monitor, no network (also where git
would fetch an object that a partial clone lacks), and nothing that the repository's own configuration could name is
run. Names only: what a file holds is never asked of git, since it would run the filters that the repository configures.
"""

from __future__ import annotations

import os
import time
from hashlib import sha256

from toolcrib.checks import _disk

_TIMEOUT = 60  # seconds; a repository of a million files lists in about ten
# Set by git while a hook runs; they would point it at another index or another work tree.
_OF_A_HOOK = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX")
# A partial clone would fetch what the index names and it lacks, by whatever command its configuration gives as the way.
_STAYS_HERE = {"GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "none"}
_COMMAND = ("-c", "core.fsmonitor=false", "ls-files", "-z", "--cached", "--others", "--exclude-standard")

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    Answer = Callable[[], bytes | None]


def list_files(root: Path) -> tuple[str, ...]:
    """What git tracks, and what it neither tracks nor ignores, relative to `root`; empty when git does not say."""
    answer = start_listing(os.fspath(root))()
    _disk.tell(_disk.GIT, root, names_digest(answer))
    # None: not a work tree, or one that git does not trust: the walk reads at least as much
    return tuple(os.fsdecode(name) for name in (answer or b"").split(b"\0") if name)


def names_digest(answer: bytes | None) -> str:
    return sha256(answer).hexdigest() if answer is not None else "!"


def names(answer: bytes, folder: str) -> bool:
    """Whether the answer holds a folder at the root, or something in it, in whatever letters: some disks fold them."""
    at_root = b"\0" + answer.lower()
    wanted = b"\0" + os.fsencode(folder.lower())
    return wanted + b"/" in at_root or wanted + b"\0" in at_root


def start_listing(root: str) -> Answer:
    """Start the question; what is returned waits for the answer, None when git gives none."""
    environment = {name: value for name, value in os.environ.items() if name not in _OF_A_HOOK}
    environment |= _STAYS_HERE
    command = (_program(), "-C", root, *_COMMAND)
    return _spawn(command, environment) if hasattr(os, "posix_spawnp") else _run(command, environment)


def _program() -> str:
    """Where git is. Windows would look in the current folder first, which is the project's."""
    if os.name != "nt":
        return "git"
    folders = [folder for folder in os.get_exec_path() if os.path.isabs(folder)]  # noqa: PTH117  # no import of pathlib
    return next((f"{folder}\\git.exe" for folder in folders if _disk.is_file(f"{folder}\\git.exe")), "\\no\\git.exe")


def _spawn(command: tuple[str, ...], environment: Mapping[str, str]) -> Answer:
    """As `subprocess`, whose import costs a tenth of what a run may take in which nothing has changed."""
    out, into = os.pipe()
    try:
        actions = [
            (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
            (os.POSIX_SPAWN_DUP2, into, 1),
            (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
        ]
        child = os.posix_spawnp(command[0], command, environment, file_actions=actions)
    except OSError:
        os.close(out)
        return lambda: None
    finally:
        os.close(into)
    return lambda: _answer(child, out)


def _answer(child: int, out: int) -> bytes | None:
    import select

    ends = time.monotonic() + _TIMEOUT
    pieces: list[bytes] = []
    try:
        while True:
            ready, _, _ = select.select([out], [], [], max(0.0, ends - time.monotonic()))
            piece = os.read(out, 1 << 20) if ready else None
            if not piece:
                break
            pieces.append(piece)
        if piece is None:
            os.kill(child, 9)
    finally:
        os.close(out)
        try:
            _, status = os.waitpid(child, 0)
        except ChildProcessError:  # who started this process has it ignore the end of its children: nobody knows
            status = 0 if not pieces or pieces[-1].endswith(b"\0") else 1
    return None if piece is None or status else b"".join(pieces)


def _run(command: tuple[str, ...], environment: Mapping[str, str]) -> Answer:
    import subprocess

    def answer() -> bytes | None:
        try:
            done = subprocess.run(  # noqa: S603  # fixed words, no shell
                command,
                env=environment,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=_TIMEOUT,
                check=False,
            )
        except (OSError, subprocess.SubprocessError):
            return None
        return None if done.returncode else done.stdout

    return answer


def repository_prefix(root: Path) -> str:
    """The way from the top of the repository to `root`: "" at the top and where there is no repository."""
    from pathlib import Path

    here = Path(_disk.real(root))
    for folder in (here, *here.parents):
        if _disk.exists(folder / ".git"):
            relative = here.relative_to(folder).as_posix()
            return "" if relative == "." else f"{relative}/"
    return ""
