"""The surface: what the source shows, read without running it.

Room: checks. In: the bytes of source files. Out: a `Surface`. The steps are read → link → dialects (design: pure values
between them). Not here: comparing with the manifest (`toolcrib.checks.rules`), finding files (`toolcrib.checks.files`).
"""

from toolcrib.checks.surface._read import FactsCache, SurfaceError
from toolcrib.checks.surface._surface import SurfaceProblems, read_surface
from toolcrib.checks.surface._types import (
    AgentBinding,
    Argument,
    Arguments,
    Comment,
    Declaration,
    Description,
    Grant,
    Held,
    Hint,
    HintName,
    Note,
    NotRead,
    Surface,
    TextSource,
    Unresolved,
)

__all__ = [
    "AgentBinding",
    "Argument",
    "Arguments",
    "Comment",
    "Declaration",
    "Description",
    "FactsCache",
    "Grant",
    "Held",
    "Hint",
    "HintName",
    "NotRead",
    "Note",
    "Surface",
    "SurfaceError",
    "SurfaceProblems",
    "TextSource",
    "Unresolved",
    "read_surface",
]
