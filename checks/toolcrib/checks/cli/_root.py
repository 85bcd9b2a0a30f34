"""Find the project that a command speaks of.

Room: checks, edge. In: the folder where the command was run. Out: the project's root. Looks at names, reads nothing
but a pyproject.toml's text.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from toolcrib.checks import _disk
from toolcrib.checks.cli._find_root import find_root
from toolcrib.manifest import ToolcribError


def from_root(root: Path, here: Path, paths: Sequence[str]) -> tuple[str, ...]:
    """What a person typed in the folder `here`, as paths from the root; raises for what lies outside of it."""
    found: list[str] = []
    problems: list[ToolcribError] = []
    top = Path(_disk.real(root))
    for typed in paths:
        place = Path(os.path.normpath(here / typed))
        inside = next((place.relative_to(base).as_posix() for base in (root, top) if place.is_relative_to(base)), None)
        if inside is None and Path(_disk.real(place)).is_relative_to(top):
            inside = Path(_disk.real(place)).relative_to(top).as_posix()
        if inside is None:
            problems.append(PathError(f"{typed} lies outside the project", hint=f"The project is {root}; see --root."))
        elif not _disk.exists(place):
            problems.append(PathError(f"{typed} does not exist", hint="A path is taken from the folder you are in."))
        else:
            found.append(inside)
    if problems:
        raise PathProblems("the paths cannot be read", problems)
    return tuple(found)


class PathError(ToolcribError):
    """A path on the command line leads nowhere."""

    code = "path"


class PathProblems(ExceptionGroup[ToolcribError]):
    """Every path that leads nowhere, at once."""

    def derive(self, excs: Sequence[ToolcribError], /) -> PathProblems:  # type: ignore[override]  # narrower on purpose
        return PathProblems(self.message, list(excs))


def chosen_root(given: str | None, here: Path, *, configured_first: bool = True) -> Path:
    """`--root`, or the project that `here` lies in."""
    if given is None:
        return find_root(here, configured_first=configured_first)
    root = Path(os.path.normpath(here / given))
    if not _disk.is_folder(root):
        raise PathError(f"--root {given} is no folder", hint="Name the folder that holds pyproject.toml.")
    return root
