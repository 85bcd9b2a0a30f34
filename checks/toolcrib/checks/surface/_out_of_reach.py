"""Imports of the project's own files that are not read because git ignores them: what they register is not known.

Room: checks, middle. Pure. Whether such a file could register was looked at where it was found.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from toolcrib.checks.surface._program import Module, Program
from toolcrib.checks.surface._types import NotRead, Unresolved
from toolcrib.manifest import Location

MAY_REGISTER = "ignored by git although it may register tools, imported by"


def ignored_imports(program: Program, not_read: Sequence[NotRead]) -> Iterator[Unresolved]:
    """One place an ignored file: the import that brings it in."""
    for entry in not_read:
        if not entry.why.startswith(MAY_REGISTER):
            continue
        importer = program.modules.get(entry.why.removeprefix(f"{MAY_REGISTER} "))
        if importer is None:
            continue
        yield Unresolved(
            at=Location(importer.path, _line(importer, entry.path)),
            framework="",
            server="",
            reason=f"`{entry.path}` is imported here and ignored by git, so it is not read: it may register tools",
            settle=f"let git track {entry.path}, or acknowledge this place with the names that it registers",
            anchor=f"<module>: import of {entry.path}",
            dynamic=True,
        )


def _line(importer: Module, path: str) -> int:
    """The first line that imports the file's name."""
    name = path.removesuffix("/__init__.py").removesuffix(".py").rpartition("/")[2].encode()
    for number, line in enumerate(importer.data.splitlines(), start=1):
        if b"import" in line and name in line:
            return number
    return 1
