"""What is declared: rows, pins, loader, JSON Schema, round-trip editing."""

from toolcrib.manifest._build import declare
from toolcrib.manifest._declared import Declared, ManifestComment, Sources
from toolcrib.manifest._dump import dump, dump_pins
from toolcrib.manifest._edit import apply_edits, edit_text
from toolcrib.manifest._edits import (
    AddAgent,
    AddCapability,
    AddPin,
    AddRow,
    DraftRow,
    Edit,
    EditedSection,
    FileChange,
    PinKind,
    RemovePin,
    RemoveRow,
    RenameTool,
    SetField,
)
from toolcrib.manifest._errors import (
    EditError,
    ManifestError,
    ManifestProblems,
    PinError,
    ProblemCode,
    ToolcribError,
)
from toolcrib.manifest._load import load, load_text, read_sources
from toolcrib.manifest._location import Location
from toolcrib.manifest._near import near_miss, nearest
from toolcrib.manifest._rows import (
    Agent,
    Capability,
    EmptySelection,
    Manifest,
    Pins,
    Rename,
    RuntimeTools,
    ToolRow,
)
from toolcrib.manifest._texts import OPEN_QUESTION
from toolcrib.manifest._write import write_changes

__all__ = [
    "OPEN_QUESTION",
    "AddAgent",
    "AddCapability",
    "AddPin",
    "AddRow",
    "Agent",
    "Capability",
    "Declared",
    "DraftRow",
    "Edit",
    "EditError",
    "EditedSection",
    "EmptySelection",
    "FileChange",
    "Location",
    "Manifest",
    "ManifestComment",
    "ManifestError",
    "ManifestProblems",
    "PinError",
    "PinKind",
    "Pins",
    "ProblemCode",
    "RemovePin",
    "RemoveRow",
    "Rename",
    "RenameTool",
    "RuntimeTools",
    "SetField",
    "Sources",
    "ToolRow",
    "ToolcribError",
    "apply_edits",
    "declare",
    "dump",
    "dump_pins",
    "edit_text",
    "load",
    "load_text",
    "near_miss",
    "nearest",
    "read_sources",
    "write_changes",
]
