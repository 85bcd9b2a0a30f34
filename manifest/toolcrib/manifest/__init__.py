"""What is declared: rows, pins, loader, JSON Schema, round-trip editing.

Room: manifest, the front door. Everything that others may use is named here; the modules behind it may be renamed.
Editing and the JSON Schema are brought in when they are first asked for: a running application needs neither.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from toolcrib.manifest._build import declare
from toolcrib.manifest._declared import Declared, ManifestComment, Sources
from toolcrib.manifest._dump import dump, dump_pins
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
from toolcrib.manifest._near import folded_name, near_miss, nearest
from toolcrib.manifest._rows import (
    DEFAULT_RESULT_LIMIT,
    Agent,
    Capability,
    EmptySelection,
    Manifest,
    Pins,
    Rename,
    RuntimeTools,
    ToolRow,
)
from toolcrib.manifest._scope import PROJECT, WORKSPACE, ArgumentRule, ScopedArgument, argument_steps, plain_path
from toolcrib.manifest._texts import OPEN_QUESTION

if TYPE_CHECKING:
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
    from toolcrib.manifest._names import refuse_feature, refuse_name, refuse_tool_name
    from toolcrib.manifest._schema import SchemaKind, json_schema, schema_text
    from toolcrib.manifest._texts import refuse_reason
    from toolcrib.manifest._write import write_changes

__all__ = [
    "DEFAULT_RESULT_LIMIT",
    "OPEN_QUESTION",
    "PROJECT",
    "WORKSPACE",
    "AddAgent",
    "AddCapability",
    "AddPin",
    "AddRow",
    "Agent",
    "ArgumentRule",
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
    "SchemaKind",
    "ScopedArgument",
    "SetField",
    "Sources",
    "ToolRow",
    "ToolcribError",
    "apply_edits",
    "argument_steps",
    "declare",
    "dump",
    "dump_pins",
    "edit_text",
    "folded_name",
    "json_schema",
    "load",
    "load_text",
    "near_miss",
    "nearest",
    "plain_path",
    "read_sources",
    "refuse_feature",
    "refuse_name",
    "refuse_reason",
    "refuse_tool_name",
    "schema_text",
    "write_changes",
]

_LATER = {
    "_edit": ("apply_edits", "edit_text"),
    "_edits": [
        "AddAgent",
        "AddCapability",
        "AddPin",
        "AddRow",
        "DraftRow",
        "Edit",
        "EditedSection",
        "FileChange",
        "PinKind",
        "RemovePin",
        "RemoveRow",
        "RenameTool",
        "SetField",
    ],
    "_names": ("refuse_feature", "refuse_name", "refuse_tool_name"),
    "_schema": ("SchemaKind", "json_schema", "schema_text"),
    "_texts": ("refuse_reason",),
    "_write": ("write_changes",),
}


def __getattr__(name: str) -> object:
    for module, names in _LATER.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
