"""One file of a program, before and after it is read, and what a look at its bytes may tell.

Room: checks, second step. Pure. Whatever is told by bytes may only ever be too much: a word in a comment counts.
Not here: which files matter (`_settle`), how an import finds its file (`_program`).
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from toolcrib.checks.surface import _ir as ir
from toolcrib.checks.surface import _taken
from toolcrib.checks.surface._frameworks import CLASS_ROOTS
from toolcrib.checks.surface._look import Asked, Said, look, said
from toolcrib.checks.surface._parts import Seen
from toolcrib.checks.surface._read import Facts
from toolcrib.checks.surface._values import Scope

if TYPE_CHECKING:
    from toolcrib.checks.surface._program import Program

# Bytes of an identifier; whatever is not ASCII counts, so that a look-alike is never a boundary.
_IDENTIFIER = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") | frozenset(range(128, 256))


def says(data: bytes, word: bytes) -> bool:
    """The file holds this identifier whole. Only a look at bytes: a word in a comment is found too."""
    start = data.find(word)
    while start >= 0:
        end = start + len(word)
        if (start == 0 or data[start - 1] not in _IDENTIFIER) and (end == len(data) or data[end] not in _IDENTIFIER):
            return True
        start = data.find(word, start + 1)
    return False


@dataclass(slots=True, eq=False)
class Module:
    """One file: its dotted name, its facts once it is read, and the state of following it."""

    name: str
    path: str
    is_package: bool
    data: bytes
    matters: bool
    program: Program
    scope: Scope = field(init=False)
    seen: Seen = field(init=False)
    state: str = "new"  # new, running, done
    star: bool = False
    _facts: Facts | None = None
    _said: Said | None = None
    _defined: frozenset[str] | None = None
    _by_class: bool | None = None
    _definitions: dict[str, ir.FunctionDef | ir.ClassDef] | None = None

    def __post_init__(self) -> None:
        self.seen = Seen(self.data)
        self.scope = Scope(self, None, is_module=True)

    @property
    def facts(self) -> Facts:
        if self._facts is None:
            self._facts = self.program.read(self.path, self.data, self.program.trees.take(self.path))
        return self._facts

    @property
    def definitions(self) -> dict[str, ir.FunctionDef | ir.ClassDef]:
        """The first definition of each name at the top level."""
        if self._definitions is None:
            found = [s for s in self.facts.body if isinstance(s, ir.FunctionDef | ir.ClassDef)]
            self._definitions = {s.name: s for s in reversed(found)}
        return self._definitions

    @property
    def defined(self) -> frozenset[str]:
        """What the lines of the file begin to define. Looked for once: it is asked for many names."""
        if self._defined is None:
            found = _DEFINED.findall(self.data)
            self._defined = frozenset(name.decode(errors="surrogateescape") for name in found)
        return self._defined

    def defines(self, name: str) -> bool:
        return name in self.defined

    def says(self, words: Asked) -> bool:
        """Whether its code may say one of the words; asked of the standard library's parser, which is fast."""
        if self._facts is not None:
            return True
        if self._by_class is None:  # a class of its may extend another package's tool, whatever that is called
            self._by_class = b"class" in self.data and self.seen.names_any(CLASS_ROOTS)
        if self._by_class:
            return True
        if self._said is None:
            self.program.looked += 1
            tree = look(self.data)
            if tree is None:
                return True
            self._said = said(tree)
            self.program.trees.keep(self.path, tree, len(self.data))
        return self._said.any_of(words)

    @property
    def package(self) -> str:
        return self.name if self.is_package else self.name.rpartition(".")[0]


def may_say(module: Module, needles: set[bytes]) -> bool:
    _taken.asked_for(needles)
    text = module.seen.text
    return text is None or any(says(text, needle) for needle in needles)


# What the lines of a file begin to define. Only a look at bytes.
_DEFINED = re.compile(rb"(?m)^[ \t]*(?:(?:async[ \t]+)?def[ \t]+|class[ \t]+)?([\w\x80-\xff]+)[ \t]*[:=(,\[]")


# Packages whose calls may be given tools among `**` arguments, as an import says them.
_PROVIDER = re.compile(
    rb"(?m)^[ \t]*(?:from|import)[ \t]+(?:openai|anthropic|boto3|aioboto3|litellm|groq|mistralai|ollama|together|cohere"
    rb"|google\.(?:genai|generativeai)|google[ \t]+import[ \t]+genai)\b"
)


def imports_provider(data: bytes) -> bool:
    return _PROVIDER.search(data) is not None


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """Files that may have to do with each other. `anchored`: one of them names a framework."""

    modules: tuple[Module, ...]
    anchored: bool
    above: frozenset[str] | None = None  # files that import a framework, also through others; None: all may

    def may_hold(self, module: Module) -> bool:
        """Whether the module can have something of a framework without being given it."""
        return self.above is None or module.path in self.above


class Trees:
    """Trees of files that were looked at, until the file is read; a few, since a tree is thirty times its text.

    The last one is always kept: a file that turns out to matter is read at once.
    """

    ROOM = 1_500_000  # bytes of text

    def __init__(self) -> None:
        self._held: dict[str, tuple[ast.Module, int]] = {}
        self._size = 0
        self._last: tuple[str, ast.Module | None] = ("", None)

    def keep(self, path: str, tree: ast.Module, size: int) -> None:
        self._last = (path, tree)
        if self._size + size <= self.ROOM:
            self._held[path] = (tree, size)
            self._size += size

    def take(self, path: str) -> ast.Module | None:
        tree, size = self._held.pop(path, (None, 0))
        self._size -= size
        if self._last[0] == path:
            tree, self._last = self._last[1], ("", None)
        return tree

    def forget(self) -> None:
        self._held.clear()
        self._size = 0
        self._last = ("", None)


_STRAY = re.compile(rb"(?:[.@][ \t]*|\b)(?:tool|add_tool|tool_plain)[ \t]*\(|@[ \t]*(?:[\w.]+\.)?(?:tool|tool_plain)\b")


def says_so(module: Module) -> bool:
    """The file calls something `tool` or `add_tool`.

    For files of a part that names no framework: there it can only be another package's word, or a server that arrives
    in a way that nobody sees; that is worth a line.
    """
    text = module.seen.text
    if text is None:
        return True
    at = text.find(b"tool")
    while at >= 0:  # line by line where the word is: the pattern is slow over all of a text, and ends with the line
        start, end = text.rfind(b"\n", 0, at) + 1, text.find(b"\n", at)
        end = len(text) if end < 0 else end
        if _STRAY.search(text, start, end) is not None:
            return True
        at = text.find(b"tool", end)
    return False
