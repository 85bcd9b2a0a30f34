"""What the runtime asks: allowlists, decisions, sessions. Light: no libcst, no rendering, no framework.

Room: registry, the front door. Everything that others may use is named here; the modules behind it may be renamed.
Sessions, results and schemas are brought in when they are first asked for: a decision needs none of them.
"""

from importlib import import_module
from typing import TYPE_CHECKING

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

if TYPE_CHECKING:
    from toolcrib.registry._async_session import AsyncSession
    from toolcrib.registry._audit import AuditEvent
    from toolcrib.registry._results import Bounded, ErrorResult, Overflow, bounded
    from toolcrib.registry._schema import offered_schema
    from toolcrib.registry._schemas import Schemas
    from toolcrib.registry._session import Session
    from toolcrib.registry._turn import Answer, Offer, OfferedTool

__all__ = [
    "Allowlist",
    "Answer",
    "AsyncSession",
    "AuditEvent",
    "BindingError",
    "Bounded",
    "Decision",
    "ErrorResult",
    "Facts",
    "FactsError",
    "Id",
    "Layer",
    "LoadedSelection",
    "Nothing",
    "Offer",
    "OfferedTool",
    "Only",
    "Overflow",
    "Phase",
    "Reason",
    "Registry",
    "RegistryError",
    "Row",
    "SchemaError",
    "Schemas",
    "Scope",
    "Selection",
    "SelectionError",
    "SelectionProblems",
    "Session",
    "Step",
    "UnknownAgent",
    "UnknownTool",
    "UseDefaults",
    "WholeWorkspace",
    "bounded",
    "decide",
    "loaded_selection",
    "offered_schema",
    "parse_selection",
    "parse_selection_json",
    "validate_selection",
]

_LATER = {
    "_async_session": ("AsyncSession",),
    "_audit": ("AuditEvent",),
    "_results": ("Bounded", "ErrorResult", "Overflow", "bounded"),
    "_schema": ("offered_schema",),
    "_schemas": ("Schemas",),
    "_session": ("Session",),
    "_turn": ("Answer", "Offer", "OfferedTool"),
}


def __getattr__(name: str) -> object:
    for module, names in _LATER.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
