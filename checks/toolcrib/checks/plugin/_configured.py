"""Whether a folder is configured, found out by looking at names and one file's text.

Room: checks, edge. Imports next to nothing: pytest asks in every run of everybody's tests.
"""

from __future__ import annotations

import re
from pathlib import Path

DEFAULT_MANIFESTS = ("manifest/tools.yaml", "tools.yaml", "tool_manifest.py")
_TABLE = re.compile(rb"^\s*\[{1,2}\s*tool\s*\.\s*toolcrib\b", re.MULTILINE)
# Other products have a tools.yaml as well; a manifest without one of these is none.
_MANIFEST = re.compile(rb"^\{?\s?['\"]?(?:agents|capabilities)['\"]?\s*:|\bTOOL_MANIFEST\b", re.MULTILINE)


def is_configured(folder: Path) -> bool:
    """Whether something here says which manifest there is; a test holds it to what the configuration really reads."""
    return (
        (folder / "toolcrib.toml").is_file()
        or _holds(folder / "pyproject.toml", _TABLE)
        or any(_holds(folder / name, _MANIFEST) for name in DEFAULT_MANIFESTS)
    )


def _holds(file: Path, pattern: re.Pattern[bytes]) -> bool:
    try:
        return file.is_file() and pattern.search(file.read_bytes()) is not None  # a pipe would never end
    except OSError:
        return False
