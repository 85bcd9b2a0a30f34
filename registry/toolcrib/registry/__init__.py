"""What the runtime asks: allowlists, decisions, sessions. Light: no libcst, no rendering, no framework."""

from toolcrib.registry._decide import Decision, Step, decide
from toolcrib.registry._errors import BindingError, FactsError, RegistryError, SchemaError, UnknownAgent, UnknownTool
from toolcrib.registry._facts import Facts, Id, Scope, WholeWorkspace
from toolcrib.registry._published import loaded_selection, validate_selection
from toolcrib.registry._reasons import Layer, Phase, Reason
from toolcrib.registry._registry import Registry
from toolcrib.registry._rows import Allowlist, Row
from toolcrib.registry._selection import (
    LoadedSelection,
    Nothing,
    Only,
    Selection,
    SelectionError,
    SelectionProblems,
    UseDefaults,
    parse_selection,
    parse_selection_json,
)

__all__ = [
    "Allowlist",
    "BindingError",
    "Decision",
    "Facts",
    "FactsError",
    "Id",
    "Layer",
    "LoadedSelection",
    "Nothing",
    "Only",
    "Phase",
    "Reason",
    "Registry",
    "RegistryError",
    "Row",
    "SchemaError",
    "Scope",
    "Selection",
    "SelectionError",
    "SelectionProblems",
    "Step",
    "UnknownAgent",
    "UnknownTool",
    "UseDefaults",
    "WholeWorkspace",
    "decide",
    "loaded_selection",
    "parse_selection",
    "parse_selection_json",
    "validate_selection",
]
