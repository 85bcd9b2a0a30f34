"""Read `TOOL_MANIFEST = Manifest(...)` out of a Python file without running it.

Room: manifest, middle. Pure: text in, the same small tree as for YAML out, so that one builder judges both forms.
What is understood is what has one value whatever runs: literals, names that are bound once, `+` and `|` of them, the
manifest's own classes. Everything else is refused with its place: a value that only running can tell is no declaration.
Touch it when people write a manifest in another way that has one value. Not here: what values mean (`_build`).
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Callable, Iterator
from datetime import date
from inspect import cleandoc
from textwrap import dedent
from typing import NoReturn

from toolcrib.manifest._errors import Problem, ProblemCode
from toolcrib.manifest._location import Location
from toolcrib.manifest._names_bound import Bindings
from toolcrib.manifest._near import nearest
from toolcrib.manifest._texts import shown
from toolcrib.manifest._tree import MAX_DEPTH, Entries, Entry, Items, Node, Nothing, Plain, Scalar, Span

NAME = "TOOL_MANIFEST"
_ROOM = "toolcrib.manifest"
_MODELS = frozenset(
    f"{_ROOM}.{name}" for name in ("Manifest", "ToolRow", "Agent", "Capability", "Rename", "Pins", "RuntimeTools")
)
_CHOICES = {f"{_ROOM}.EmptySelection.DEFAULTS": "defaults", f"{_ROOM}.EmptySelection.NONE": "none"}
_OPEN_QUESTION = f"{_ROOM}.OPEN_QUESTION"
_TEXT_CALLS: dict[str, Callable[[str], str]] = {"textwrap.dedent": dedent, "inspect.cleandoc": cleandoc}
_MAX_VALUES = 300_000  # names can stand for each other: what one line expands to is bounded, not only what is written
_MAX_TEXT = 200_000
_COOKIE = re.compile(r"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")


def read_python(text: str, path: str) -> tuple[Node | None, tuple[Problem, ...]]:
    """The tree of the manifest's arguments, or None and why it cannot be read."""
    reader = _Reader(text, path)
    try:
        return reader.read(), tuple(dict.fromkeys(reader.problems))
    except _Refused as refused:
        return None, tuple(dict.fromkeys((*reader.problems, refused.problem)))
    except (RecursionError, MemoryError):
        problem = Problem(
            code=ProblemCode.TOO_LARGE,
            message="the file is nested too deeply to be read",
            at=Location(path),
            hint="Write the manifest with plain dicts and lists.",
        )
        return None, (problem,)


class _Refused(Exception):  # noqa: N818  # a jump inside this module, never an error that is shown
    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


