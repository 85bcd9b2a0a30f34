"""The manifest's files through the checks' own edge, so that what its loader asks is remembered as well.

Room: checks, edge.
"""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import final

from toolcrib.checks import _disk


@final
class ManifestDisk:
    """The manifest room's `Disk`, asked by way of `_disk`."""

    def exists(self, place: Path) -> bool:
        return _disk.exists(place)

    def is_folder(self, place: Path) -> bool:
        return _disk.is_folder(place)

    def real(self, place: Path) -> Path:
        return Path(_disk.real(place))

    def size(self, file: Path) -> int | None:
        standing = _disk.kind(file)
        if standing == _disk.NOTHING:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
        return file.stat().st_size if standing == _disk.FILE else None

    def read(self, file: Path, most: int) -> bytes:
        return _disk.read(file)[:most]

    def names(self, folder: Path) -> tuple[list[str], list[str]]:
        try:
            found = _disk.entries(folder)
        except OSError:
            return [], []
        folders = [name for name, what in found.items() if what == _disk.FOLDER]
        others = [name for name, what in found.items() if what in (_disk.FILE, _disk.OTHER)]
        return folders, others + [
            name for name, what in found.items() if what == _disk.LINK and not _disk.is_folder(folder / name)
        ]
