"""Which files can have to do with each other: the parts of a tree between which no import leads.

Room: checks, second step. Pure; a look at bytes, so it may only ever join too much. A value goes from one file to
another through an import: of either by the other, or of both by a third. So a name that leads to a registration in one
part says nothing about a file of another, and a part in which nobody names a framework offers no tool.
Not here: what is followed inside a part (`_program`, `_relevance`).
"""

from __future__ import annotations

import io
import posixpath
import re
import tokenize
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Literal

_IMPORT = re.compile(
    rb"(?m)(?:^|[;:])[ \t\f]*(?:"
    rb"from[ \t\f\\\r\n]*(?P<base>(?:[.\w\x80-\xff \t]|\\\r?\n)+?)[ \t\f\\\r\n]*\bimport[ \t\f\\\r\n]*"
    rb"(?:\((?P<many>(?:[^)#]|#[^\r\n]*)*)\)|(?P<names>(?:[^\r\n;#\\]|\\\r?\n)*))"
    rb"|import[ \t\f\\\r\n]+(?P<modules>(?:[^\r\n;#\\]|\\\r?\n)*))"
)
_QUOTED = re.compile(rb"[\"']([\w.\x80-\xff]+)[\"']")
_ODD = re.compile(
    rb"(?:[^\n]*\n)?[ \t\f]*#[^\n]*coding[:=](?![ \t]*(?:utf-?8|ascii|latin-?1|iso-8859-1))", re.IGNORECASE
)
_COMMENT = re.compile(rb"#[^\r\n]*")
_LOADERS = (
    b"import_module", b"__import__", b"iter_modules", b"walk_packages", b"entry_points", b"module_from_spec", b"exec",
    b"exec_module", b"load_module", b"run_path", b"run_module", b"resolve_name", b"import_string", b"locate", b"eval",
    b"sys.modules",
)  # fmt: skip
_WORD = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") | frozenset(range(0x80, 0x100))


def readable(data: bytes) -> bytes | None:
    """What the file says, in UTF-8 and with identifiers folded as Python folds them; None when it cannot be decoded."""
    data = data.removeprefix(b"\xef\xbb\xbf")
    if b"\r" in data:
        data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    odd = b"coding" in data[:400] and _ODD.match(data) is not None
    if data.isascii() and not odd:
        return data
    try:
        text = data.decode(tokenize.detect_encoding(io.BytesIO(data).readline)[0])
    except (SyntaxError, UnicodeError, LookupError):
        return None
    folded = unicodedata.normalize("NFKC", text)
    return data if folded == text and not odd else folded.encode(errors="replace")


Imported = tuple[str, int, tuple[str, ...]]
"""What an import names: module, level, names."""


class Seen:
    """What a look at one file's bytes shows; each is looked for once."""

    __slots__ = ("_by_name", "_imports", "_quoted", "_text", "data")

    def __init__(self, data: bytes) -> None:
        self.data = data
        self._text: bytes | Literal[False] | None = False
        self._imports: tuple[Imported, ...] | None = None
        self._by_name: bool | None = None
        self._quoted: frozenset[str] | None = None

    @property
    def text(self) -> bytes | None:
        """See `readable`."""
        if self._text is False:
            self._text = readable(self.data)
        return self._text

    @property
    def imports(self) -> tuple[Imported, ...]:
        if self._imports is None:
            self._imports = tuple(imports(self.text or b""))
        return self._imports

    @property
    def by_name(self) -> bool:
        """Whether the file may import what no import statement of it names."""
        if self._by_name is None:
            self._by_name = any(_says(self.data, word) for word in _LOADERS)
        return self._by_name

    @property
    def quoted(self) -> frozenset[str]:
        """Texts that could name a module."""
        if self._quoted is None:
            found = _QUOTED.findall(self.text or b"")
            self._quoted = frozenset(text.decode(errors="replace") for text in found)
        return self._quoted

    @property
    def asked_for_texts(self) -> bool:
        """Whether anybody wanted to know `quoted`."""
        return self._quoted is not None

    def names_any(self, packages: frozenset[str]) -> bool:
        """Whether it imports one of these packages or a sibling (`langchain_x`), or may by a name that it holds."""
        if self.text is None:
            return True  # nobody knows what it says, until reading it fails
        if any(level == 0 and _is_of(dotted, packages) for dotted, level, _ in self.imports):
            return True
        return self.by_name and any(_is_of(word, packages) for word in self.quoted)


def _says(text: bytes, word: bytes) -> bool:
    """Whether the word stands there whole: found as bytes first, since a pattern over all of a text is slow."""
    at = text.find(word)
    while at >= 0:
        end = at + len(word)
        if (at == 0 or text[at - 1] not in _WORD) and (end == len(text) or text[end] not in _WORD):
            return True
        at = text.find(word, end)
    return False


