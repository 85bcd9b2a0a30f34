"""Apply edits to the text of a manifest or of its pins.

Room: manifest, middle. Pure: texts and edits in, texts out; nothing is written (`_write`). After every step the new text
is read again and has to say exactly what was asked for, otherwise the whole edit is refused.
Touch it when there is a new edit. Not here: how a change looks in the text (`_splice`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from toolcrib.manifest._declared import Declared, Sources
from toolcrib.manifest._decode import decode
from toolcrib.manifest._dump import agent_lines, capability_line, flow_list, flow_mapping, rename_line
from toolcrib.manifest._edits import (
    AddAgent,
    AddCapability,
    AddPin,
    AddRow,
    DraftRow,
    Edit,
    FileChange,
    RemovePin,
    RemoveRow,
    RenameTool,
    SetField,
)
from toolcrib.manifest._errors import EditError, ManifestProblems, Problem
from toolcrib.manifest._near import nearest
from toolcrib.manifest._rows import ToolRow
from toolcrib.manifest._scalars import plain_or_quoted
from toolcrib.manifest._splice import Cut, Splicer, Written, paste, rendered
from toolcrib.manifest._texts import OPEN_QUESTION
from toolcrib.manifest._tree import Entries, Entry, Items, Node, Nothing, Scalar
from toolcrib.manifest._yaml import read_yaml

Kind: TypeAlias = Literal["manifest", "pins"]
Keys: TypeAlias = tuple[str, ...]
Plain: TypeAlias = "dict[str, Plain] | list[Plain] | str | bool | int | float | None"

_ORDER = ("agents", "capabilities", "tools", "renamed", "mutating", "ungated")
_FIELDS = (*ToolRow.model_fields, "empty_selection", "runtime_tools", "feature", "to", "until")


# -- steps: what an edit comes down to in one file ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Insert:
    """A new entry of a section; `lines` when it is written one entry a line, `flow` inside braces."""

    path: Keys
    lines: tuple[str, ...]
    flow: str
    plain: Plain


@dataclass(frozen=True, slots=True)
class _Put:
    """Another value at a path; a key that is not there yet is added."""

    path: Keys
    value: Written


@dataclass(frozen=True, slots=True)
class _Remove:
    path: Keys


@dataclass(frozen=True, slots=True)
class _Rekey:
    path: Keys
    new: str


_Step: TypeAlias = _Insert | _Put | _Remove | _Rekey


def edit_text(text: str, edits: Iterable[Edit], *, kind: Kind = "manifest") -> str:
    """`text` with the edits made, and every other line as it was. Raises `EditError` and changes nothing otherwise."""
    document = _Document(text, f"{'pins' if kind == 'pins' else 'tools'}.yaml")
    for edit in edits:
        document.make(_steps(edit, kind, document.plain))
    return document.finish()


def apply_edits(declared: Declared | Sources, edits: Iterable[Edit]) -> tuple[FileChange, ...]:
    """The files that change when the edits are made. Nothing is written; `write_changes` does that.

    Works on `Sources` too, so that a manifest that cannot be loaded yet can be put right.
    """
    sources = declared.sources if isinstance(declared, Declared) else declared
    documents: dict[str, _Document] = {}

    def document(path: str) -> _Document:
        if path not in documents:
            content = sources.files.get(path, b"")
            text = decode(content, path)
            if isinstance(text, Problem):
                raise ManifestProblems.of(path, [text])
            documents[path] = _Document(text, path)
        return documents[path]

    for edit in edits:
        if not isinstance(edit, (AddPin, RemovePin)):
            _in_manifest(edit, sources, document)
        if isinstance(edit, (AddPin, RemovePin, RenameTool)) and (
            not isinstance(edit, RenameTool) or sources.pins_path in sources.files
        ):
            document(sources.pins_path).make(_steps(edit, "pins", document(sources.pins_path).plain))
    changes = []
    for path, edited in documents.items():
        after = edited.finish().encode("utf-8")
        before = sources.files.get(path)
        if after != (before or b""):
            changes.append(FileChange(path=path, before=before, after=after))
    return tuple(changes)


def _in_manifest(edit: Edit, sources: Sources, document: Callable[[str], _Document]) -> None:
    files = [path for path in sources.manifest_files if not path.endswith(".py")]
    if not files:
        raise EditError(
            f"{sources.path} is Python, which is edited by hand",
            hint=f"Change it to: {_in_short(edit)}",
        )
    if isinstance(edit, RenameTool):
        owner = _owner(edit.old, "tools", files, document)
        for path in files:
            steps = _steps(edit, "manifest", document(path).plain, whole=path == owner)
            document(path).make(steps)
        return
    match edit:
        case AddRow():
            path = edit.file or _home(edit.row.capability, files, document)
            if edit.file and edit.file not in files:
                raise EditError(f"{edit.file} is no file of the manifest", hint=f"Its files: {', '.join(files)}.")
            taken = [f for f in files if edit.name in _section(document(f).plain, "tools")]
            if taken and taken != [path]:
                raise EditError(f"tool `{edit.name}` has a row already, in {taken[0]}")
        case RemoveRow():
            path = _owner(edit.name, "tools", files, document)
        case SetField():
            path = _owner(edit.name, edit.section.value, files, document)
        case AddAgent():
            path = _holder("agents", files, document)
        case _:
            path = _holder("capabilities", files, document)
    document(path).make(_steps(edit, "manifest", document(path).plain))


def _owner(name: str, section: str, files: Sequence[str], document: Callable[[str], _Document]) -> str:
    found = next((path for path in files if name in _section(document(path).plain, section)), None)
    if found is None:
        raise _not_there(section, name, [n for path in files for n in _section(document(path).plain, section)])
    return found


def _holder(section: str, files: Sequence[str], document: Callable[[str], _Document]) -> str:
    return next((path for path in files if section in document(path).plain), files[0])


def _home(capability: str, files: Sequence[str], document: Callable[[str], _Document]) -> str:
    """The file where a row of this capability belongs: with the most of its rows, else with any rows."""

    def same(path: str) -> int:
        rows = _section(document(path).plain, "tools").values()
        return sum(isinstance(row, dict) and row.get("capability") == capability for row in rows)

    best = max(files, key=same)
    return best if same(best) else _holder("tools", files, document)


def _in_short(edit: Edit) -> str:
    match edit:
        case AddRow(name, row):
            lines = "; ".join(line.strip() for line in _row_lines(name, row)[1:])
            return f"{name}: {{{lines}}}"
        case SetField(name, field, value):
            return f"`{field}` of `{name}`: {rendered(_written(value), flow=True)}"
        case RenameTool(old, new):
            return f"`{new}` in place of `{old}`"
        case RemoveRow(name):
            return f"no row `{name}`"
    return type(edit).__name__


# -- edits to steps --------------------------------------------------------------------------------------------------------


def _steps(edit: Edit, kind: Kind, plain: Mapping[str, Plain], *, whole: bool = True) -> list[_Step]:
    if (kind == "pins") != isinstance(edit, (AddPin, RemovePin)) and not isinstance(edit, RenameTool):
        raise EditError(f"{type(edit).__name__} does not belong in the {'pins' if kind == 'pins' else 'manifest'} file")
    match edit:
        case AddRow(name, row):
            _must_be_new(plain, "tools", name, "row")
            lines = _row_lines(name, row)
            return [_Insert(("tools", name), tuple(lines), _row_flow(row), _row_plain(row))]
        case RemoveRow(name):
            _must_exist(plain, "tools", name)
            return [_Remove(("tools", name))]
        case SetField(name, field, value, section):
            _must_exist(plain, section.value, name)
            if value is None and field != "feature":
                entry = _section(plain, section.value)[name]
                return [_Remove((section.value, name, field))] if isinstance(entry, dict) and field in entry else []
            return [_Put((section.value, name, field), _written(value))]
        case RenameTool():
            return _rename_in_pins(edit, plain) if kind == "pins" else _rename(edit, plain, whole)
        case AddAgent(name, empty, runtime, note):
            _must_be_new(plain, "agents", name, "agent")
            lines = _noted(agent_lines(name, str(empty), runtime), note)
            inner: dict[str, Plain] = {"empty_selection": str(empty)}
            flow = f"empty_selection: {empty}"
            if runtime:
                tools = flow_list(runtime.tools)
                flow += f", runtime_tools: {{source: {plain_or_quoted(runtime.source, flow=True)}, tools: {tools}}}"
                inner["runtime_tools"] = {"source": runtime.source, "tools": list(runtime.tools)}
            return [_Insert(("agents", name), tuple(lines), f"{{{flow}}}", inner)]
        case AddCapability(name, feature, note):
            _must_be_new(plain, "capabilities", name, "capability")
            line = capability_line(name, feature)
            flow = line[line.index("{") :]
            return [_Insert(("capabilities", name), tuple(_noted([line], note)), flow, {"feature": feature})]
        case AddPin(pin, name, reason):
            before = _section(plain, pin.value).get(name)
            if before == OPEN_QUESTION:
                return [_Put((pin.value, name), reason)]
            _must_be_new(plain, pin.value, name, "pin")
            line = f"{plain_or_quoted(name)}: {plain_or_quoted(reason)}"
            return [_Insert((pin.value, name), (line,), plain_or_quoted(reason, flow=True), reason)]
        case RemovePin(pin, name):
            _must_exist(plain, pin.value, name)
            return [_Remove((pin.value, name))]


def _rename(edit: RenameTool, plain: Mapping[str, Plain], whole: bool) -> list[_Step]:
    steps: list[_Step] = []
    if whole:
        _must_exist(plain, "tools", edit.old)
        _must_be_new(plain, "tools", edit.new, "row")
        steps.append(_Rekey(("tools", edit.old), edit.new))
    for old, rename in _section(plain, "renamed").items():
        if isinstance(rename, dict) and rename.get("to") == edit.old:
            if old == edit.new:
                steps.append(_Remove(("renamed", old)))  # renamed back: the old name is the real one again
            else:
                steps.append(_Put(("renamed", old, "to"), edit.new))
    if whole and edit.until is not None:
        line = rename_line(edit.old, edit.new, edit.until)
        value: Plain = {"to": edit.new, "until": edit.until.isoformat()}
        steps.append(_Insert(("renamed", edit.old), (line,), line[line.index("{") :], value))
    return steps


def _rename_in_pins(edit: RenameTool, plain: Mapping[str, Plain]) -> list[_Step]:
    if edit.old not in _section(plain, "mutating"):
        return []
    _must_be_new(plain, "mutating", edit.new, "pin")
    return [_Rekey(("mutating", edit.old), edit.new)]


def _row_lines(name: str, row: ToolRow | DraftRow) -> list[str]:
    lines = [f"{plain_or_quoted(name)}:"]
    notes = row.notes if isinstance(row, DraftRow) else {}
    for key, written in _row_fields(row, flow=False):
        note = f"  # {notes[key]}" if key in notes else ""
        lines.append(f"  {key}: {written}{note}")
    return lines


def _row_flow(row: ToolRow | DraftRow) -> str:
    return f"{{{', '.join(f'{key}: {written}' for key, written in _row_fields(row, flow=True))}}}"


def _row_fields(row: ToolRow | DraftRow, *, flow: bool) -> list[tuple[str, str]]:
    mutates = row.mutates if isinstance(row.mutates, str) else ("true" if row.mutates else "false")
    fields = [
        ("description", plain_or_quoted(row.description, flow=flow)),
        ("capability", plain_or_quoted(row.capability, flow=flow)),
        ("mutates", mutates),
        ("agents", flow_list(row.agents)),
    ]
    return [*fields, ("scope", flow_mapping(row.scope))] if row.scope else fields


def _row_plain(row: ToolRow | DraftRow) -> dict[str, Plain]:
    plain: dict[str, Plain] = {
        "description": row.description,
        "capability": row.capability,
        "mutates": row.mutates,
        "agents": list(row.agents),
    }
    return {**plain, "scope": dict(row.scope)} if row.scope else plain


def _noted(lines: list[str], note: str) -> list[str]:
    return [f"{lines[0]}  # {note}", *lines[1:]] if note else lines


def _written(value: object) -> Written:
    if isinstance(value, (list, tuple)):
        return tuple(str(item) for item in value)
    if isinstance(value, Mapping):
        return {str(key): str(inner) for key, inner in value.items()}
    return value  # type: ignore[return-value]  # the rest of FieldValue


def _section(plain: Mapping[str, Plain], name: str) -> Mapping[str, Plain]:
    section = plain.get(name)
    return section if isinstance(section, dict) else {}


def _must_exist(plain: Mapping[str, Plain], section: str, name: str) -> None:
    if name not in _section(plain, section):
        raise _not_there(section, name, _section(plain, section))


def _not_there(section: str, name: str, known: Iterable[str]) -> EditError:
    near = nearest(name, known)
    hint = f"Nearest: {', '.join(f'`{n}`' for n in near)}." if near else ""
    return EditError(f"there is no `{name}` under `{section}`", hint=hint, path=(section, name))


def _must_be_new(plain: Mapping[str, Plain], section: str, name: str, what: str) -> None:
    if name in _section(plain, section):
        raise EditError(f"there is a {what} `{name}` under `{section}` already", path=(section, name))


# -- steps to text ---------------------------------------------------------------------------------------------------------


class _Document:
    """One file's text, the tree of it, and the cuts that are waiting to be made."""

    def __init__(self, text: str, path: str) -> None:
        self.path = path
        self.ends = not text or text.endswith("\n")
        self._read(text if self.ends else text + "\n")
        self.plain: dict[str, Plain] = _plain_of(self.root) if self.root else {}

    def make(self, steps: Sequence[_Step]) -> None:
        """Make the steps, or raise `EditError`."""
        for step in steps:
            if self._collides(step.path):
                self._settle()
            self.cuts += self._cuts(step)
            self.touched.append(step.path)
            _apply(self.plain, step)

    def finish(self) -> str:
        self._settle()
        return self.text if self.ends else self.text.removesuffix("\n").removesuffix("\r")

    def _read(self, text: str) -> None:
        root, problems = read_yaml(text, self.path)
        if problems:
            raise ManifestProblems.of(self.path, problems)
        if root is not None and not isinstance(root, Entries):
            raise EditError(f"{self.path} is no mapping of sections, so it cannot be edited")
        self.text, self.root = text, root
        self.splicer = Splicer(text, root)
        self.cuts: list[Cut] = []
        self.touched: list[Keys] = []

    def _settle(self) -> None:
        """Make the waiting cuts, and hold the new text to what was asked for."""
        if not self.cuts:
            return
        text = paste(self.text, self.cuts)
        try:
            self._read(text)
        except ManifestProblems as problems:
            raise EditError(f"the edit would leave {self.path} unreadable; nothing was changed") from problems
        if (_plain_of(self.root) if self.root else {}) != self.plain:
            raise EditError(
                f"the edit cannot be made in {self.path} without changing more than was asked for; nothing was changed",
                hint="The file is written in a way that toolcrib does not edit; make this change by hand.",
            )

    def _collides(self, path: Keys) -> bool:
        """Whether cuts that are waiting have moved what `path` stands in."""
        for other in self.touched:
            shared = min(len(path), len(other))
            if path[:shared] == other[:shared]:
                return True
        section = self._entry(path[:1])
        if section is None or not isinstance(section.value, Entries) or len(section.value.entries) < 2:
            return any(other[:1] == path[:1] for other in self.touched) or section is None
        gone = sum(len(other) == 2 and other[0] == path[0] for other in self.touched)
        return gone >= len(section.value.entries) - 1

    def _entry(self, path: Keys) -> Entry | None:
        node: Node | None = self.root
        entry = None
        for key in path:
            entry = node.get(key) if isinstance(node, Entries) else None
            if entry is None:
                return None
            node = entry.value
        return entry

    def _cuts(self, step: _Step) -> list[Cut]:
        match step:
            case _Insert(path, lines, flow, _):
                return self._insert(path, lines, flow)
            case _Remove(path):
                owner = self._entry(path[:-1])
                entry, parent = self._entry(path), owner.value if owner else None
                assert entry is not None
                assert isinstance(parent, Entries)
                return self.splicer.remove(parent, entry, owner)
            case _Rekey(path, new):
                entry, owner = self._entry(path), self._entry(path[:-1])
                assert entry is not None
                assert owner is not None
                assert isinstance(owner.value, Entries)
                return self.splicer.rename_key(entry, new, flow=owner.value.flow)
            case _Put(path, value):
                owner = self._entry(path[:-1])
                parent = owner.value if owner else None
                if not isinstance(parent, Entries):
                    raise EditError(f"`{'.'.join(path[:-1])}` is no mapping, so `{path[-1]}` cannot be set", path=path)
                entry = parent.get(path[-1])
                if entry is not None:
                    return self.splicer.set_value(entry, value, flow=parent.flow)
                line = f"{plain_or_quoted(path[-1])}: {rendered(value, flow=False)}"
                if not parent.entries and owner is not None:
                    return self.splicer.fill(owner, [line])
                return self.splicer.insert_field(parent, path[-1], [line], rendered(value, flow=True), _FIELDS)

    def _insert(self, path: Keys, lines: Sequence[str], flow: str) -> list[Cut]:
        section = self._entry(path[:1])
        if section is None:
            if self.root is not None and self.root.flow:
                return self.splicer.insert(self.root, path[0], [], f"{{{plain_or_quoted(path[1], flow=True)}: {flow}}}")
            later = _ORDER[_ORDER.index(path[0]) + 1 :]
            entries = self.root.entries if self.root else ()
            before = next((entry for entry in entries if entry.key.value in later), None)
            return self.splicer.append_section(path[0], lines, before=before)
        parent = section.value
        if isinstance(parent, Nothing) or (isinstance(parent, Entries) and not parent.entries):
            if self.root is not None and self.root.flow and isinstance(parent, Entries):
                return self.splicer.insert(parent, path[1], [], flow)
            return self.splicer.fill(section, lines)
        if not isinstance(parent, Entries):
            raise EditError(f"`{path[0]}` is no mapping, so nothing can be added to it", path=path[:1])
        return self.splicer.insert(parent, path[1], lines, flow)


