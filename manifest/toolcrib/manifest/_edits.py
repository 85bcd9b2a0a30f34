"""The edits that can be made to a manifest and its pins, as values.

Room: manifest, middle. Values only: what should change, not how the text is changed (`_edit`) or written (`_write`).
Touch it when `init`, `fix` or the admin page needs another change.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import Literal, TypeAlias, final

from toolcrib.manifest._rows import EmptySelection, RuntimeTools, ToolRow
from toolcrib.manifest._scope import ScopedArgument

Open: TypeAlias = Literal["???"]  # OPEN_QUESTION, where a person has to decide
FieldValue: TypeAlias = (
    str | bool | int | tuple[str, ...] | Mapping[str, str] | Mapping[str, ScopedArgument] | date | None
)


class PinKind(StrEnum):
    MUTATING = "mutating"
    UNGATED = "ungated"


class EditedSection(StrEnum):
    TOOLS = "tools"
    AGENTS = "agents"
    CAPABILITIES = "capabilities"
    RENAMED = "renamed"


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class DraftRow:
    """A row that may hold open questions. `notes` become comments at the end of a field's line."""

    description: str
    capability: str
    mutates: bool | Open
    agents: tuple[str, ...]
    scope: Mapping[str, str | ScopedArgument] = field(default_factory=dict)
    notes: Mapping[str, str] = field(default_factory=dict)


@final
@dataclass(frozen=True, slots=True)
class AddRow:
    """A new row. In a folder it goes to `file`, or to the file that holds the rows of its capability."""

    name: str
    row: ToolRow | DraftRow
    file: str = ""


@final
@dataclass(frozen=True, slots=True)
class RemoveRow:
    name: str


@final
@dataclass(frozen=True, slots=True)
class SetField:
    """Another value for one field of a row (or of an agent, capability or rename). None removes the field.

    None for a capability's `feature` is the value null.
    """

    name: str
    field: str
    value: FieldValue
    section: EditedSection = EditedSection.TOOLS


@final
@dataclass(frozen=True, slots=True)
class RenameTool:
    """Another name for a row, followed by its pin and by the renames that lead to it.

    With `until`, the old name joins `renamed` and is understood up to that day.
    """

    old: str
    new: str
    until: date | None = None


@final
@dataclass(frozen=True, slots=True)
class AddAgent:
    name: str
    empty_selection: EmptySelection | Open
    runtime_tools: RuntimeTools | None = None
    note: str = ""
    bound: tuple[str, ...] = ()


@final
@dataclass(frozen=True, slots=True)
class AddCapability:
    name: str
    feature: str | None
    note: str = ""


@final
@dataclass(frozen=True, slots=True)
class AddPin:
    """A pin with its reason; a reason that is still an open question is replaced."""

    kind: PinKind
    name: str
    reason: str


@final
@dataclass(frozen=True, slots=True)
class RemovePin:
    kind: PinKind
    name: str


Edit: TypeAlias = AddRow | RemoveRow | SetField | RenameTool | AddAgent | AddCapability | AddPin | RemovePin


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class FileChange:
    """What one file holds and what it should hold. `before` is None for a file that does not exist yet."""

    path: str
    before: bytes | None
    after: bytes
