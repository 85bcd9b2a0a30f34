"""Whether a folder is configured, found out by looking at names and one file's text.

Room: checks, edge. Imports next to nothing: pytest asks in every run of everybody's tests.
"""

from __future__ import annotations

import re
from pathlib import Path

DEFAULT_MANIFESTS = ("manifest/tools.yaml", "tools.yaml", "tool_manifest.py")
_TABLE = re.compile(r"^\s*\[{1,2}\s*tool\s*\.\s*toolcrib\b", re.MULTILINE)


def is_configured(folder: Path) -> bool:
    """Whether something here says which manifest there is; a test holds it to what the configuration really reads."""
    if (folder / "toolcrib.toml").is_file() or any((folder / name).is_file() for name in DEFAULT_MANIFESTS):
        return True
    try:
        text = (folder / "pyproject.toml").read_bytes()
    except OSError:
        return False
    return b"toolcrib" in text and _TABLE.search(text.decode("utf-8", "replace")) is not None
