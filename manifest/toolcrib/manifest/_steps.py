"""What an edit comes down to in one file: entries put in, taken out, given another value or another name.

Room: manifest, middle. Pure: an edit and the plain values of a file in, steps out, or why it makes no sense there.
Touch it when there is a new edit. Not here: how a step changes the text (`_document`, `_splice`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from toolcrib.manifest._dump import agent_lines, capability_line, flow_list, flow_scope, optional_fields, rename_line
from toolcrib.manifest._edits import (
    AddAgent,
    AddCapability,
    AddPin,
    AddRow,
    DraftRow,
    Edit,
    RemovePin,
    RemoveRow,
    RenameTool,
    SetField,
)
from toolcrib.manifest._errors import EditError
from toolcrib.manifest._near import nearest
from toolcrib.manifest._rows import ToolRow
from toolcrib.manifest._scalars import plain_or_quoted
from toolcrib.manifest._scope import ScopedArgument, plain_scope
from toolcrib.manifest._splice import Written
from toolcrib.manifest._texts import OPEN_QUESTION

Kind: TypeAlias = Literal["manifest", "pins"]
Keys: TypeAlias = tuple[str, ...]
Plain: TypeAlias = "dict[str, Plain] | list[Plain] | str | bool | int | float | None"


@dataclass(frozen=True, slots=True)
class Insert:
    """A new entry of a section; `lines` when it is written one entry a line, `flow` inside braces."""

    path: Keys
    lines: tuple[str, ...]
    flow: str
    plain: Plain


@dataclass(frozen=True, slots=True)
class Put:
    """Another value at a path; a key that is not there yet is added."""

    path: Keys
    value: Written


@dataclass(frozen=True, slots=True)
class Remove:
    path: Keys


@dataclass(frozen=True, slots=True)
class Rekey:
    path: Keys
    new: str


Step: TypeAlias = Insert | Put | Remove | Rekey


def steps_of(edit: Edit, kind: Kind, plain: Mapping[str, Plain], *, whole: bool = True) -> list[Step]:
    if (kind == "pins") != isinstance(edit, (AddPin, RemovePin)) and not isinstance(edit, RenameTool):
        raise EditError(f"{type(edit).__name__} does not belong in the {'pins' if kind == 'pins' else 'manifest'} file")
    match edit:
        case AddRow(name, row):
            _must_be_new(plain, "tools", name, "row")
            lines = row_lines(name, row)
            return [Insert(("tools", name), tuple(lines), _row_flow(row), _row_plain(row))]
        case RemoveRow(name):
            _must_exist(plain, "tools", name)
            return [Remove(("tools", name))]
        case SetField(name, field, value, section):
            _must_exist(plain, section.value, name)
            if value is None and field != "feature":
                entry = section_of(plain, section.value)[name]
                return [Remove((section.value, name, field))] if isinstance(entry, dict) and field in entry else []
            return [Put((section.value, name, field), written(value))]
        case RenameTool():
            return _rename_in_pins(edit, plain) if kind == "pins" else _rename(edit, plain, whole)
        case AddAgent(name, empty, runtime, note, bound):
            _must_be_new(plain, "agents", name, "agent")
            lines = _noted(agent_lines(name, str(empty), runtime, bound), note)
            inner: dict[str, Plain] = {"empty_selection": str(empty)}
            flow = f"empty_selection: {empty}"
            if runtime:
                tools = flow_list(runtime.tools)
                flow += f", runtime_tools: {{source: {plain_or_quoted(runtime.source, flow=True)}, tools: {tools}}}"
                inner["runtime_tools"] = {"source": runtime.source, "tools": list(runtime.tools)}
            if bound:
                flow += f", bound: {flow_list(bound)}"
                inner["bound"] = list(bound)
            return [Insert(("agents", name), tuple(lines), f"{{{flow}}}", inner)]
        case AddCapability(name, feature, note):
            _must_be_new(plain, "capabilities", name, "capability")
            line = capability_line(name, feature)
            flow = line[line.index("{") :]
            return [Insert(("capabilities", name), tuple(_noted([line], note)), flow, {"feature": feature})]
        case AddPin(pin, name, reason):
            before = section_of(plain, pin.value).get(name)
            if before == OPEN_QUESTION:
                return [Put((pin.value, name), reason)]
            _must_be_new(plain, pin.value, name, "pin")
            line = f"{plain_or_quoted(name)}: {plain_or_quoted(reason)}"
            return [Insert((pin.value, name), (line,), plain_or_quoted(reason, flow=True), reason)]
        case RemovePin(pin, name):
            _must_exist(plain, pin.value, name)
            return [Remove((pin.value, name))]


def _rename(edit: RenameTool, plain: Mapping[str, Plain], whole: bool) -> list[Step]:
    steps: list[Step] = []
    if whole:
        _must_exist(plain, "tools", edit.old)
        _must_be_new(plain, "tools", edit.new, "row")
        steps.append(Rekey(("tools", edit.old), edit.new))
    for old, rename in section_of(plain, "renamed").items():
        if isinstance(rename, dict) and rename.get("to") == edit.old:
            if old == edit.new:
                steps.append(Remove(("renamed", old)))  # renamed back: the old name is the real one again
            else:
                steps.append(Put(("renamed", old, "to"), edit.new))
    if whole and edit.until is not None:
        line = rename_line(edit.old, edit.new, edit.until)
        value: Plain = {"to": edit.new, "until": edit.until.isoformat()}
        steps.append(Insert(("renamed", edit.old), (line,), line[line.index("{") :], value))
    return steps


def _rename_in_pins(edit: RenameTool, plain: Mapping[str, Plain]) -> list[Step]:
    if edit.old not in section_of(plain, "mutating"):
        return []
    _must_be_new(plain, "mutating", edit.new, "pin")
    return [Rekey(("mutating", edit.old), edit.new)]


def row_lines(name: str, row: ToolRow | DraftRow) -> list[str]:
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
    if isinstance(row, ToolRow):
        return [*fields, *optional_fields(row)]
    return [*fields, ("scope", flow_scope(row.scope))] if row.scope else fields


def _row_plain(row: ToolRow | DraftRow) -> dict[str, Plain]:
    plain: dict[str, Plain] = {
        "description": row.description,
        "capability": row.capability,
        "mutates": row.mutates,
        "agents": list(row.agents),
    }
    if row.scope:
        plain["scope"] = {path: as_plain(one) for path, one in row.scope.items()}
    if isinstance(row, ToolRow) and row.whole_workspace:
        plain["whole_workspace"] = True
    if isinstance(row, ToolRow) and row.result_limit is not None:
        plain["result_limit"] = row.result_limit
    return plain


def as_plain(value: object) -> Plain:
    """A value of a mapping as a file holds it: a text, or one more mapping of texts."""
    if isinstance(value, ScopedArgument):
        return {**plain} if isinstance(plain := plain_scope(value), dict) else plain
    return {str(key): str(inner) for key, inner in value.items()} if isinstance(value, Mapping) else str(value)


def _noted(lines: list[str], note: str) -> list[str]:
    return [f"{lines[0]}  # {note}", *lines[1:]] if note else lines


def written(value: object) -> Written:
    if isinstance(value, (list, tuple)):
        return tuple(str(item) for item in value)
    if isinstance(value, Mapping):
        return {str(key): as_plain(inner) for key, inner in value.items()}
    return value  # type: ignore[return-value]  # the rest of FieldValue


def section_of(plain: Mapping[str, Plain], name: str) -> Mapping[str, Plain]:
    section = plain.get(name)
    return section if isinstance(section, dict) else {}


def _must_exist(plain: Mapping[str, Plain], section: str, name: str) -> None:
    if name not in section_of(plain, section):
        raise not_there(section, name, section_of(plain, section))


def not_there(section: str, name: str, known: Iterable[str]) -> EditError:
    near = nearest(name, known)
    hint = f"Nearest: {', '.join(f'`{n}`' for n in near)}." if near else ""
    return EditError(f"there is no `{name}` under `{section}`", hint=hint, path=(section, name))


def _must_be_new(plain: Mapping[str, Plain], section: str, name: str, what: str) -> None:
    if name in section_of(plain, section):
        raise EditError(
            f"there is {'an' if what == 'agent' else 'a'} {what} `{name}` under `{section}` already",
            path=(section, name),
        )
