"""The application's own permission catalogue: which features exist, read without running anything.

Room: checks, edge. In: the project root and the configured place (`app/permissions.py:Feature`). Out: a frozen
`Catalogue`. Reads that one file. A catalogue that cannot be read exactly is an error with its place, never half a
catalogue. Not here: Python's expressions (`_catalogue_python`), comparing (TC303).
"""

from __future__ import annotations

import io
import json
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from toolcrib.checks import _disk
from toolcrib.checks._catalogue_python import Named, NotExactError, python_names
from toolcrib.manifest import Location, ToolcribError, nearest

MAX_BYTES = 4 * 1024 * 1024
_HINT = (
    'Write features = "app/permissions.py:Feature", or a YAML, JSON or TOML file and its keys: "roles.yaml:features".'
)


class CatalogueError(ToolcribError):
    """The permission catalogue cannot be read."""

    code = "catalogue"


@dataclass(frozen=True, slots=True, kw_only=True)
class Catalogue:
    """Every feature with its place; `spelled` is the place of the whole, as the configuration says it."""

    spelled: str
    at: Location
    features: Mapping[str, Location]


def read_catalogue(root: Path, spelled: str, *, at: Location) -> Catalogue:
    """The catalogue at `spelled`, a file and what in it; `at` is where the configuration says so."""
    path, colon, name = spelled.rpartition(":")
    suffix = Path(path).suffix
    if not colon or not name or suffix not in _READERS or path.startswith("/") or ".." in path.split("/"):
        raise CatalogueError(f"features: `{spelled}` names no catalogue", at=at, hint=_HINT)
    try:
        data = _disk.read(root / path)
    except OSError as error:
        raise CatalogueError(f"features: `{path}` cannot be read: {error.strerror}", at=at, hint=_HINT) from error
    if len(data) > MAX_BYTES:
        message = f"the file has {len(data):,} bytes; more than {MAX_BYTES:,} are not read"
        raise CatalogueError(message, at=Location(path))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CatalogueError("the file is not UTF-8", at=Location(path)) from error
    return catalogue_of(text, path, name)


def catalogue_of(text: str, path: str, name: str) -> Catalogue:
    """The catalogue `name` in a file's text."""
    try:
        found = _READERS[Path(path).suffix](text, name)
    except NotExactError as error:
        raise CatalogueError(
            f"the features in {path}:{name} cannot be read exactly: {error}",
            at=Location(path, error.line, error.column),
            hint=error.hint,
        ) from error
    if not found.names:
        raise CatalogueError(f"{path}:{name} has no feature at all", at=Location(path, found.line, found.column))
    places = {feature: Location(path, line, column) for feature, line, column in reversed(found.names)}
    return Catalogue(spelled=f"{path}:{name}", at=Location(path, found.line, found.column), features=places)


# --- documents -------------------------------------------------------------------------------------------------------


def _json(text: str, name: str) -> Named:
    try:
        return _under(json.loads(text), name)
    except json.JSONDecodeError as error:
        raise NotExactError(f"it is not JSON: {error.msg}", error.lineno, error.colno) from error


def _toml(text: str, name: str) -> Named:
    try:
        return _under(tomllib.loads(text), name)
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"at line (\d+)", str(error))
        raise NotExactError(f"it is not TOML: {error}", int(line[1]) if line else 1) from error


def _yaml(text: str, name: str) -> Named:
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError, YAMLError

    try:
        return _under(YAML(typ="rt", pure=True).load(io.StringIO(text)), name)
    except MarkedYAMLError as error:
        mark = error.problem_mark
        line, column = (mark.line + 1, mark.column + 1) if mark is not None else (1, 1)
        raise NotExactError(f"it is not YAML: {error.problem}", line, column) from error
    except YAMLError as error:
        raise NotExactError("it is not YAML") from error


def _under(document: Any, name: str) -> Named:  # a parsed document of any shape
    value, place = document, (1, 1)
    for key in name.split("."):
        if not isinstance(value, Mapping) or key not in value:
            known = [k for k in value if isinstance(k, str)] if isinstance(value, Mapping) else []
            near = nearest(key, known)
            raise NotExactError(f"there is no key `{key}`", *place, hint=f"Nearest: {', '.join(near)}." if near else "")
        place = _place(value, key, place)
        value = value[key]
    if isinstance(value, Mapping | list):
        names = []
        for index, feature in enumerate(value):
            at = _place(value, feature if isinstance(value, Mapping) else index, place)
            if not isinstance(feature, str):
                hint = "A list of texts, or the keys of a mapping, name the features."
                raise NotExactError(f"`{feature}` is no text", *at, hint=hint)
            names.append((str(feature), *at))
        return Named(tuple(names), *place)
    raise NotExactError(f"`{name}` is neither a list nor a mapping", *place)


def _place(holder: Any, key: object, otherwise: tuple[int, int]) -> tuple[int, int]:  # as above
    """Where a key or an element is written, as YAML remembers it; JSON and TOML do not."""
    marks = getattr(getattr(holder, "lc", None), "data", None) or {}
    mark = marks.get(key)
    return (mark[0] + 1, mark[1] + 1) if mark else otherwise


_READERS: Mapping[str, Callable[[str, str], Named]] = {
    ".py": python_names,
    ".yaml": _yaml,
    ".yml": _yaml,
    ".json": _json,
    ".toml": _toml,
}
