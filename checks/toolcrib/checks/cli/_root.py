"""Find the project that a command speaks of.

Room: checks, edge. In: the folder where the command was run. Out: the project's root. Looks at names, reads nothing
but a pyproject.toml's text.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

MARKERS = ("pyproject.toml", "toolcrib.toml", ".git")
DEFAULT_MANIFESTS = ("manifest/tools.yaml", "tools.yaml")


def find_root(here: Path, *, configured_first: bool = True) -> Path:
    """The nearest folder upward that toolcrib is configured in, else the nearest that is a project, else `here`.

    A package inside a repository has a pyproject.toml of its own; the manifest is usually declared once, above it.
    """
    folders = list(_upward(here))
    if configured_first:
        for folder in folders:
            if is_configured(folder):
                return folder
    return next((folder for folder in folders if any((folder / marker).exists() for marker in MARKERS)), here)


def _upward(here: Path) -> Iterator[Path]:
    """This folder and those above it, up to the top of its repository."""
    for folder in (here, *here.parents):
        yield folder
        if (folder / ".git").exists():
            return


def is_configured(folder: Path) -> bool:
    """Whether something here says which manifest there is."""
    if (folder / "toolcrib.toml").is_file() or any((folder / name).is_file() for name in DEFAULT_MANIFESTS):
        return True
    try:
        return "[tool.toolcrib" in (folder / "pyproject.toml").read_text("utf-8", errors="replace") or (
            "[[tool.toolcrib" in (folder / "pyproject.toml").read_text("utf-8", errors="replace")
        )
    except OSError:
        return False
