"""Ask git which files a project has.

Room: checks, edge. Starts `git ls-files` and nothing else: no hook, no file-system monitor, no network, and nothing
that the repository's own configuration could name is run.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

_TIMEOUT = 60  # seconds; a repository of a million files lists in about ten
# Set by git while a hook runs; they would point it at another index or another work tree.
_OF_A_HOOK = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX")


def list_files(root: Path) -> tuple[str, ...]:
    """What git tracks, and what it neither tracks nor ignores, relative to `root`; empty when git does not say."""
    answer = _ask(root, "--cached", "--others", "--exclude-standard")
    # None: not a work tree, or one that git does not trust: the walk reads at least as much
    return tuple(os.fsdecode(name) for name in (answer or b"").split(b"\0") if name)


def _ask(root: Path, *options: str) -> bytes | None:
    environment = {name: value for name, value in os.environ.items() if name not in _OF_A_HOOK}
    environment["GIT_OPTIONAL_LOCKS"] = "0"
    command = ("git", "-c", "core.fsmonitor=false", "ls-files", "-z", *options)
    try:
        answer = subprocess.run(  # noqa: S603  # fixed words, no shell
            command,
            cwd=root,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_TIMEOUT,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return None if answer.returncode else answer.stdout


def repository_prefix(root: Path) -> str:
    """The way from the top of the repository to `root`: "" at the top and where there is no repository."""
    here = Path(os.path.realpath(root))
    for folder in (here, *here.parents):
        if (folder / ".git").exists():
            relative = here.relative_to(folder).as_posix()
            return "" if relative == "." else f"{relative}/"
    return ""
