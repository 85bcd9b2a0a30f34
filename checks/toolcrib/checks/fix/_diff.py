"""Changes as a unified diff.

Room: checks, middle. Pure: file changes in, text out; colour only where it is asked for.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator

from toolcrib.checks.reports._plain import plain
from toolcrib.checks.show import painted
from toolcrib.manifest import FileChange


def diff(changes: Iterable[FileChange], *, color: bool = False) -> str:
    """What `patch -p1` and `git apply` understand."""
    return "".join(_painted(line) if color else line for change in changes for line in _lines(change))


def _lines(change: FileChange) -> Iterator[str]:
    before = _split(change.before or b"")
    after = _split(change.after)
    old = "/dev/null" if change.before is None else f"a/{change.path}"
    for line in difflib.unified_diff(before, after, old, f"b/{change.path}", n=3):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _split(content: bytes) -> list[str]:
    """Lines as git counts them: only a line feed ends one."""
    text = content.decode("utf-8", "replace")
    lines = [line + "\n" for line in text.split("\n")]
    lines[-1] = lines[-1][:-1]
    return lines if lines[-1] else lines[:-1]


def _painted(line: str) -> str:
    # On a terminal, what a file holds may not steer it; in a pipe a patch stays the patch.
    body, end = "\t".join(map(plain, line.rstrip("\n").split("\t"))), "\n" * line.endswith("\n")
    if line.startswith(("+++", "---")):
        return painted(body, "bold") + end
    style = {"+": "green", "-": "red", "@": "cyan"}.get(line[:1])
    return (painted(body, style) if style else body) + end