def _apply(plain: dict[str, Plain], step: _Step) -> None:
    """The same step on plain values: what the new text has to say."""
    *above, last = step.path
    holder = plain
    for key in above:
        inner = holder.setdefault(key, {})
        if inner is None:
            inner = holder[key] = {}
        assert isinstance(inner, dict)
        holder = inner
    match step:
        case _Insert(plain=value):
            holder[last] = value
        case _Put(value=value):
            holder[last] = _plain_written(value)
        case _Remove():
            del holder[last]
        case _Rekey(new=new):
            items = [(new if key == last else key, value) for key, value in holder.items()]
            holder.clear()
            holder.update(items)


def _plain_written(value: Written) -> Plain:
    match value:
        case tuple():
            return list(value)
        case Mapping():
            return {key: str(inner) for key, inner in value.items()}
        case None | bool() | str():
            return value
    return value.isoformat()


def _plain_of(node: Node | None) -> dict[str, Plain]:
    plain = _plain(node)
    return plain if isinstance(plain, dict) else {}


def _plain(node: Node | None) -> Plain:
    match node:
        case Scalar():
            return node.value
        case Items():
            return [_plain(item) for item in node.items]
        case Entries():
            found: dict[str, Plain] = {}
            for entry in node.entries:
                found.setdefault(str(entry.key.value), _plain(entry.value))
            return found
    return None
