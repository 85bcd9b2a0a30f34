"""Whether a folder is configured, found out by looking at names and one file's text.

Room: checks, edge. Imports next to nothing: pytest asks in every run of everybody's tests. What the configuration
refuses (a mistyped table, two manifests) counts as configured, so that it is refused and not passed over.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from toolcrib.checks import _disk

DEFAULT_MANIFESTS = ("manifest/tools.yaml", "manifest/tools.yml", "tools.yaml", "tools.yml", "tool_manifest.py")
NAME = "toolcrib"
_TABLE = re.compile(r"^[ \t]*\[{1,2}([^\[\]\n]+)\]", re.MULTILINE)
# Other products have a tools.yaml as well; a manifest without one of these is none.
_MANIFEST = re.compile(rb"^\{?\s?['\"]?(?:agents|capabilities)['\"]?\s*:|\bTOOL_MANIFEST\b", re.MULTILINE)


def is_configured(folder: Path) -> bool:
    """Whether something here says which manifest there is; a test holds it to what the configuration really reads."""
    return (
        _disk.is_file(folder / f"{NAME}.toml")
        or any(True for _ in misnamed_files(folder))
        or _has_table(folder / "pyproject.toml")
        or any(looks_like_manifest(folder / name) for name in DEFAULT_MANIFESTS)
    )


def looks_like_manifest(file: Path) -> bool:
    """Whether the file in a default place is a manifest at all, however wrong; False when there is none."""
    return _MANIFEST.search(_bytes(file)) is not None


def is_mistyped(name: str) -> bool:
    """Whether somebody who wrote `name` meant toolcrib."""
    letters = "".join(char for char in name.lower() if char.isalnum())
    if letters == NAME:
        return name != NAME
    # Other tools' names end here: what follows has to be imported.
    if not 6 <= len(letters) <= 10 or (Counter(letters) & Counter(NAME)).total() < 7:
        return False
    from toolcrib.manifest import nearest

    return bool(nearest(name, (NAME,)))


def is_mistyped_table(first: str, second: str) -> bool:
    """Whether `[first.second]` of a pyproject.toml was meant to be `[tool.toolcrib]`."""
    if first == "tool":
        return is_mistyped(second)
    return first == NAME or is_mistyped(first) or (first.lower() in ("tool", "tools") and second == NAME)


def misnamed_files(folder: Path) -> Iterator[str]:
    """Files that were probably meant to be toolcrib.toml: `.toolcrib.toml`, `tool-crib.toml`."""
    try:
        names = sorted(_disk.entries(folder))
    except OSError:
        return
    for name in names:
        stem, dot, suffix = name.removeprefix(".").rpartition(".")
        if dot and suffix.lower() == "toml" and name != f"{NAME}.toml" and (stem == NAME or is_mistyped(stem)):
            yield name


def _has_table(pyproject: Path) -> bool:
    for header in _TABLE.findall(_bytes(pyproject).decode("utf-8", "replace")):
        first, second, *_ = (*(part.strip(" \t\"'") for part in header.split(".")), "", "")
        if (first, second) == ("tool", NAME) or is_mistyped_table(first, second):
            return True
    return False


def _bytes(file: Path) -> bytes:
    try:
        return _disk.read(file)
    except OSError:
        return b""
