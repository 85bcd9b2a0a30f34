"""Find the `# toolcrib: …` comments of a manifest's files.

Room: manifest, middle. Pure. What they mean is the business of `toolcrib.checks`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from toolcrib.manifest._declared import ManifestComment
from toolcrib.manifest._location import Location
from toolcrib.manifest._tree import Entries, Items, Node, Scalar

_MARK = re.compile(r"#\s*toolcrib:[ \t]*(?P<text>[^\r\n]*)")


def read_comments(text: str, root: Node | None, path: str) -> Iterator[ManifestComment]:
    """The comments in `text`; what only looks like one inside a value of `root` is none."""
    if "toolcrib:" not in text:
        return
    if path.endswith(".py"):
        yield from _python_comments(text, path)
        return
    inside = tuple((node.span.start, node.span.end) for node in _scalars(root))
    lines = text.split("\n")
    for found in _MARK.finditer(text):
        start = found.start()
        if any(first <= start < last for first, last in inside):
            continue
        line = text.count("\n", 0, start)
        column = start - (text.rfind("\n", 0, start) + 1)
        before = lines[line][:column]
        if before.strip() and not before[-1].isspace():
            continue  # `a#b` is a value
        covers = line if before.strip() else _next_line(lines, line)
        at = Location(path, line + 1, column + 1, line + 1, column + 1 + len(found.group().rstrip()))
        yield ManifestComment(at=at, text=found["text"].strip(), covers_line=covers + 1)


def _python_comments(text: str, path: str) -> Iterator[ManifestComment]:
    import io  # with tokenize: only where a Python manifest has such a comment
    import tokenize

    lines = text.split("\n")
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    except (tokenize.TokenError, SyntaxError):  # reading the file says so already
        return
    for token in tokens:
        found = _MARK.match(token.string) if token.type == tokenize.COMMENT else None
        if found:
            line, column = token.start
            covers = line if lines[line - 1][:column].strip() else _next_line(lines, line - 1) + 1
            at = Location(path, line, column + 1, line, column + 1 + len(token.string.rstrip()))
            yield ManifestComment(at=at, text=found["text"].strip(), covers_line=covers)


def _next_line(lines: list[str], line: int) -> int:
    for later in range(line + 1, len(lines)):
        content = lines[later].strip()
        if content and not content.startswith("#"):
            return later
    return line


def _scalars(node: Node | None) -> Iterator[Scalar]:
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, Items):
        for item in node.items:
            yield from _scalars(item)
    elif isinstance(node, Entries):
        for entry in node.entries:
            yield entry.key
            yield from _scalars(entry.value)
