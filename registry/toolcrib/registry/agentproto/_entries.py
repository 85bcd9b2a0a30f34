"""What an agent lists under `tools:`: each entry with its form, the id that resolving reads from it, and its place.

Room: registry, middle. Values, and reading them from the tree. The elements are unchecked upstream: what has no id
there is an entry here too, so that it is said and not lost.
Touch it when entries may be written in another form. Not here: what an id comes to (`_resolve`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import final

from toolcrib.manifest import Location
from toolcrib.manifest.documents import Entries, Items, Node, Nothing, ProblemCode, Scalar, shown
from toolcrib.registry.agentproto._fields import Keys, Reading


class Form(StrEnum):
    """How an entry is written."""

    ID = "id"  # a bare text
    REF = "ref"  # {ref: …}
    FILE = "file"  # {file: …}: resolving does not read it
    INLINE = "inline"  # {inline: {…}}: resolving does not read it
    OTHER = "other"  # a number, true, a list, another mapping


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class ToolEntry:
    """`id` is "" where none can be read; `is_empty` where an empty one is written. `written` is for messages."""

    index: int
    form: Form
    id: str
    written: str
    at: Location
    is_empty: bool = False


def read_entries(reading: Reading, node: Node, keys: Keys) -> tuple[ToolEntry, ...]:
    if not isinstance(node, Items):
        reading.wrong(node, keys, "a list", "Write one `- id` a line; a mapping of ids grants nothing.")
        return ()
    found = (_read(reading, one, (*keys, index), index) for index, one in enumerate(node.items))
    return tuple(entry for entry in found if entry is not None)


def _read(reading: Reading, node: Node, keys: Keys, index: int) -> ToolEntry | None:
    at = reading.at(node)
    form, name, written, empty = Form.OTHER, "", "a list", False
    if isinstance(node, Scalar):
        before = len(reading.problems)
        value = reading.value(node, keys)
        if len(reading.problems) > before:
            return None
        written = shown(value)
        if value is None:
            _refuse_null(reading, node, keys)
            return None
        if isinstance(value, str):
            form, name, empty = Form.ID, value, not value
    elif isinstance(node, Nothing):
        _refuse_null(reading, node, keys)
        return None
    elif isinstance(node, Entries):
        held = reading.held(node, keys) or {}
        form = next((one for one in (Form.REF, Form.FILE, Form.INLINE) if one.value in held), Form.OTHER)
        written = "a mapping" if form is Form.OTHER else f"{{{form}}}"
        if form is Form.REF:
            before = len(reading.problems)
            value = reading.value(held["ref"][1], (*keys, "ref"))
            if len(reading.problems) > before:
                return None
            name = value if isinstance(value, str) else ""
            empty = isinstance(value, str) and not value
            written = "{ref: " + (shown(name) if isinstance(value, str) else "…") + "}"
    return ToolEntry(index=index, form=form, id=name, written=written, at=at, is_empty=empty)


def _refuse_null(reading: Reading, node: Node, keys: Keys) -> None:
    if not (isinstance(node, Nothing) and node.settled):
        message = "an empty entry: upstream fails on it when it builds the agent"
        reading.say(ProblemCode.WRONG_TYPE, message, keys, reading.at(node), "Write an id, or remove the line.")
