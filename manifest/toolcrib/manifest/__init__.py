"""What is declared: rows, pins, loader, JSON Schema, round-trip editing."""

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

__all__ = [
    "OPEN_QUESTION",
    "Agent",
    "Capability",
    "Declared",
    "EditError",
    "EmptySelection",
    "Location",
    "Manifest",
    "ManifestComment",
    "ManifestError",
    "ManifestProblems",
    "PinError",
    "Pins",
    "ProblemCode",
    "Rename",
    "RuntimeTools",
    "Sources",
    "ToolRow",
    "ToolcribError",
    "declare",
    "dump",
    "dump_pins",
    "load",
    "load_text",
    "near_miss",
    "nearest",
    "read_sources",
]
