"""Frameworks that no dialect reads yet: a file that imports one is said, since its tools are not in the surface.

Room: checks, middle. Pure: looks at bytes in, notes out. A dialect that is added takes its packages off this list.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from toolcrib.checks.surface._parts import Seen
from toolcrib.checks.surface._types import Note
from toolcrib.manifest import Location

FRAMEWORKS = {
    "griptape": "Griptape", "langroid": "Langroid", "letta": "Letta", "mirascope": "Mirascope",
    "beeai_framework": "BeeAI", "phi": "Phidata",
}  # fmt: skip
_IMPORT = re.compile(
    rb"^[ \t]*((?:from|import)[ \t]+(" + "|".join(sorted(FRAMEWORKS, key=len, reverse=True)).encode() + rb")\b)",
    re.MULTILINE,
)


def unread(files: Mapping[str, Seen]) -> Iterator[Note]:
    """One note a framework, at the first file that imports it; a package of the repository's own is none."""
    said: set[str] = set()
    own = {part for path in files for part in path.removesuffix(".py").split("/")}
    for path in sorted(files):
        if not any(level == 0 and dotted.partition(".")[0] in FRAMEWORKS for dotted, level, _ in files[path].imports):
            continue
        data = files[path].data
        for match in _IMPORT.finditer(data):
            package = match[2].decode()
            title = FRAMEWORKS[package]
            if title not in said and package not in own:
                said.add(title)
                start, end = match.span(1)
                line = data.count(b"\n", 0, start) + 1
                column = start - data.rfind(b"\n", 0, start)
                text = f"{title} is not read yet: tools that are declared in its ways are not in this surface"
                yield Note(at=Location(path, line, column, line, column + end - start), text=text)
