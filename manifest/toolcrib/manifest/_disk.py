"""What the loader asks of the file system, so that somebody else may listen or answer.

Room: manifest, edge. `RealDisk` asks the real one. The checks pass one of their own that remembers every question.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Protocol, final


class Disk(Protocol):
    """The questions. Each may raise `OSError`, but `names`, for which an unreadable folder is an empty one."""

    def exists(self, place: Path) -> bool: ...
    def is_folder(self, place: Path) -> bool: ...
    def real(self, place: Path) -> Path:
        """The absolute path with every link followed."""
        ...

    def size(self, file: Path) -> int | None:
        """The bytes of a regular file; None for whatever else stands there."""
        ...

    def read(self, file: Path, most: int) -> bytes:
        """What it holds, or so many bytes of it."""
        ...

    def names(self, folder: Path) -> tuple[list[str], list[str]]:
        """The folders, and the rest but for links to folders."""
        ...


@final
class RealDisk:
    def exists(self, place: Path) -> bool:
        return place.exists()

    def is_folder(self, place: Path) -> bool:
        return place.is_dir()

    def real(self, place: Path) -> Path:
        return place.resolve()

    def size(self, file: Path) -> int | None:
        status = file.stat()
        return status.st_size if stat.S_ISREG(status.st_mode) else None

    def read(self, file: Path, most: int) -> bytes:
        with file.open("rb") as stream:
            return stream.read(most)

    def names(self, folder: Path) -> tuple[list[str], list[str]]:
        folders: list[str] = []
        others: list[str] = []
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    if not entry.is_dir():
                        others.append(entry.name)
                    elif not entry.is_symlink():
                        folders.append(entry.name)
        except OSError:
            return [], []
        return folders, others
