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

_IMPORT = re.compile(
    rb"(?m)(?:^|[;:])[ \t\f]*(?:"
    rb"from[ \t\f\\\r\n]*(?P<base>(?:[.\w\x80-\xff \t]|\\\r?\n)+?)[ \t\f\\\r\n]*\bimport[ \t\f\\\r\n]*"
    rb"(?:\((?P<many>(?:[^)#]|#[^\r\n]*)*)\)|(?P<names>(?:[^\r\n;#\\]|\\\r?\n)*))"
    rb"|import[ \t\f\\\r\n]+(?P<modules>(?:[^\r\n;#\\]|\\\r?\n)*))"
)
_BY_NAME = re.compile(
    rb"(?<![\w\x80-\xff])(?:import_module|__import__|iter_modules|walk_packages|entry_points|module_from_spec|exec_module"
    rb"|load_module|run_path|run_module|resolve_name|import_string|locate|exec|eval|sys\.modules)(?![\w\x80-\xff])"
)
_QUOTED = re.compile(rb"[\"']([\w.\x80-\xff]+)[\"']")
_ODD = re.compile(
    rb"(?:[^\n]*\n)?[ \t\f]*#[^\n]*coding[:=](?![ \t]*(?:utf-?8|ascii|latin-?1|iso-8859-1))", re.IGNORECASE
)
_COMMENT = re.compile(rb"#[^\r\n]*")


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
    except (SyntaxError, UnicodeDecodeError, LookupError):
        return None
    folded = unicodedata.normalize("NFKC", text)
    return data if folded == text and not odd else folded.encode(errors="replace")


def imports(data: bytes) -> Iterator[tuple[str, int, tuple[str, ...]]]:
    """What each import of a file may name: (module, level, names). Text that only looks like an import is one too."""
    for match in _IMPORT.finditer(readable(data) or b""):
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


def by_name(data: bytes) -> bool:
    """Whether the file may import what no import statement of it names."""
    return _BY_NAME.search(data) is not None


def names_any(data: bytes, packages: frozenset[str]) -> bool:
    """Whether a file imports one of these packages or a sibling (`langchain_x`), or may by a name that it holds."""
    if readable(data) is None:
        return True  # nobody knows what it says, until reading it fails
    if any(level == 0 and _is_of(dotted, packages) for dotted, level, _ in imports(data)):
        return True
    return by_name(data) and any(_is_of(word, packages) for word in quoted(data))


def _is_of(dotted: str, packages: frozenset[str]) -> bool:
    top = dotted.split(".", 1)[0]
    return top in packages or top.startswith(("langchain_", "llama_index_", "autogen_", "haystack_"))


def quoted(data: bytes) -> set[str]:
    """Texts that could name a module."""
    return {found.decode(errors="replace") for found in _QUOTED.findall(readable(data) or b"")}


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


def joined(files: Mapping[str, bytes], resolve: Resolve, root_of: Callable[[str], str]) -> list[list[str]]:
    """The files in sets between which no import leads.

    `root_of` gives the folder from which a file's own package is imported: a file that imports by a name made at run
    time is joined with everything below it, and with every module that a text of its part names.
    """
    found = Parts(files)
    loaders = []
    below: defaultdict[str, list[str]] = defaultdict(list)
    for path, data in files.items():
        below[root_of(path)].append(path)
        if by_name(data):
            loaders.append(path)
        for dotted, level, names in imports(data):
            for target in resolve(path, dotted, level, names):
                found.join(path, target)
        folder = posixpath.dirname(path)
        while (package := posixpath.join(folder, "__init__.py")) in files:
            found.join(path, package)  # it runs before the file does
            if not folder:
                break
            folder = posixpath.dirname(folder)
    for path in loaders:
        root = root_of(path)
        for other, members in below.items():
            if other == root or not root or other.startswith(f"{root}/"):
                for member in members:
                    found.join(path, member)
    _join_named(found, files, loaders, resolve)
    return found.groups()


def _join_named(found: Parts, files: Mapping[str, bytes], loaders: Iterable[str], resolve: Resolve) -> None:
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
            for text in quoted(files[path]):
                plain = text.lstrip(".")
                level = len(text) - len(plain)
                holder, dot, name = plain.rpartition(".")
                if level or dot:
                    for target in (*resolve(path, plain, level, ()), *resolve(path, holder, level, (name,))):
                        found.join(path, target)


def own_root(path: str, packages: set[str]) -> str:
    """The nearest folder above a file that is no package: where imports of its package start."""
    folder = posixpath.dirname(path)
    while folder in packages:
        folder = posixpath.dirname(folder)
    return folder
