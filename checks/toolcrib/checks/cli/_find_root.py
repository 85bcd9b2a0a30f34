"""The project that a folder lies in. Looks at names and the text of a pyproject.toml; imports next to nothing.

Room: checks, edge.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from toolcrib.checks import _disk
from toolcrib.checks.plugin._configured import is_configured

MARKERS = ("pyproject.toml", "toolcrib.toml", ".git")


def find_root(here: Path, *, configured_first: bool = True) -> Path:
    """The nearest folder upward that toolcrib is configured in, else the nearest that is a project, else `here`.

    A package inside a repository has a pyproject.toml of its own; the manifest is usually declared once, above it.
    """
    folders = list(_upward(here))
    if configured_first:
        for folder in folders:
            if is_configured(folder):
                return folder
    return next((folder for folder in folders if any(_disk.exists(folder / marker) for marker in MARKERS)), here)


def _upward(here: Path) -> Iterator[Path]:
    """This folder and those above it, up to the top of its repository."""
    for folder in (here, *here.parents):
        yield folder
        if _disk.exists(folder / ".git"):
            return
