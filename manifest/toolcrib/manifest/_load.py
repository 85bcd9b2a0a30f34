"""Read a manifest from disk: a YAML file, a folder of them, or a Python file. The room's one reading edge.

Room: manifest, edge. Paths in, `Declared` out. Nothing is imported, run or written, and nothing larger than a manifest
is read into memory.
Not here: what the bytes mean (`_build`), writing (`_write`).
"""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path

from toolcrib.manifest._build import declare
from toolcrib.manifest._declared import Declared, Sources
from toolcrib.manifest._decode import MAX_BYTES, too_large
from toolcrib.manifest._errors import ManifestProblems, Problem, ProblemCode
from toolcrib.manifest._frozen import FrozenMap
from toolcrib.manifest._location import Location

PINS = "pins.yaml"
PINS_SHORT = "pins.yml"
YAML_SUFFIXES = (".yaml", ".yml")
MAX_FILES = 1_000


def load(path: Path | str, *, pins: Path | str | None = None, root: Path | str | None = None) -> Declared:
    """The manifest at `path`, with places. Raises `ManifestProblems` with everything that is wrong.

    `path` is a YAML file, a folder of YAML files, or a Python file that holds `TOOL_MANIFEST` (read, never run).
    `pins` is `pins.yaml` (or `pins.yml`, never both) beside or inside it unless given. Paths are taken from, and shown
    relative to, `root`.
    """
    return declare(read_sources(path, pins=pins, root=root))


def load_text(text: str, *, pins: str | None = None, path: str = "tools.yaml", pins_path: str = PINS) -> Declared:
    """As `load`, for texts that are at hand."""
    files = {path: text.encode("utf-8", "surrogatepass")}
    if pins is not None:
        files[pins_path] = pins.encode("utf-8", "surrogatepass")
    return declare(Sources(path=path, pins_path=pins_path, files=FrozenMap(files)))


def read_sources(path: Path | str, *, pins: Path | str | None = None, root: Path | str | None = None) -> Sources:
    """The bytes of a manifest's files, unjudged. Raises `ManifestProblems` when one cannot be read."""
    base = Path(root) if root is not None else Path()
    place = base / path
    problems: list[Problem] = []
    files: dict[str, bytes] = {}
    pins_place = base / pins if pins is not None else _pins_beside(place if place.is_dir() else place.parent)
    if pins is None and (both := _two_pins(pins_place.parent, place, root)):
        raise ManifestProblems.of(_shown(place, root), [both])
    if place.is_dir():
        found = [p for p in _yaml_files(place) if not _same(p, pins_place)]
        if not found:
            problems.append(_unreadable(_shown(place, root), "the folder holds no YAML file"))
        if len(found) > MAX_FILES:
            problems.append(_unreadable(_shown(place, root), f"the folder holds more than {MAX_FILES:,} YAML files"))
            found = []
    else:
        found = [place]
        if place.suffix not in (*YAML_SUFFIXES, ".py"):
            problems.append(_unreadable(_shown(place, root), "a manifest is a .yaml or .py file, or a folder", ""))
            found = []
    if pins is not None or pins_place.exists():
        found.append(pins_place)
    for file in found:
        content = _bytes(file, _shown(file, root))
        if isinstance(content, Problem):
            problems.append(content)
        else:
            files[_shown(file, root)] = content
    if problems:
        raise ManifestProblems.of(_shown(place, root), problems)
    return Sources(path=_shown(place, root), pins_path=_shown(pins_place, root), files=FrozenMap(files))


def _pins_beside(folder: Path) -> Path:
    short = folder / PINS_SHORT
    return short if short.exists() and not (folder / PINS).exists() else folder / PINS


def _two_pins(folder: Path, manifest: Path, root: Path | str | None) -> Problem | None:
    """Pins under both default names: which of them a reviewer has seen, nobody can tell."""
    long, short = folder / PINS, folder / PINS_SHORT
    if not (long.exists() and short.exists()) or manifest in (long, short):
        return None
    shown = _shown(long, root)
    return _unreadable(
        _shown(short, root),
        f"the pins stand in {shown} and in {_shown(short, root)}, and nothing says which of them counts",
        f'Remove one of them, or name the one that counts in the configuration: pins = "{shown}"',
    )


def _yaml_files(folder: Path) -> Iterator[Path]:
    """Every YAML file below `folder`, in a stable order; hidden ones and linked folders are left alone."""
    for where, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield from (
            Path(where, name) for name in sorted(names) if name.endswith(YAML_SUFFIXES) and not name.startswith(".")
        )


def _same(one: Path, other: Path) -> bool:
    return os.path.normpath(one) == os.path.normpath(other)


def _bytes(file: Path, shown: str) -> bytes | Problem:
    try:
        status = file.stat()
        if not stat.S_ISREG(status.st_mode):
            return _unreadable(shown, "it is no file")
        if status.st_size > MAX_BYTES:
            return too_large(shown, status.st_size)
        with file.open("rb") as stream:
            content = stream.read(MAX_BYTES + 1)
    except FileNotFoundError:
        return _unreadable(shown, "there is no such file", "Draft one with: toolcrib init")
    except OSError as error:
        return _unreadable(shown, f"it cannot be read: {error.strerror or type(error).__name__}")
    return too_large(shown, len(content)) if len(content) > MAX_BYTES else content


def _unreadable(shown: str, why: str, hint: str = "") -> Problem:
    return Problem(code=ProblemCode.UNREADABLE, message=why, at=Location(shown), hint=hint)


def _shown(path: Path, root: Path | str | None) -> str:
    if root is not None:
        with contextlib.suppress(ValueError):
            path = path.resolve().relative_to(Path(root).resolve())
    return path.as_posix()
