"""Read YAML into the small tree: bounded, with exact places, and only the YAML that a manifest needs.

Room: manifest, middle. Pure: text in, a tree and problems out. ruamel.yaml's event stream does the reading; its pure
Python parser always, so that every machine accepts the same files and gives the same places.
Touch it when a piece of YAML should be refused or understood. Not here: what keys mean (`_build`), editing (`_edit`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NamedTuple, NoReturn

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, StreamMark, YAMLError
from ruamel.yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    CollectionStartEvent,
    DocumentStartEvent,
    Event,
    MappingStartEvent,
    NodeEvent,
    ScalarEvent,
)

from toolcrib.manifest._errors import Problem, ProblemCode
from toolcrib.manifest._location import Location
from toolcrib.manifest._resolve import ambiguity, resolve
from toolcrib.manifest._texts import OPEN_QUESTION, shown
from toolcrib.manifest._tree import MAX_DEPTH, MAX_VALUES, Entries, Entry, Items, Node, Nothing, Plain, Scalar, Span

MAX_REFUSED = 1_000


class Kind(NamedTuple):
    """What is read, in the words of its messages."""

    name: str
    alone: str
    needs: str
    shorten: str
    second: str


MANIFEST: Final = Kind(
    "a manifest",
    "a row is reviewed on its own, so nothing in it may come from elsewhere",
    "six",
    "Split the manifest over the files of a folder, one for each area.",
    "Put it into a file of its own: a manifest may be split over the files of a folder.",
)
HEADER: Final = Kind(
    "a header",
    "a header is reviewed as it stands, so nothing in it may come from elsewhere",
    "far less",
    "Shorten the header.",
    "Remove it: readers take the first one only.",
)

# `???` inside brackets is YAML, but ruamel.yaml stops at its first question mark. These characters stand for it while
# it reads; they have the same length, so places stay exact, and `decode` lets no such character through.
_STAND_IN = "\ue000" * len(OPEN_QUESTION)

_REFUSED_TOKENS = {
    "@": "`@` cannot begin a plain value",
    "`": "a backquote cannot begin a plain value",
    "%": "`%` cannot begin a plain value",
}


@dataclass
class _Open:
    """A list or mapping that is still being read."""

    start: StreamMark
    mapping: bool
    flow: bool
    nodes: list[Node] = field(default_factory=list)


def read_yaml_in_full(text: str, path: str, kind: Kind = MANIFEST) -> tuple[Node | None, tuple[Problem, ...]]:
    """The document's tree (None when there is none, or it could not be read to its end) and what was refused in it."""
    reader = _Reader(path, kind)
    try:
        root = reader.read(text)
    except _Stop:
        root = None
    return root, tuple(reader.problems)


class _Stop(Exception):  # noqa: N818  # a jump inside this module, never an error that is shown
    """Reading cannot go on; the reason is among the problems."""


