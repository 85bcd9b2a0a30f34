"""Read a document with a YAML header between two lines of `---`: the header as the small tree, the body as text.

Room: manifest, middle. Pure: bytes in, a `Document` or problems out; bounded, and it never raises. The header is read
as a manifest is, with the place of every value. Only plain `---` opens it: other readers run code behind `---js`.
Touch it when documents with another frame should be read. Not here: what a header's keys mean (who asks knows).
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, final

from toolcrib.manifest._decode import decode
from toolcrib.manifest._errors import Problem, ProblemCode, key_path
from toolcrib.manifest._location import Location
from toolcrib.manifest._names import hidden_in_text
from toolcrib.manifest._quick import read_quickly
from toolcrib.manifest._resolve import ambiguity
from toolcrib.manifest._texts import shown
from toolcrib.manifest._tree import Entries, Entry, Items, Node, Nothing, Scalar

__all__ = [
    "MAX_BYTES",
    "MAX_HEADER",
    "Document",
    "Entries",
    "Entry",
    "Items",
    "Node",
    "Nothing",
    "Problem",
    "ProblemCode",
    "Scalar",
    "ambiguity",
    "hidden_in_text",
    "key_path",
    "read_document",
    "shown",
]

MAX_BYTES: Final = 1024 * 1024  # header and body; a prompt has a hundredth
MAX_HEADER: Final = 64 * 1024  # characters
_FENCE: Final = re.compile(r"---[ \t]*")
_NEXT_FENCE: Final = re.compile(r"^---.*$", re.MULTILINE)
_WIDE: Final = (
    (codecs.BOM_UTF32_LE, "UTF-32"),
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
)


@final
@dataclass(frozen=True, slots=True)
class Document:
    """A header and the text behind it. `body_line` is where the body begins."""

    path: str
    header: Entries
    body: str
    body_line: int


def read_document(content: bytes, path: str) -> tuple[Document | None, tuple[Problem, ...]]:
    """The document, None when its header could not be read to its end; and everything that was refused in it.

    A text that YAML 1.1 takes for true or false (`on`, `yes`) is a text here, also as a key.
    """
    text = _text(content, path)
    if isinstance(text, Problem):
        return None, (text,)
    framed = _framed(text, path)
    if isinstance(framed, Problem):
        return None, (framed,)
    header, body, body_line = framed
    plain = decode(header.encode(), path)  # its bounds on lines, which a body need not keep
    if isinstance(plain, Problem):
        return None, (plain,)
    root, problems = _tree(plain, path)
    # What readers disagree on is a matter of where it stands: `on` is a key of some headers.
    problems = tuple(problem for problem in problems if problem.code is not ProblemCode.AMBIGUOUS)
    if isinstance(root, Entries):
        problems += tuple(_odd(root, path))
        return Document(path, root, body, body_line), problems
    if not problems:
        what = "is empty" if root is None or isinstance(root, Nothing) else "is no mapping of keys"
        problems = (
            _problem(ProblemCode.WRONG_TYPE, f"the header {what}", Location(path, 1, 1), "Write `key: value`."),
        )
    return None, problems


def _text(content: bytes, path: str) -> str | Problem:
    if len(content) > MAX_BYTES:
        message = f"the file has {len(content):,} bytes; {MAX_BYTES:,} are read"
        return _problem(ProblemCode.TOO_LARGE, message, Location(path), "Shorten it.")
    for mark, name in _WIDE:
        if content.startswith(mark):
            return _problem(ProblemCode.ENCODING, f"the file is {name}, not UTF-8", Location(path), "Save it as UTF-8.")
    text = decode(content.removeprefix(codecs.BOM_UTF8), path, hidden=False)
    if isinstance(text, str) and (found := hidden_in_text(text)):
        line = text.count("\n", 0, found[0]) + 1
        at = Location(path, line, found[0] - text.rfind("\n", 0, found[0]))
        message = f"the file holds {found[1]}: a model would read what a reviewer cannot see"
        return _problem(ProblemCode.HIDDEN_CHARACTER, message, at, "Remove it.")
    return text


def _framed(text: str, path: str) -> tuple[str, str, int] | Problem:
    """The header, with an empty line in the place of the fence so that places stay; the body; the body's line."""
    first, _, rest = text.partition("\n")
    if not _FENCE.fullmatch(first.removesuffix("\r")):
        at = Location(path, 1, 1)
        if first.startswith("---"):
            message = f"the header begins with {shown(first.strip())}; only `---` alone is read"
            return _problem(ProblemCode.REFUSED_SYNTAX, message, at, "Write `---` and nothing else on the first line.")
        message = "there is no header: the first line is not `---`"
        return _problem(ProblemCode.SYNTAX, message, at, "Put the header at the very top, between two lines of `---`.")
    found = _NEXT_FENCE.search(rest)
    if found is None:
        message = "the header is never closed, so some readers take all of the file for it and others none"
        return _problem(ProblemCode.SYNTAX, message, Location(path, 1, 1), "End it with a line of `---`.")
    line = rest.count("\n", 0, found.start()) + 2
    if not _FENCE.fullmatch(found[0].removesuffix("\r")):
        message = f"this line begins with `---`, which ends the header for some readers: {shown(found[0].strip())}"
        return _problem(
            ProblemCode.REFUSED_SYNTAX, message, Location(path, line, 1), "Write `---` alone, or indent it."
        )
    if found.start() > MAX_HEADER:
        message = f"the header has {found.start():,} characters; {MAX_HEADER:,} are read"
        return _problem(ProblemCode.TOO_LARGE, message, Location(path), "Shorten it; the body may be longer.")
    return "\n" + rest[: found.start()], rest[found.end() + 1 :], line + 1


def _tree(text: str, path: str) -> tuple[Node | None, tuple[Problem, ...]]:
    quick = read_quickly(text)
    if quick is not None:
        return quick, ()
    from toolcrib.manifest._yaml import HEADER, read_yaml_in_full  # brings ruamel.yaml: only where it is needed

    return read_yaml_in_full(text, path, HEADER)


def _odd(root: Node, path: str) -> Iterator[Problem]:
    """A key that stands twice, and what an escape in quotes brings in. In no order."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Entries):
            names: set[str] = set()
            for entry in node.entries:
                waiting += (entry.key, entry.value)
                if entry.key.text in names:
                    message = f"the key {shown(entry.key.text)} stands twice; readers take either, or refuse the file"
                    yield _problem(ProblemCode.DUPLICATE, message, entry.key.span.at(path), "Remove one of them.")
                names.add(entry.key.text)
        elif isinstance(node, Items):
            waiting += node.items
        elif isinstance(node, Scalar) and node.style and (found := hidden_in_text(node.text)):
            message = f"the value holds {found[1]}: a model would read what a reviewer cannot see"
            yield _problem(ProblemCode.HIDDEN_CHARACTER, message, node.span.at(path), "Remove it.")


def _problem(code: ProblemCode, message: str, at: Location, hint: str) -> Problem:
    return Problem(code=code, message=message, at=at, hint=hint)
