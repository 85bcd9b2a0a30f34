"""Read the YAML that most manifests are written in, many times as fast, or leave it to the full reader.

Room: manifest, middle. Pure: text in, the tree that `_yaml` would give, or None. It takes the part of YAML in which a
line means one thing whatever stands around it: `key:`, `key: value`, `- value`, with plain, quoted and bracketed values
on one line. At anything else, and at every mistake, it steps aside: the full reader decides, and says what is wrong.
Touch it when many manifests fall outside that part. The laws hold it to `_yaml`: the same tree or none.
"""

from __future__ import annotations

import re
from typing import NamedTuple, NoReturn

from toolcrib.manifest._resolve import ambiguity, resolve
from toolcrib.manifest._texts import OPEN_QUESTION
from toolcrib.manifest._tree import MAX_DEPTH, MAX_VALUES, Entries, Entry, Items, Node, Scalar, Span

_PLAIN_KEY = r"[A-Za-z0-9_](?:[A-Za-z0-9_./-]|\[\]){0,127}(?: [A-Za-z0-9_./-]{1,127}){0,9}"
_KEY = re.compile(rf"""({_PLAIN_KEY}|"[^"\\]{{0,200}}"|'[^']{{0,200}}'):(?= |$)""")
_QUOTED = re.compile(r""""[^"\\]*"|'[^']*'(?!')""")
_PLAIN_START = re.compile(r"[^\W]|[/.(+$~]")
_FLOW_PLAIN = re.compile(r"\?\?\?|[A-Za-z0-9_](?:[\w./()+$-]| +(?=[\w./()+$-]))*")
_FLOW_COLON = re.compile(r": +")
_REST = re.compile(r" *(?:$| #)")
_BLOCK = re.compile(r"([|>]-?)(?= *$| +#)")
_SPACES = re.compile(r" *")


class _Line(NamedTuple):
    indent: int
    start: int  # offset of the line in the text
    number: int
    text: str


class _Aside(Exception):  # noqa: N818  # a jump inside this module, never an error that is shown
    """This text is for the full reader."""


def read_quickly(text: str) -> Entries | None:
    """The tree of `text`, or None when the full reader has to look."""
    if "\t" in text or not text.strip():
        return None
    try:
        return _Quick(text).root()
    except (_Aside, RecursionError):
        return None


