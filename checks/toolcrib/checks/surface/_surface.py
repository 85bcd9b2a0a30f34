"""The whole way in one function: bytes of files → the surface they show.

Room: checks. Pure: nothing is opened, imported or run. Files that cannot be read make the whole reading fail, since a
surface with a hole is no surface.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from toolcrib.checks.surface._collect import collect
from toolcrib.checks.surface._declare import Ledger
from toolcrib.checks.surface._evaluator import Evaluator
from toolcrib.checks.surface._out_of_reach import ignored_imports
from toolcrib.checks.surface._program import Program
from toolcrib.checks.surface._read import FactsCache, SurfaceError
from toolcrib.checks.surface._types import Comment, NotRead, Surface
from toolcrib.checks.surface.dialects import all_dialects
from toolcrib.checks.surface.dialects._unread import unread


class SurfaceProblems(ExceptionGroup[SurfaceError]):
    """Every file that could not be read, in order of their paths."""

    def derive(self, excs: Sequence[SurfaceError], /) -> SurfaceProblems:  # type: ignore[override]  # narrower on purpose
        return SurfaceProblems(self.message, list(excs))


def read_surface(
    files: Mapping[str, bytes], *, not_read: Sequence[NotRead] = (), cache: FactsCache | None = None, look: bool = True
) -> Surface:
    """Read the tool surface of a set of Python files.

    `files` maps a path relative to the project root, with `/`, to the file's bytes; `cache` keeps what was parsed
    between runs. `look=False` reads every file to its end and through LibCST, where otherwise a look at its bytes may
    tell that it cannot matter and the standard library's parser reads it: the surface is the same, later. Raises
    `SurfaceProblems` with one `SurfaceError` a file that is no readable Python.
    """
    program = Program(files, cache, reference=not look)
    ledger = Ledger()
    evaluator = Evaluator(program, all_dialects(), ledger)
    for part in program.parts(look=look):
        evaluator = Evaluator(program, all_dialects(), ledger)
        evaluator.run_all(part)
    if program.errors:
        ordered = sorted(program.errors, key=lambda e: str(e.at))
        raise SurfaceProblems(f"{len(ordered)} file(s) cannot be read", ordered)
    comments: list[Comment] = []
    for path in sorted(files):
        if b"toolcrib:" in files[path]:
            comments += program.modules[path].facts.comments
    found = collect(evaluator)
    unresolved = (*found.unresolved, *ignored_imports(program, not_read))
    notes = (*found.notes, *unread(files))
    return replace(
        found,
        unresolved=tuple(sorted(unresolved, key=lambda u: (u.at, u.reason))),
        notes=tuple(sorted(notes, key=lambda n: (n.at, n.text))),
        files=tuple(sorted(files)),
        not_read=tuple(sorted(not_read, key=lambda n: (n.path, n.why))),
        comments=tuple(comments),
    )
