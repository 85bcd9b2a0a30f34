"""Keep what was parsed between runs, in a folder beside the project that git never sees.

Room: checks, edge. A cache only: it may be deleted at any time, runs at the same time may share it, and whatever cannot
be read or does not hold its own digest counts as absent.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from pathlib import Path

from toolcrib.checks.surface import FactsCache

FOLDER = ".toolcrib_cache"
OFF = "TOOLCRIB_NO_CACHE"


class FolderCache:
    """Facts by the digest of the file they were read from, one file each."""

    def __init__(self, root: Path) -> None:
        self._folder = root / FOLDER / "facts"

    def get(self, key: str) -> str | None:
        try:
            digest, _, text = self._file(key).read_text(encoding="ascii").partition("\n")
        except (OSError, UnicodeDecodeError):
            return None
        return text if digest == _digest(text) else None

    def put(self, key: str, text: str) -> None:
        """Write as a whole or not at all; a folder that cannot be written is a cache that forgets."""
        with contextlib.suppress(OSError):
            self._make()
            file = self._file(key)
            handle, name = tempfile.mkstemp(dir=file.parent)
            with os.fdopen(handle, "w", encoding="ascii") as stream:
                stream.write(f"{_digest(text)}\n{text}")
            Path(name).replace(file)

    def _file(self, key: str) -> Path:
        return self._folder / f"{key}.json"

    def _make(self) -> None:
        if not self._folder.is_dir():
            self._folder.mkdir(parents=True, exist_ok=True)
            (self._folder.parent / ".gitignore").write_text("*\n", encoding="ascii")


def cache_for(root: Path) -> FactsCache | None:
    """The project's cache; none where `TOOLCRIB_NO_CACHE` is set to anything."""
    return None if os.environ.get(OFF) else FolderCache(root)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
