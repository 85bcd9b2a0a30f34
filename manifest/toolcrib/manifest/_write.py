"""Write changed files, all of them or none. The room's one writing edge.

Room: manifest, edge. Each file is written beside itself, flushed, and moved into place. A file that is no longer what
the change was computed from is left alone, and so are all the others.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

from toolcrib.manifest._edits import FileChange
from toolcrib.manifest._errors import EditError, ProblemCode
from toolcrib.manifest._location import Location


def write_changes(changes: Sequence[FileChange], root: Path | str = ".") -> None:
    """Make the changes on disk. Raises `EditError`, with every file as it was, when one of them cannot be made."""
    places = [(change, _real(Path(root) / change.path)) for change in changes]
    for change, place in places:
        _refuse_surprises(change, place)
    prepared: list[tuple[FileChange, Path, Path]] = []
    done: list[tuple[FileChange, Path]] = []
    try:
        for change, place in places:
            prepared.append((change, place, _beside(place, change.after)))
        for change, place in places:
            _refuse_surprises(change, place)
        for change, place, written in prepared:
            written.replace(place)
            done.append((change, place))
    except OSError as error:
        for change, place in done:
            _put_back(change, place)
        failed = Path(str(error.filename2 or error.filename or "")).name
        why = error.strerror or type(error).__name__
        raise EditError(
            f"the files cannot be written: {why} ({failed}); every file is as it was",
            code=ProblemCode.UNREADABLE.value,
        ) from error
    finally:
        for _, _, written in prepared:
            with contextlib.suppress(OSError):
                written.unlink(missing_ok=True)


def _real(place: Path) -> Path:
    """The file behind a link: the link itself stays."""
    return place.resolve() if place.is_symlink() else place


def _refuse_surprises(change: FileChange, place: Path) -> None:
    try:
        now: bytes | None = place.read_bytes()
    except FileNotFoundError:
        now = None
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise EditError(f"{change.path} cannot be read: {why}", at=Location(change.path)) from error
    if now != change.before:
        raise EditError(
            f"{change.path} was changed by somebody else meanwhile; nothing was written",
            at=Location(change.path),
            hint="Run the command again: it starts from what the file holds now.",
        )


def _beside(place: Path, content: bytes) -> Path:
    """A finished copy next to `place`, with its permissions, ready to be moved over it."""
    place.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{place.name}.", suffix=".tmp", dir=place.parent)
    written = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        written.chmod(place.stat().st_mode & 0o7777 if place.exists() else 0o666 & ~_umask())
    except BaseException:
        written.unlink(missing_ok=True)
        raise
    return written


def _umask() -> int:
    current = os.umask(0o022)
    os.umask(current)
    return current


def _put_back(change: FileChange, place: Path) -> None:
    with contextlib.suppress(OSError):
        if change.before is None:
            place.unlink(missing_ok=True)
        else:
            _beside(place, change.before).replace(place)
