"""The whole way in one function: bytes of files → the surface they show.

Room: checks. Pure: nothing is opened, imported or run. Files that cannot be read make the whole reading fail, since a
surface with a hole is no surface.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from toolcrib.checks._lending import lend
from toolcrib.checks.surface._garbage import fewer_collections
from toolcrib.checks.surface._out_of_reach import ignored_imports
from toolcrib.checks.surface._program import Program
from toolcrib.checks.surface._read import FactsCache, SurfaceError, comments
from toolcrib.checks.surface._telling import Taking, say_what_was_taken
from toolcrib.checks.surface._types import NotRead, Surface
from toolcrib.checks.surface._workers import read_parts
from toolcrib.checks.surface.dialects._unread import unread


class SurfaceProblems(ExceptionGroup[SurfaceError]):
    """Every file that could not be read, in order of their paths."""

    def derive(self, excs: Sequence[SurfaceError], /) -> SurfaceProblems:  # type: ignore[override]  # narrower on purpose
        return SurfaceProblems(self.message, list(excs))


def read_surface(
    files: Mapping[str, bytes],
    *,
    not_read: Sequence[NotRead] = (),
    cache: FactsCache | None = None,
    look: bool = True,
    workers: int = 1,
    seen: Callable[[int, int], None] | None = None,
) -> Surface:
    """Read the tool surface of a set of Python files.

    `files` maps a path relative to the project root, with `/`, to the file's bytes; `cache` keeps what was parsed
    between runs. `look=False` reads every file to its end and through LibCST, where otherwise a look at its bytes may
    tell that it cannot matter and the standard library's parser reads it: the surface is the same, later. `workers`
    processes share the work where there is enough of it; `seen` is told how many files are done, of how many. Raises
    `SurfaceProblems` with one `SurfaceError` a file that is no readable Python.
    """
    loan = lend(files)
    files = loan.files
    taking = Taking() if look and loan.is_watched else None
    with fewer_collections():
        program = Program(files, cache, reference=not look)
        parts = program.parts(look=look)
        found, errors = read_parts(program, parts, workers, seen=seen, taking=taking)
        if taking is not None and not errors:
            say_what_was_taken(loan, parts, taking, not_read)
    if errors:
        ordered = sorted(errors, key=lambda e: str(e.at))
        raise SurfaceProblems(f"{len(ordered)} file(s) cannot be read", ordered)
    unresolved = (*found.unresolved, *ignored_imports(program, not_read))
    notes = (*found.notes, *unread({path: module.seen for path, module in program.modules.items()}))
    return replace(
        found,
        unresolved=tuple(sorted(unresolved, key=lambda u: (u.at, u.reason))),
        notes=tuple(sorted(notes, key=lambda n: (n.at, n.text))),
        files=tuple(sorted(files)),
        not_read=tuple(sorted(not_read, key=lambda n: (n.path, n.why))),
        comments=tuple(comment for path in sorted(files) for comment in comments(path, files[path])),
    )