def imports(text: bytes) -> Iterator[Imported]:
    """What each import of a readable text may name. Text that only looks like an import is one too."""
    for match in _statements(text):
        if match["modules"] is not None:
            for part in match["modules"].replace(b"\\", b" ").split(b","):
                words = part.split()
                if words:
                    yield words[0].decode(errors="replace"), 0, ()
            continue
        base = re.sub(rb"[ \t\r\n\\]", b"", match["base"]).decode(errors="replace")
        dotted = base.lstrip(".")
        said = _COMMENT.sub(b"", match["many"] if match["many"] is not None else match["names"])
        parts = (part.replace(b"\\", b" ").split() for part in said.split(b","))
        yield dotted, len(base) - len(dotted), tuple(p[0].decode(errors="replace") for p in parts if p)


def _statements(text: bytes) -> Iterator[re.Match[bytes]]:
    """The import statements: looked for around each `import`, since searching all of a text for a pattern is slow."""
    done = 0
    at = text.find(b"import")
    while at >= 0:
        end = at + 1
        if at >= done:
            start = text.rfind(b"\n", 0, at) + 1
            while start > 1 and text[start - 2] == 0x5C:  # the line before it goes on
                start = text.rfind(b"\n", 0, start - 1) + 1
            for place in _starts(text, max(start, done), at):
                match = _IMPORT.match(text, place)
                if match is not None and match.end() > at:
                    yield match
                    done = end = match.end()
                    break
        at = text.find(b"import", end)


def _starts(text: bytes, start: int, end: int) -> Iterator[int]:
    """Where a statement may start: with the line, after a semicolon, after a colon."""
    yield start
    for place in range(start, end):
        if text[place] in b";:":
            yield place


def _is_of(dotted: str, packages: frozenset[str]) -> bool:
    top = dotted.split(".", 1)[0]
    return top in packages or top.startswith(("langchain_", "llama_index_", "autogen_", "haystack_"))


class Parts:
    """Sets of files that grow together: a union of pairs."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._parent = {path: path for path in paths}

    def find(self, path: str) -> str:
        root = path
        while self._parent[root] != root:
            root = self._parent[root]
        while self._parent[path] != root:
            self._parent[path], path = root, self._parent[path]
        return root

    def join(self, one: str, other: str) -> None:
        self._parent[self.find(one)] = self.find(other)

    def groups(self) -> list[list[str]]:
        """The sets, each sorted, in the order of their first files."""
        found: defaultdict[str, list[str]] = defaultdict(list)
        for path in sorted(self._parent):
            found[self.find(path)].append(path)
        return sorted(found.values())


Resolve = Callable[[str, str, int, tuple[str, ...]], Iterable[str]]
"""(importing file, module, level, names) → the files that are run or named by it."""


def joined(files: Mapping[str, Seen], resolve: Resolve, root_of: Callable[[str], str]) -> list[list[str]]:
    """The files in sets between which no import leads.

    `root_of` gives the folder from which a file's own package is imported: a file that imports by a name made at run
    time is joined with everything below it, and with every module that a text of its part names.
    """
    found = Parts(files)
    loaders = []
    below: defaultdict[str, list[str]] = defaultdict(list)
    for path, seen in files.items():
        below[root_of(path)].append(path)
        if seen.by_name:
            loaders.append(path)
        for dotted, level, names in seen.imports:
            for target in resolve(path, dotted, level, names):
                found.join(path, target)
        folder, _, name = path.rpartition("/")
        if name == "__init__.py":
            folder = posixpath.dirname(folder) if folder else "\0"  # itself joined with its folder's files below
        package = f"{folder}/__init__.py" if folder else "__init__.py"
        if package in files:
            found.join(path, package)  # it runs before the file does, and so does the one above it
    for path in loaders:
        root = root_of(path)
        for other, members in below.items():
            if other == root or not root or other.startswith(f"{root}/"):
                for member in members:
                    found.join(path, member)
    _join_named(found, files, loaders, resolve)
    return found.groups()


def _join_named(found: Parts, files: Mapping[str, Seen], loaders: Iterable[str], resolve: Resolve) -> None:
    """Parts that import by name, with the modules that their texts name; until nothing changes."""
    first = {found.find(path): path for path in loaders}
    seen: set[str] = set()
    while True:
        roots = {found.find(path) for path in first.values()}
        new = [path for path in files if path not in seen and found.find(path) in roots]
        if not new:
            return
        seen.update(new)
        for path in new:
            for text in files[path].quoted:
                plain = text.lstrip(".")
                level = len(text) - len(plain)
                holder, dot, name = plain.rpartition(".")
                if level or dot:
                    for target in (*resolve(path, plain, level, ()), *resolve(path, holder, level, (name,))):
                        found.join(path, target)


def own_root(path: str, packages: set[str]) -> str:
    """The nearest folder above a file that is no package: where imports of its package start."""
    folder = posixpath.dirname(path)
    while folder and folder in packages:  # the project itself may be a package
        folder = posixpath.dirname(folder)
    return folder
