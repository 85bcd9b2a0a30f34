"""Keep what was parsed between runs, in a folder beside the project that git never sees.

Room: checks, edge. A cache only: it may be deleted at any time, runs at the same time may share it, and whatever cannot
be read or does not hold its own digest counts as absent.
"""

from __future__ import annotations

from pathlib import Path

from toolcrib.checks._kept import FOLDER, is_off, is_own, read_kept, write_kept
from toolcrib.checks.surface import FactsCache


class FolderCache:
    """Facts by the digest of the file they were read from, one file each."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def get(self, key: str) -> str | None:
        return read_kept(self._file(key))

    def put(self, key: str, text: str) -> None:
        write_kept(self._root, self._file(key), text)

    def _file(self, key: str) -> Path:
        return self._root / FOLDER / "facts" / f"{key}.json"


def cache_for(root: Path, *, by_git: bool) -> FactsCache | None:
    """The project's cache; none where `TOOLCRIB_NO_CACHE` is set or git does not tell whose files these are.

    A folder that came without git may have brought a cache along, written by whoever wrote the source.
    """
    return FolderCache(root) if by_git and is_own(root, "facts") and not is_off() else None