class _Reader:
    def __init__(self, text: str, path: str) -> None:
        self.text, self.path = text, path
        self.problems: list[Problem] = []
        self.lines = re.split(r"(?<=\n)|(?<=\r)(?!\n)", text)
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line))
        self.sizes: dict[int, int] = {}
        self.meant: dict[str, Node | _Refused] = {}
        self.following: list[str] = []  # names that are being looked up, to stop at a circle

    def read(self) -> Node:
        for line in self.lines[:2]:
            cookie = _COOKIE.match(line)
            if cookie and cookie[1].lower().replace("_", "-") not in (
                "utf-8",
                "utf8",
                "utf-8-sig",
                "ascii",
                "us-ascii",
            ):
                self._refuse_at(
                    Location(self.path), ProblemCode.ENCODING, f"the file says it is {cookie[1]}; a manifest is UTF-8"
                )
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # what the file's own code warns of is not our news
                module = ast.parse(self.text)
        except SyntaxError as error:
            at = Location(self.path, max(error.lineno or 1, 1), max(error.offset or 1, 1))
            self._refuse_at(at, ProblemCode.SYNTAX, f"the file is not Python here: {error.msg}")
        except ValueError as error:
            self._refuse_at(Location(self.path), ProblemCode.SYNTAX, f"the file cannot be read as Python: {error}")
        self.names = Bindings(module)
        value = self._bound(NAME, None)
        if not (isinstance(value, ast.Call) and self.names.origin(value.func) == f"{_ROOM}.Manifest"):
            self._refuse(value, f"{NAME} must be `Manifest(...)`, imported from {_ROOM}")
        root = self._model(value)
        kept = tuple(
            entry
            for entry in root.entries
            if not (
                entry.key.value in ("renamed", "pins") and isinstance(entry.value, Scalar) and entry.value.value is None
            )
        )
        for name, change in self.names.changes():
            self._refuse(change, f"`{name}` may be changed here, so the manifest is not what is written")
        return Entries(root.span, kept, flow=True)

    # -- expressions -------------------------------------------------------------------------------------------------

    def _node(self, expression: ast.expr, depth: int = 0) -> Node:
        if depth > MAX_DEPTH * 4:
            self._refuse(expression, "this is nested too deeply", ProblemCode.TOO_LARGE)
        node = self._folded(expression, depth + 1)
        children = node.items if isinstance(node, Items) else ()
        size = 1 + sum(self.sizes.get(id(child), 1) for child in children)
        if isinstance(node, Entries):
            size += sum(1 + self.sizes.get(id(entry.value), 1) for entry in node.entries)
        if size > _MAX_VALUES:
            self._refuse(expression, f"this stands for more than {_MAX_VALUES:,} values", ProblemCode.TOO_LARGE)
        self.sizes[id(node)] = size
        return node

    def _value(self, expression: ast.expr, depth: int) -> Node:
        """As `_node`; what is refused is reported, and the rest is read all the same."""
        try:
            return self._node(expression, depth)
        except _Refused as refused:
            if refused.problem.code == ProblemCode.TOO_LARGE:
                raise
            self.problems.append(refused.problem)
            return Nothing(self._span(expression), settled=True)

    def _folded(self, expression: ast.expr, depth: int) -> Node:
        match expression:
            case ast.Constant(value=None | bool() | int() | float() | str() as value):
                return self._scalar(expression, value)
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=(int() | float()) as value)):
                return self._scalar(expression, -value)
            case ast.JoinedStr():
                return self._scalar(expression, "".join(self._piece(piece, depth) for piece in expression.values))
            case ast.List() | ast.Tuple():
                return Items(self._span(expression), tuple(self._items(expression.elts, depth)), flow=True)
            case ast.Dict():
                return self._dict(expression, depth)
            case ast.BinOp(op=ast.Add()):
                return self._added(expression, depth)
            case ast.BinOp(op=ast.BitOr()):
                both = [self._node(side, depth) for side in (expression.left, expression.right)]
                entries = [entry for side in both if isinstance(side, Entries) for entry in side.entries]
                if all(isinstance(side, Entries) for side in both):
                    return Entries(self._span(expression), _last_wins(entries), flow=True)
            case ast.Name() | ast.Attribute():
                origin = self.names.origin(expression)
                if origin in _CHOICES:
                    return self._scalar(expression, _CHOICES[origin])
                if origin == _OPEN_QUESTION:
                    return self._scalar(expression, "???")
                if isinstance(expression, ast.Name):
                    return self._named(expression, depth)
            case ast.Call():
                return self._call(expression, depth)
        return self._refuse(
            expression, f"{shown(ast.unparse(expression))} has no value that can be read without running it"
        )

    def _scalar(self, expression: ast.expr, value: Plain) -> Scalar:
        if isinstance(value, str) and len(value) > _MAX_TEXT:
            self._refuse(expression, f"this text has more than {_MAX_TEXT:,} characters", ProblemCode.TOO_LARGE)
        return Scalar(self._span(expression), value, str(value), "python")

    def _piece(self, piece: ast.expr, depth: int) -> str:
        if isinstance(piece, ast.FormattedValue):
            if piece.conversion == -1 and piece.format_spec is None:
                return self._text(piece.value, depth)
            self._refuse(piece, "a formatted value has to be a plain text here")
        return self._text(piece, depth)

    def _text(self, expression: ast.expr, depth: int) -> str:
        node = self._node(expression, depth)
        if isinstance(node, Scalar) and isinstance(node.value, str):
            return node.value
        return self._refuse(
            expression, f"{shown(ast.unparse(expression))} is no text that can be read without running it"
        )

    def _items(self, elements: list[ast.expr], depth: int) -> Iterator[Node]:
        for element in elements:
            if isinstance(element, ast.Starred):
                node = self._node(element.value, depth)
                if not isinstance(node, Items):
                    self._refuse(element, "only a list can be unpacked here")
                yield from node.items
            else:
                yield self._value(element, depth)

    def _dict(self, expression: ast.Dict, depth: int) -> Entries:
        entries: list[Entry] = []
        written: list[Entry] = []  # keys of this display: one of them twice is a slip, and the builder says so
        for key, value in zip(expression.keys, expression.values, strict=True):
            node = self._node(value, depth) if key is None else self._value(value, depth)
            if key is None:
                if not isinstance(node, Entries):
                    self._refuse(value, "only a dict can be unpacked here")
                entries = [*_last_wins([*entries, *node.entries])]
                continue
            name = self._node(key, depth)
            if not isinstance(name, Scalar):
                self._refuse(key, "a key must be a name")
            entry = Entry(name, node)
            if all(entry.key.value != other.key.value for other in written):
                entries = [other for other in entries if other.key.value != name.value]
            written.append(entry)
            entries.append(entry)
        return Entries(self._span(expression), tuple(entries), flow=True)

    def _added(self, expression: ast.BinOp, depth: int) -> Node:
        left, right = self._node(expression.left, depth), self._node(expression.right, depth)
        if isinstance(left, Items) and isinstance(right, Items):
            return Items(self._span(expression), (*left.items, *right.items), flow=True)
        if (
            isinstance(left, Scalar)
            and isinstance(right, Scalar)
            and isinstance(left.value, str)
            and isinstance(right.value, str)
        ):
            return self._scalar(expression, left.value + right.value)
        return self._refuse(
            expression, f"{shown(ast.unparse(expression))} has no value that can be read without running it"
        )

    def _call(self, call: ast.Call, depth: int) -> Node:
        origin = self.names.origin(call.func)
        if origin in _MODELS or (origin == "dict" and not call.args):
            return self._model(call, depth)
        if origin == "datetime.date" and not call.keywords and len(call.args) == 3:
            parts = [self._node(part, depth) for part in call.args]
            numbers = [part.value for part in parts if isinstance(part, Scalar) and type(part.value) is int]
            try:
                return self._scalar(call, date(*numbers).isoformat())
            except (TypeError, ValueError, OverflowError):
                self._refuse(call, f"{shown(ast.unparse(call))} is no date", ProblemCode.BAD_VALUE)
        if len(call.args) == 1 and not call.keywords:
            if origin == "datetime.date.fromisoformat":
                return self._scalar(call, self._text(call.args[0], depth))
            if origin in _TEXT_CALLS:
                return self._scalar(call, _TEXT_CALLS[origin](self._text(call.args[0], depth)))
            if origin in ("list", "tuple"):
                node = self._node(call.args[0], depth)
                if isinstance(node, Items):
                    return node
        if isinstance(call.func, ast.Attribute) and call.func.attr == "strip" and not call.args and not call.keywords:
            return self._scalar(call, self._text(call.func.value, depth).strip())
        return self._refuse(call, f"{shown(ast.unparse(call))} has no value that can be read without running it")

    def _model(self, call: ast.Call, depth: int = 0) -> Entries:
        if call.args:
            self._refuse(call.args[0], "every argument needs its name here")
        entries: list[Entry] = []
        for keyword in call.keywords:
            node = self._node(keyword.value, depth) if keyword.arg is None else self._value(keyword.value, depth)
            if keyword.arg is not None:
                start = self._span(keyword)
                end = start.start + len(keyword.arg)
                span = Span(start.start, end, start.line, start.column, start.line, start.column + len(keyword.arg))
                entries.append(Entry(Scalar(span, keyword.arg, keyword.arg, "python"), node))
            elif isinstance(node, Entries):
                entries += node.entries  # a name given twice is an error when it runs, and the builder's here
            else:
                self._refuse(keyword.value, "only a dict can be unpacked here")
        return Entries(self._span(call), tuple(entries), flow=True)

    # -- names -------------------------------------------------------------------------------------------------------

    def _named(self, name: ast.Name, depth: int) -> Node:
        if name.id in self.following:
            self._refuse(name, f"`{name.id}` is defined by itself")
        if name.id not in self.meant:  # once for each name: names of names would multiply the work
            self.following.append(name.id)
            try:
                self.meant[name.id] = self._node(self._bound(name.id, name), depth)
            except _Refused as refused:
                self.meant[name.id] = refused
            finally:
                self.following.pop()
        meant = self.meant[name.id]
        if isinstance(meant, _Refused):
            raise meant
        return meant

    def _bound(self, name: str, used: ast.Name | None) -> ast.expr:
        """The one expression that `name` is bound to, at the top of the file."""
        where = self._span(used).at(self.path) if used else Location(self.path)
        if self.names.stars:
            star = self.names.stars[0]
            self._refuse(star, "`import *` may bind any name, so nothing in this file is certain")
        bound = self.names.bound.get(name, [])
        if not bound:
            near = nearest(name, self.names.bound)
            hint = f"Nearest: {', '.join(f'`{n}`' for n in near)}." if near else ""
            if used is None:
                hint = hint or f"Write: {NAME} = Manifest(agents={{…}}, capabilities={{…}}, tools={{…}})"
                self._refuse_at(where, ProblemCode.NOT_STATIC, f"no {NAME} is assigned at the top of the file", hint)
            self._refuse_at(where, ProblemCode.NOT_STATIC, f"`{name}` is not assigned in this file", hint)
        first = bound[0]
        if name in self.names.globals:
            self._refuse(
                self.names.globals[name], f"`{name}` may be assigned in a function, so its value is not certain"
            )
        if len(bound) > 1:
            self._refuse(bound[1], f"`{name}` is bound more than once, so its value is not certain")
        value = self.names.values.get(name)
        if value is None:
            origin = self.names.imports.get(name)
            what = f"comes from `{origin}`" if origin else "is bound by more than a plain assignment"
            self._refuse(used or first, f"`{name}` {what}, so its value is not in this file")
        self.names.used.add(name)
        return value

    # -- places ------------------------------------------------------------------------------------------------------

    def _span(self, node: ast.expr | ast.stmt | ast.keyword) -> Span:
        end_line, end_column = node.end_lineno or node.lineno, node.end_col_offset or node.col_offset
        start, end = self._offset(node.lineno, node.col_offset), self._offset(end_line, end_column)
        return Span(
            start, end, node.lineno, start - self.starts[node.lineno - 1] + 1,
            end_line, end - self.starts[end_line - 1] + 1,
        )  # fmt: skip

    def _offset(self, line: int, column: int) -> int:
        """A character offset; ast counts columns in bytes of UTF-8."""
        text = self.lines[line - 1]
        if text.isascii():
            return self.starts[line - 1] + column
        return self.starts[line - 1] + len(text.encode("utf-8")[:column].decode("utf-8", "ignore"))

    def _refuse(
        self, node: ast.expr | ast.stmt | ast.keyword, message: str, code: ProblemCode = ProblemCode.NOT_STATIC
    ) -> NoReturn:
        hint = (
            "Write the value itself, or a name that is assigned once in this file."
            if code == ProblemCode.NOT_STATIC
            else ""
        )
        self._refuse_at(self._span(node).at(self.path), code, message, hint)

    def _refuse_at(self, at: Location, code: ProblemCode, message: str, hint: str = "") -> NoReturn:
        raise _Refused(Problem(code=code, message=message, at=at, hint=hint))


def _last_wins(entries: list[Entry]) -> tuple[Entry, ...]:
    """Merged as Python merges dicts: a key keeps its first position and gets its last value."""
    merged = {entry.key.value: entry for entry in entries}
    return tuple(merged.values())
