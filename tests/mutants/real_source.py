"""Python source as bytes and `ast` nodes: what the mutants of real packages are made with.

Not collected by pytest. Made on `ast` and on spans of bytes, so that a change and what is expected of it owe nothing to
the reader that is put to the test.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

Function = ast.FunctionDef | ast.AsyncFunctionDef
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


@dataclass(frozen=True, slots=True)
class Edit:
    """Bytes from `start` to `end` of a file become `text`."""

    path: str
    start: int
    end: int
    text: bytes


def apply(data: bytes, edits: list[Edit]) -> bytes:
    for edit in sorted(edits, key=lambda e: e.start, reverse=True):
        data = data[: edit.start] + edit.text + data[edit.end :]
    return data


class Source:
    """One file: its tree, and where in its bytes each node lies."""

    def __init__(self, path: str, data: bytes) -> None:
        self.path, self.data = path, data
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of code that is not ours
            self.tree = ast.parse(data)

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(found.end() for found in re.finditer(rb"\r\n|\n|\r", self.data))]

    def line_start(self, line: int) -> int:
        return self._starts[line - 1] if line <= len(self._starts) else len(self.data)

    def span(self, node: ast.expr | ast.stmt | ast.keyword | ast.alias | ast.arg) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self.line_start(node.lineno) + node.col_offset, self.line_start(node.end_lineno) + node.end_col_offset

    def text(self, node: ast.expr | ast.stmt | ast.keyword) -> bytes:
        start, end = self.span(node)
        return self.data[start:end]

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        return tuple(ast.walk(self.tree))

    @cached_property
    def definitions(self) -> tuple[Definition, ...]:
        return tuple(node for node in self.nodes if isinstance(node, DEFINITIONS))

    @cached_property
    def parents(self) -> Mapping[ast.AST, ast.AST]:
        return {child: node for node in self.nodes for child in ast.iter_child_nodes(node)}

    def above(self, node: ast.AST) -> Iterator[ast.AST]:
        while node in self.parents:
            node = self.parents[node]
            yield node

    def definition_at(self, line: int) -> Definition | None:
        return next((node for node in self.definitions if first_line(node) == line), None)

    def name_of(self, node: Definition) -> tuple[int, int]:
        """The span of the name after `def` or `class`."""
        start = self.line_start(node.lineno) + node.col_offset
        found = re.compile(rb"(?:async\s+)?(?:def|class)\s+(\w+)").match(self.data, start)
        assert found
        return found.span(1)

    def whole_lines(self, node: ast.stmt) -> tuple[int, int]:
        """The lines of a statement that shares them with nothing, decorators too; its end is the next line's start."""
        assert node.end_lineno is not None
        first = first_line(node) if isinstance(node, DEFINITIONS) else node.lineno
        return self.line_start(first), self.line_start(node.end_lineno + 1)

    def owns_its_lines(self, node: ast.stmt) -> bool:
        start, end = self.whole_lines(node)
        _, last = self.span(node)
        first = first_line(node) if isinstance(node, DEFINITIONS) else node.lineno
        before = self.data[start : self.line_start(first) + node.col_offset]
        after = re.sub(rb"#.*", b"", self.data[last:end])
        return not before.strip() and not after.strip()

    def is_alone(self, node: ast.stmt) -> bool:
        """Whether it is the only statement of its block, which then needs another."""
        parent = self.parents[node]
        blocks = (getattr(parent, name, None) for name in ("body", "orelse", "finalbody"))
        return any(isinstance(block, list) and block == [node] for block in blocks)


def first_line(node: Definition) -> int:
    return min((node.lineno, *(decorator.lineno for decorator in node.decorator_list)))


def docstring(node: Definition) -> ast.Constant | None:
    first = node.body[0]
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
        return first.value
    return None


def texts_in(node: ast.AST, value: str) -> list[ast.Constant]:
    return [c for c in ast.walk(node) if isinstance(c, ast.Constant) and c.value == value and isinstance(c.value, str)]


class Sources:
    """All files of a package, and which words stand where in them."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self.by_path = {path: Source(path, data) for path, data in files.items()}

    def __getitem__(self, path: str) -> Source:
        return self.by_path[path]

    @cached_property
    def words(self) -> Counter[str]:
        """How often each identifier stands anywhere, in code or in texts."""
        return Counter(
            word.decode("utf-8", "replace")
            for source in self.by_path.values()
            for word in re.findall(rb"[A-Za-z_]\w*", source.data)
        )

    def count(self, word: str) -> int:
        return self.words[word]

    @cached_property
    def texts(self) -> Mapping[str, tuple[tuple[Source, ast.Constant], ...]]:
        """Every text that stands anywhere, by what it says."""
        return _indexed(
            (node.value, (source, node))
            for source in self.by_path.values()
            for node in source.nodes
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        )

    @cached_property
    def uses(self) -> Mapping[str, tuple[tuple[Source, ast.AST], ...]]:
        """Every name, attribute and import that stands anywhere, by its word."""
        found: list[tuple[str, tuple[Source, ast.AST]]] = []
        for source in self.by_path.values():
            for node in source.nodes:
                match node:
                    case ast.Name(id=word) | ast.Attribute(attr=word) | ast.alias(name=word):
                        found.append((word, (source, node)))
                    case _:
                        pass
        return _indexed(found)

    @cached_property
    def named(self) -> Mapping[str, tuple[tuple[Source, Definition], ...]]:
        """Every function and class, by its bare name."""
        return _indexed((node.name, (source, node)) for source in self.by_path.values() for node in source.definitions)

    @cached_property
    def _mentions(self) -> Mapping[str, frozenset[str]]:
        """For each function's name, every defined name that stands in a function so called."""
        mentions: dict[str, set[str]] = {}
        for name, nodes in self.named.items():
            said = mentions.setdefault(name, set())
            for _, node in nodes:
                said |= words_of(node) & self.named.keys()
        return {name: frozenset(said) for name, said in mentions.items()}

    def may_reach(self, name: str) -> frozenset[str]:
        """Every definition's name that code so called could lead to, however it is spelled: never too few."""
        seen: set[str] = set()
        todo = {name}
        while todo:
            word = todo.pop()
            seen.add(word)
            todo |= self._mentions.get(word, frozenset()) - seen
        return frozenset(seen)


T = TypeVar("T")


def _indexed(pairs: Iterable[tuple[str, T]]) -> dict[str, tuple[T, ...]]:
    found: dict[str, list[T]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return {key: tuple(values) for key, values in found.items()}


def words_of(node: ast.AST) -> set[str]:
    found: set[str] = set()
    for inner in ast.walk(node):
        match inner:
            case ast.Name(id=word) | ast.Attribute(attr=word):
                found.add(word)
            case ast.Constant(value=str(word)) if word.isidentifier():
                found.add(word)
            case _:
                pass
    return found