class _Quick:
    def __init__(self, text: str) -> None:
        self.lines: list[_Line] = []  # those that hold something
        self.all: list[str] = []
        self.starts: list[int] = []
        self.values = 0
        start = 0
        for number, line in enumerate(text.split("\n"), 1):
            content = line.removesuffix("\r")
            bare = content.lstrip(" ")
            if bare and bare[0] != "#":
                self.lines.append(_Line(len(content) - len(bare), start, number, content.rstrip(" ")))
            self.all.append(content)
            self.starts.append(start)
            start += len(line) + 1
        # Behind the last line, so that looking one line ahead needs no question.
        self.lines.append(_Line(-1, start, len(self.all) + 1, ""))

    def root(self) -> Entries:
        if self.lines[0].indent != 0:
            _aside()
        node, after = self._mapping(0, 0, 1)
        if self.lines[after].indent != -1:
            _aside()
        return node

    # -- blocks ------------------------------------------------------------------------------------------------------

    def _mapping(self, index: int, indent: int, depth: int) -> tuple[Entries, int]:
        start = self._at(self.lines[index], indent, indent)
        entries: list[Entry] = []
        while self.lines[index].indent == indent:
            line = self.lines[index]
            if indent == 0 and line.text[0] in "-.%":
                _aside()
            found = _KEY.match(line.text, indent)
            if found is None:
                _aside()
            key = self._scalar(line, indent, found[1])
            column = _end(_SPACES, line.text, found.end())
            value: Node
            if column == len(line.text) or line.text[column] == "#":
                value, index = self._below(index + 1, indent, depth + 1)
            elif line.text[column] in "|>":
                value, index = self._block_text(index, column, indent)
            else:
                value = self._inline(line, column)
                index += 1
                if self.lines[index].indent > indent:
                    _aside()
            entries.append(Entry(key, value))
        return Entries(start, tuple(entries), flow=False), index

    def _below(self, index: int, indent: int, depth: int) -> tuple[Node, int]:
        """The list or mapping under a key that has nothing on its own line."""
        line = self.lines[index]
        if depth >= MAX_DEPTH or line.indent < 0:
            _aside()
        if line.text.startswith("- ", line.indent) and line.indent >= indent:
            return self._items(index, line.indent)
        return self._mapping(index, line.indent, depth) if line.indent > indent else _aside()

    def _items(self, index: int, indent: int) -> tuple[Items, int]:
        start = self._at(self.lines[index], indent, indent)
        items: list[Node] = []
        while self.lines[index].indent == indent and self.lines[index].text.startswith("- ", indent):
            line = self.lines[index]
            column = _end(_SPACES, line.text, indent + 1)
            if line.text[column] == "#":
                _aside()
            items.append(self._inline(line, column))
            index += 1
        if self.lines[index].indent > indent:
            _aside()
        return Items(start, tuple(items), flow=False), index

    def _block_text(self, index: int, column: int, indent: int) -> tuple[Scalar, int]:
        """A text of several lines (`|`, `>`): one paragraph, evenly indented."""
        line = self.lines[index]
        style = _end(_BLOCK, line.text, column) - column
        folded, stripped = line.text[column] == ">", style == 2
        body = self.all[line.number] if line.number < len(self.all) else ""
        inner = len(body) - len(body.lstrip(" "))
        last = line.number  # counts from 0: the first line of the text
        parts: list[str] = []
        while last < len(self.all) and self.all[last].startswith(" " * inner) and self.all[last].strip(" "):
            part = self.all[last][inner:]
            if folded and (part[0] == " " or part[-1] == " "):
                _aside()
            parts.append(part)
            last += 1
        while last < len(self.all) - 1 and not self.all[last]:
            last += 1
        after = self.all[last] if last < len(self.all) else ""
        if inner <= indent or not parts or last == len(self.all) or len(after) - len(after.lstrip(" ")) > indent:
            _aside()
        if after and not after.strip(" "):
            _aside()
        self.values += 1
        span = Span(line.start + column, self.starts[last], line.number, column + 1, last + 1, 1)
        value = (" " if folded else "\n").join(parts) + ("" if stripped else "\n")
        while self.lines[index].number <= last:
            index += 1
        return Scalar(span, value, value, line.text[column]), index

    # -- one line ----------------------------------------------------------------------------------------------------

    def _inline(self, line: _Line, column: int) -> Node:
        text = line.text
        first = text[column]
        if first in "[{":
            node, end = self._flow(line, column, 1)
        elif first in "\"'":
            end = _end(_QUOTED, text, column)
            node = self._scalar(line, column, text[column:end])
        else:
            comment = text.find(" #", column)
            end = len(text) if comment < 0 else comment
            value = text[column:end].rstrip(" ")
            end = column + len(value)
            if value != OPEN_QUESTION and not _PLAIN_START.match(value):
                _aside()
            if ": " in value or value[-1] == ":":
                _aside()
            node = self._scalar(line, column, value)
        if not _REST.match(text, end):
            _aside()
        return node

    def _flow(self, line: _Line, column: int, depth: int) -> tuple[Node, int]:
        text = line.text
        if depth > 4:
            _aside()
        if text[column : column + 1] not in ("[", "{"):
            end = _end(_QUOTED if text[column : column + 1] in ('"', "'") else _FLOW_PLAIN, text, column)
            return self._scalar(line, column, text[column:end]), end
        mapping = text[column] == "{"
        close = "}" if mapping else "]"
        items: list[Node] = []
        entries: list[Entry] = []
        position = _end(_SPACES, text, column + 1)
        while text[position : position + 1] != close or items or entries:
            if mapping:
                key, position = self._flow(line, position, 5 if text[position : position + 1] in ("[", "{") else depth)
                position = _end(_FLOW_COLON, text, position)
                value, position = self._flow(line, position, depth + 1)
                assert isinstance(key, Scalar)
                entries.append(Entry(key, value))
            else:
                value, position = self._flow(line, position, depth + 1)
                items.append(value)
            position = _end(_SPACES, text, position)
            if text[position : position + 1] == close:
                break
            if text[position : position + 2] != ", ":
                _aside()
            position = _end(_SPACES, text, position + 1)
        span = self._at(line, column, position + 1)
        node: Node = Entries(span, tuple(entries), flow=True) if mapping else Items(span, tuple(items), flow=True)
        return node, position + 1

    def _scalar(self, line: _Line, column: int, written: str) -> Scalar:
        self.values += 1
        if self.values > MAX_VALUES:
            _aside()
        span = self._at(line, column, column + len(written))
        if written[0] in "\"'":
            return Scalar(span, written[1:-1], written[1:-1], written[0])
        if ambiguity(written):
            _aside()
        return Scalar(span, resolve(written), written)

    def _at(self, line: _Line, start: int, end: int) -> Span:
        return Span(line.start + start, line.start + end, line.number, start + 1, line.number, end + 1)


def _end(pattern: re.Pattern[str], text: str, position: int) -> int:
    """Where `pattern` ends that has to match at `position`."""
    found = pattern.match(text, position)
    return found.end() if found else _aside()


def _aside() -> NoReturn:
    raise _Aside
