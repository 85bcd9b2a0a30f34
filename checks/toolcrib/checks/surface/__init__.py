"""The surface: what the source shows, read without running it.

Room: checks. In: the bytes of source files. Out: a `Surface`. The steps are read → link → dialects (design: pure values
between them). Not here: comparing with the manifest (`toolcrib.checks.rules`), finding files (`toolcrib.checks.files`).
Names are fetched when they are first asked for: a run in which little has changed needs the look at bytes alone.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # as `typing` has it, without what importing that costs
if TYPE_CHECKING:
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

_HOMES = {"FactsCache": "_read", "SurfaceError": "_read", "SurfaceProblems": "_surface", "read_surface": "_surface"}


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES.get(name, '_types')}"), name)


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