class _Reader:
    def __init__(self, path: str, kind: Kind) -> None:
        self.path, self.kind = path, kind
        self.problems: list[Problem] = []
        self.stack: list[_Open] = []
        self.values = 0
        self.root: Node | None = None

    def read(self, text: str) -> Node | None:
        documents = 0
        try:
            for event in YAML(typ="safe", pure=True).parse(text.replace(OPEN_QUESTION, _STAND_IN)):
                if isinstance(event, DocumentStartEvent):
                    documents += 1
                    self._document(event, documents)
                else:
                    self._event(event)
        except MarkedYAMLError as error:
            self._stop(*_in_words(error, text, self.path))
        except (YAMLError, RecursionError, ValueError, IndexError, AttributeError, TypeError) as error:
            # A parser in trouble: its own words are of no use to anyone, the fact that nothing was read is.
            message = f"the file cannot be read as YAML ({type(error).__name__})"
            self._stop(ProblemCode.SYNTAX, message, Location(self.path), "")
        return self.root

    def _document(self, event: DocumentStartEvent, count: int) -> None:
        if count > 1:
            at = self._at(event.start_mark, event.end_mark)
            message = "a second document begins here; a file holds one"
            self._stop(ProblemCode.REFUSED_SYNTAX, message, at, self.kind.second)
        if event.version or event.tags:
            hint = "Remove the lines that begin with `%`."
            self._refuse(f"directives (`%YAML`, `%TAG`) are not part of {self.kind.name}", Location(self.path), hint)

    def _event(self, event: Event) -> None:
        self.values += 1
        if self.values > MAX_VALUES or len(self.problems) > MAX_REFUSED:
            message = f"reading stops here, after {self.values - 1:,} values and {len(self.problems):,} problems"
            at = self._at(event.start_mark, event.start_mark)
            self._stop(ProblemCode.TOO_LARGE, message, at, self.kind.shorten)
        if isinstance(event, ScalarEvent):
            self._decorated(event)
            self._add(self._scalar(event))
        elif isinstance(event, AliasEvent):
            self._add(self._anchored(event, "an alias"))
        elif isinstance(event, CollectionStartEvent):
            self._decorated(event)
            if len(self.stack) >= MAX_DEPTH:
                message = f"values lie deeper than {MAX_DEPTH} levels here; {self.kind.name} needs {self.kind.needs}"
                at = self._at(event.start_mark, event.end_mark)
                self._stop(ProblemCode.TOO_LARGE, message, at, "Look for a bracket that is never closed.")
            self.stack.append(_Open(event.start_mark, isinstance(event, MappingStartEvent), bool(event.flow_style)))
        elif isinstance(event, CollectionEndEvent):
            done = self.stack.pop()
            span = _span(done.start, event.end_mark if done.flow else done.start)
            self._add(self._entries(done, span) if done.mapping else Items(span, tuple(done.nodes), done.flow))

    def _add(self, node: Node) -> None:
        if self.stack:
            self.stack[-1].nodes.append(node)
        else:
            self.root = node

    def _entries(self, done: _Open, span: Span) -> Entries:
        entries = []
        for key, value in zip(done.nodes[::2], done.nodes[1::2], strict=True):
            if isinstance(key, Scalar):
                entries.append(Entry(key, value))
            elif not (isinstance(key, Nothing) and key.settled):
                what = "nothing" if isinstance(key, Nothing) else "a list or mapping"
                self._refuse(
                    f"{what} stands where a key belongs", key.span.at(self.path), "A key is a name: `name: value`."
                )
        return Entries(span, tuple(entries), done.flow)

    def _scalar(self, event: ScalarEvent) -> Node:
        text = event.value.replace(_STAND_IN, OPEN_QUESTION)
        span = _span(event.start_mark, event.end_mark)
        style = event.style or ""
        if style:
            return Scalar(span, text, text, style)
        if not text:
            return Nothing(_span(event.start_mark, event.start_mark))
        if text == "<<" and self._is_key():
            self._refuse(
                f"merge keys (`<<`) are not part of {self.kind.name}: {self.kind.alone}",
                span.at(self.path),
                "Write the keys out.",
            )
            return Nothing(span, settled=True)
        return Scalar(span, self._plain(text, span), text)

    def _plain(self, text: str, span: Span) -> Plain:
        once = ambiguity(text)
        if not once:
            return resolve(text)
        hint = f'Write `"{text}"` if it is meant as a text' + (", or true or false." if once == "a boolean" else ".")
        message = f"{shown(text)} is {once} for readers of YAML 1.1 and not for others"
        self.problems.append(Problem(code=ProblemCode.AMBIGUOUS, message=message, at=span.at(self.path), hint=hint))
        return text

    def _is_key(self) -> bool:
        return bool(self.stack) and self.stack[-1].mapping and len(self.stack[-1].nodes) % 2 == 0

    def _decorated(self, event: ScalarEvent | CollectionStartEvent) -> None:
        if event.anchor is not None:
            self._anchored(event, "an anchor")
        if event.ctag is not None and str(event.ctag) != "!":
            at = self._at(event.start_mark, event.end_mark)
            hint = "Remove it: the kind of a value follows from its place."
            self._refuse(f"tags ({shown(str(event.ctag))}) are not part of {self.kind.name}", at, hint)

    def _anchored(self, event: NodeEvent, what: str) -> Nothing:
        span = _span(event.start_mark, event.end_mark)
        sign = "*" if what == "an alias" else "&"
        name = shown(f"{sign}{event.anchor}", 40)
        message = f"{what} ({name}) stands here; {self.kind.alone}"
        self._refuse(message, span.at(self.path), "Write the value out.")
        return Nothing(span, settled=True)

    def _at(self, start: StreamMark, end: StreamMark) -> Location:
        return _span(start, end).at(self.path)

    def _refuse(self, message: str, at: Location, hint: str) -> None:
        self.problems.append(Problem(code=ProblemCode.REFUSED_SYNTAX, message=message, at=at, hint=hint))

    def _stop(self, code: ProblemCode, message: str, at: Location, hint: str) -> NoReturn:
        self.problems.append(Problem(code=code, message=message, at=at, hint=hint))
        raise _Stop


