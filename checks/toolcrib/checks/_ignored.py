"""Files that git ignores and that code which is read imports: they run, and they are not read.

Room: checks, edge. In: the root, the files that are read, and every listed name. Out: one `NotRead` a file. Looks at
bytes only, and asks the file system whether an imported file is there; nothing is parsed.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

from toolcrib.checks import _disk
from toolcrib.checks._lending import lend
from toolcrib.checks.surface import NotRead
from toolcrib.checks.surface._out_of_reach import MAY_REGISTER
from toolcrib.checks.surface._program import FRAMEWORK_ROOTS
from toolcrib.checks.surface._taken import imported, plain_imports

IGNORED_WORDS = "ignored by git, imported by"
_FRAMEWORK = re.compile(rb"(?m)^[ \t]*(?:from|import)[ \t]+(?:" + "|".join(sorted(FRAMEWORK_ROOTS)).encode() + rb")\b")


def imported_but_ignored(root: Path, files: Mapping[str, bytes], listed: Collection[str]) -> tuple[NotRead, ...]:
    """Every Python file under `root` that a read file imports and that is in no list."""
    known = set(listed) | set(files)
    folders = _disk.Folders(root)
    found: dict[str, str] = {}
    seen: set[str] = set()
    loan = lend(files)
    for path in sorted(files):
        data = loan.files[path]
        statements = plain_imports(data)
        if loan.is_watched:
            loan.say(path, imported(statements))
        for candidate in _candidates(path, statements):
            if candidate in seen or candidate in known:
                continue
            seen.add(candidate)
            if folders.is_file(candidate) and _is_own(root, candidate, folders):
                found[candidate] = path
    return tuple(NotRead(path=file, files=1, why=_why(root, file, by, known)) for file, by in sorted(found.items()))


def _why(root: Path, file: str, by: str, known: Collection[str]) -> str:
    """A file that imports neither a framework nor the project's code (a generated version, say) registers nothing."""
    try:
        data = _disk.read(root / file)
    except OSError:
        return f"{MAY_REGISTER} {by}"
    harmless = _FRAMEWORK.search(data) is None and not any(c in known for c in _candidates(file, plain_imports(data)))
    return f"{IGNORED_WORDS} {by}" if harmless else f"{MAY_REGISTER} {by}"


def _candidates(path: str, statements: Iterable[tuple[bytes, bytes, bytes, bytes]]) -> Iterator[str]:
    """Where each import of a file may lead to; `statements` are its plain imports."""
    folder = posixpath.dirname(path)
    above = [folder]
    while above[-1]:
        above.append(posixpath.dirname(above[-1]))
    for dots, module, names, plain in statements:
        dotted = (plain or module).decode(errors="replace").replace(".", "/")
        places = above[len(dots) - 1 : len(dots)] if dots else above
        for place in places:
            base = posixpath.join(place, dotted) if dotted else place
            ways = [base] if dotted else []
            ways += [posixpath.join(base, n.split()[0]) for n in names.decode(errors="replace").split(",") if n.split()]
            for way in ways:
                yield f"{way}.py"
                yield f"{way}/__init__.py"


def _is_own(root: Path, name: str, folders: _disk.Folders) -> bool:
    """The file lies in the project, and it is no installed package."""
    if not Path(_disk.real(root / name)).is_relative_to(_disk.real(root)):
        return False
    above = [parent.as_posix() for parent in Path(name).parents][:-1]
    return not any(
        posixpath.basename(f) in ("site-packages", "node_modules") or folders.is_file(f"{f}/pyvenv.cfg") for f in above
    )
