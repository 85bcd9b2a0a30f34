"""Read a manifest from disk: a YAML file, a folder of them, or a Python file. The room's one reading edge.

Room: manifest, edge. Paths in, `Declared` out. Nothing is imported, run or written, and nothing larger than a manifest
is read into memory.
Not here: what the bytes mean (`_build`), writing (`_write`).
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from toolcrib.manifest._build import declare
from toolcrib.manifest._declared import Declared, Sources
from toolcrib.manifest._decode import MAX_BYTES, too_large
from toolcrib.manifest._disk import Disk, RealDisk
from toolcrib.manifest._errors import ManifestProblems, Problem, ProblemCode
from toolcrib.manifest._frozen import FrozenMap
from toolcrib.manifest._location import Location

PINS = "pins.yaml"
PINS_SHORT = "pins.yml"
YAML_SUFFIXES = (".yaml", ".yml")
MAX_FILES = 1_000
_REAL = RealDisk()


def load(
    path: Path | str, *, pins: Path | str | None = None, root: Path | str | None = None, disk: Disk = _REAL
) -> Declared:
    """The manifest at `path`, with places. Raises `ManifestProblems` with everything that is wrong.

    `path` is a YAML file, a folder of YAML files, or a Python file that holds `TOOL_MANIFEST` (read, never run).
    `pins` is `pins.yaml` (or `pins.yml`, never both) beside or inside it unless given. Paths are taken from, and shown
    relative to, `root`. Everything is looked at through `disk`.
    """
    return declare(read_sources(path, pins=pins, root=root, disk=disk))


def load_text(text: str, *, pins: str | None = None, path: str = "tools.yaml", pins_path: str = PINS) -> Declared:
    """As `load`, for texts that are at hand."""
    files = {path: text.encode("utf-8", "surrogatepass")}
    if pins is not None:
        files[pins_path] = pins.encode("utf-8", "surrogatepass")
    return declare(Sources(path=path, pins_path=pins_path, files=FrozenMap(files)))


def read_sources(
    path: Path | str, *, pins: Path | str | None = None, root: Path | str | None = None, disk: Disk = _REAL
) -> Sources:
    """The bytes of a manifest's files, unjudged. Raises `ManifestProblems` when one cannot be read."""
    base = Path(root) if root is not None else Path()
    place = base / path
    shown = _Shown(root, disk)
    problems: list[Problem] = []
    files: dict[str, bytes] = {}
    beside = place if disk.is_folder(place) else place.parent
    pins_place = base / pins if pins is not None else _pins_beside(beside, disk)
    if pins is None and (both := _two_pins(pins_place.parent, place, shown, disk)):
        raise ManifestProblems.of(shown(place), [both])
    if disk.is_folder(place):
        found = [p for p in _yaml_files(place, disk) if not _same(p, pins_place)]
        if not found:
            problems.append(_unreadable(shown(place), "the folder holds no YAML file"))
        if len(found) > MAX_FILES:
            problems.append(_unreadable(shown(place), f"the folder holds more than {MAX_FILES:,} YAML files"))
            found = []
    else:
        found = [place]
        if place.suffix not in (*YAML_SUFFIXES, ".py"):
            problems.append(_unreadable(shown(place), "a manifest is a .yaml or .py file, or a folder", ""))
            found = []
    if pins is not None or disk.exists(pins_place):
        found.append(pins_place)
    for file in found:
        content = _bytes(file, shown(file), disk)
        if isinstance(content, Problem):
            problems.append(content)
        else:
            files[shown(file)] = content
    if problems:
        raise ManifestProblems.of(shown(place), problems)
    return Sources(path=shown(place), pins_path=shown(pins_place), files=FrozenMap(files))


def _pins_beside(folder: Path, disk: Disk) -> Path:
    short = folder / PINS_SHORT
    return short if disk.exists(short) and not disk.exists(folder / PINS) else folder / PINS


def _two_pins(folder: Path, manifest: Path, shown: _Shown, disk: Disk) -> Problem | None:
    """Pins under both default names: which of them a reviewer has seen, nobody can tell."""
    long, short = folder / PINS, folder / PINS_SHORT
    if not (disk.exists(long) and disk.exists(short)) or manifest in (long, short):
        return None
    return _unreadable(
        shown(short),
        f"the pins stand in {shown(long)} and in {shown(short)}, and nothing says which of them counts",
        f'Remove one of them, or name the one that counts in the configuration: pins = "{shown(long)}"',
    )


def _yaml_files(folder: Path, disk: Disk) -> Iterator[Path]:
    """Every YAML file below `folder`, in a stable order; hidden ones and linked folders are left alone."""
    folders, names = disk.names(folder)
    yield from (folder / n for n in sorted(names) if n.endswith(YAML_SUFFIXES) and not n.startswith("."))
    for inner in sorted(name for name in folders if not name.startswith(".")):
        yield from _yaml_files(folder / inner, disk)


def _same(one: Path, other: Path) -> bool:
    return os.path.normpath(one) == os.path.normpath(other)


def _bytes(file: Path, shown: str, disk: Disk) -> bytes | Problem:
    try:
        size = disk.size(file)
        if size is None:
            return _unreadable(shown, "it is no file")
        if size > MAX_BYTES:
            return too_large(shown, size)
        content = disk.read(file, MAX_BYTES + 1)
    except FileNotFoundError:
        return _unreadable(shown, "there is no such file", "Draft one with: toolcrib init")
    except OSError as error:
        return _unreadable(shown, f"it cannot be read: {error.strerror or type(error).__name__}")
    return too_large(shown, len(content)) if len(content) > MAX_BYTES else content


def _unreadable(shown: str, why: str, hint: str = "") -> Problem:
    return Problem(code=ProblemCode.UNREADABLE, message=why, at=Location(shown), hint=hint)


class _Shown:
    """Paths as they are shown: relative to the root where they lie in it."""

    def __init__(self, root: Path | str | None, disk: Disk) -> None:
        self._root, self._disk = root, disk

    def __call__(self, path: Path) -> str:
        if self._root is not None:
            with contextlib.suppress(ValueError):
                path = self._disk.real(path).relative_to(self._disk.real(Path(self._root)))
        return path.as_posix()
