"""Frameworks that no dialect reads yet: a file that imports one is said, since its tools are not in the surface.

Room: checks, middle. Pure: bytes in, notes out. A dialect that is added takes its packages off this list.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from toolcrib.checks.surface._types import Note
from toolcrib.manifest import Location

FRAMEWORKS = {
    "griptape": "Griptape", "langroid": "Langroid", "letta": "Letta", "mirascope": "Mirascope",
    "beeai_framework": "BeeAI", "phi": "Phidata",
}  # fmt: skip
_IMPORT = re.compile(
    rb"^(?:from|import)[ \t]+(" + "|".join(sorted(FRAMEWORKS, key=len, reverse=True)).encode() + rb")\b", re.MULTILINE
)


def unread(files: Mapping[str, bytes]) -> Iterator[Note]:
    """One note a framework, at the first file that imports it; a package of the repository's own is none."""
    said: set[str] = set()
    own = {part for path in files for part in path.removesuffix(".py").split("/")}
    for path in sorted(files):
        for match in _IMPORT.finditer(files[path]):
            package = match[1].decode()
            title = FRAMEWORKS[package]
            if title not in said and package not in own:
                said.add(title)
                line = files[path].count(b"\n", 0, match.start()) + 1
                text = f"{title} is not read yet: tools that are declared in its ways are not in this surface"
                yield Note(at=Location(path, line, 1, line, 1 + len(match[0])), text=text)