def _span(start: StreamMark, end: StreamMark) -> Span:
    return Span(start.index, end.index, start.line + 1, start.column + 1, end.line + 1, end.column + 1)


def _in_words(error: MarkedYAMLError, text: str, path: str) -> tuple[ProblemCode, str, Location, str]:
    """ruamel.yaml's complaint as one sentence, one place and what to do."""
    mark = error.problem_mark or error.context_mark
    at = Location(path, mark.line + 1, mark.column + 1) if mark else Location(path)
    index = min(mark.index, len(text)) if mark else 0
    line = text[text.rfind("\n", 0, index) + 1 :].split("\n", 1)[0]
    problem = str(error.problem or error.context or "")
    if "\t" in line[: len(line) - len(line.lstrip())] or text[index : index + 1] == "\t":
        return ProblemCode.SYNTAX, "a tab stands where YAML wants spaces", at, "Indent with spaces only."
    for char, words in _REFUSED_TOKENS.items():
        if text[index : index + 1] == char:
            return ProblemCode.SYNTAX, words, at, "Put the value in quotes."
    if "mapping values are not allowed" in problem:
        above = text[: max(text.rfind("\n", 0, index), 0)]
        lone = above[above.rfind("\n") + 1 :]
        if lone.strip() and ":" not in lone and not lone.strip().startswith(("#", "-")):
            at = Location(path, above.count("\n") + 1, len(lone) - len(lone.lstrip()) + 1)
            hint = "Add `:` after the key, or indent it as the rest of the text above."
            return ProblemCode.SYNTAX, "a line that is neither `key: value` nor the rest of a text", at, hint
        hint = "Put a text that holds `: ` in quotes, or mind the indentation of this line."
        return ProblemCode.SYNTAX, "a second `: ` on a line that is already a value", at, hint
    if "could not find expected ':'" in problem:
        return (
            ProblemCode.SYNTAX,
            "a line that is neither `key: value` nor the rest of a text",
            at,
            "Add `:` after the key, or indent it.",
        )
    if "expected <block end>" in problem or "did not find expected" in problem:
        start = f" (of what begins on line {error.context_mark.line + 1})" if error.context_mark else ""
        return (
            ProblemCode.SYNTAX,
            f"this line does not fit the indentation{start}",
            at,
            "Line it up with its neighbours.",
        )
    if "found unexpected end of stream" in problem or "expected ',' or" in problem:
        begun = error.context_mark or mark
        opened = Location(path, begun.line + 1, begun.column + 1) if begun else at
        return ProblemCode.SYNTAX, "a quote or bracket that is opened here is never closed", opened, "Close it."
    said = " ".join(problem.split())[:120]
    return ProblemCode.SYNTAX, f"the file is not YAML here: {said}", at, ""
