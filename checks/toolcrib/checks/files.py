"""Find the Python files that are the project's source, and say which were left out and why.

Room: checks, edge. In: the project root and what the configuration or the command line names. Out: `Sources`: bytes by
relative path, and one `NotRead` for each folder that was left out. Reads files and asks git for its list; writes
nothing. A file that cannot be read is an error of the run, never skipped.
Not here: what the files show (`surface`), which patterns are configured (`config`).
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from toolcrib.checks import _disk
from toolcrib.checks._git import list_files
from toolcrib.checks._globs import Globs
from toolcrib.checks._ignored import imported_but_ignored
from toolcrib.checks._kept import FOLDER
from toolcrib.checks._lending import Account, Contents
from toolcrib.checks.surface import NotRead, SurfaceError
from toolcrib.manifest import Location, ToolcribError

BY_DEFAULT = (
    "tests",
    "test",
    "examples",
    "example",
    "docs",
    "doc",
    "benchmarks",
    "conftest.py",
    "test_*.py",
    "*_test.py",
)
"""Names that are left out unless they are asked for: what tests and examples declare is offered to nobody."""

BY_DEFAULT_WORDS = "by default"
_EXCLUDED = "excluded in the configuration"
OUTSIDE_WORDS = "outside the configured source"
_LINK = "a link that leaves the project"
_SUBMODULE = "a git submodule"
_INSTALLED = "an environment of installed packages"
DOCUMENTS = ("AGENT.md", "APP.md")
_DOCUMENT_NAMES = frozenset(DOCUMENTS)
_DOCUMENT_FOLDERS = frozenset({".agentproto", ".agents"})
_SKIPPED_FOLDERS = frozenset({"node_modules", "site-packages", "__pycache__", "__pypackages__"})


_MOST_PROBLEMS = 20  # more than a person reads; the rest is counted
_RENAME = "Rename it, or leave it out with `exclude`, in which `?` stands for one character of any kind."


class SourceError(SurfaceError):
    """A source file or folder cannot be read, or there is no such place."""

    code = "source-unreadable"


class SourceProblems(ExceptionGroup[ToolcribError]):
    """Everything about the source that cannot be read, in the order of the paths."""

    def derive(self, excs: Sequence[ToolcribError], /) -> SourceProblems:  # type: ignore[override]  # narrower on purpose
        return SourceProblems(self.message, list(excs))


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """The bytes of every Python file that counts, by relative path, in order; and what was left out."""

    files: Mapping[str, bytes]
    not_read: tuple[NotRead, ...] = ()
    by_git: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """Which of the listed files are read: the words of `find_sources`, as a value."""

    paths: tuple[str, ...] = ()
    source: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    include: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """What lies under the root: Python files, and the places that are not entered; relative, "/"-separated, sorted."""

    files: tuple[str, ...]
    documents: tuple[str, ...] = ()  # those that may be AGENT.md or APP.md of agentproto
    closed: tuple[NotRead, ...] = ()
    links: tuple[tuple[str, str], ...] = ()  # of the files, those that are links: (link, the file it leads to)
    by_git: bool = False  # else a walk found them


def find_sources(
    root: Path,
    *,
    paths: Sequence[str] = (),
    source: Sequence[str] = (),
    exclude: Sequence[str] = (),
    include: Sequence[str] = (),
) -> Sources:
    """The Python files under `root` that are source.

    `source` names the folders or files that count (none: everything that git tracks or does not ignore, else a walk).
    `exclude` takes away, `include` gives back what is left out by default. `paths` stand in the place of `source`, and
    a path that is itself left out by default is read all the same: somebody asked for it.
    """
    selection = Selection(paths=tuple(paths), source=tuple(source), exclude=tuple(exclude), include=tuple(include))
    listing = list_sources(root)
    wanted, left_out = select(listing, selection, root=root)
    files = read_files(root, wanted)
    not_read = (
        *summarise(left_out, read=wanted, closed=listing.closed),
        *imported_but_ignored(root, files, listing.files),
    )
    return Sources(files=files, not_read=not_read, by_git=listing.by_git)


def list_sources(root: Path) -> Listing:
    """Every Python file under `root`, from git where it answers, else from a walk."""
    if not _disk.is_folder(root):
        raise SourceError(f"{root.name or root} is not a folder", hint="Run it in the project's folder.")
    names = list_files(root)
    found = _from_git(root, names) if names else None
    # Git may answer with nothing although there is source: a folder that it ignores. Then everything is looked at.
    return found if found is not None and found.files else _from_walk(root)


def _from_git(root: Path, names: Sequence[str]) -> Listing:
    if any(_is_cache(root, *top) for top in {name.partition("/")[:2] for name in names}):
        raise SourceError(
            f"git tracks {FOLDER}, or does not ignore it: whoever wrote it would decide what toolcrib reads",
            at=Location(FOLDER),
            hint=f"Take it out of the repository and delete it: git rm -r --cached {FOLDER}; rm -r {FOLDER}",
        )
    found = _Found(root)
    installed = _Installed(found.folders)
    for name in sorted(set(names)):
        if installed.holds(name):
            continue
        standing = found.own_kind(name.rstrip("/"))
        if standing == _disk.FOLDER:
            count = _count_below(root / name)
            found.closed.append(NotRead(path=f"{name.rstrip('/')}/", files=count, why=_SUBMODULE))
        elif standing == _disk.LINK:
            found.add_link(name)
        elif standing != _disk.NOTHING and name.endswith(".py"):  # nothing: tracked, and deleted in the work tree
            found.files.append(name)
        elif standing != _disk.NOTHING and name.endswith(DOCUMENTS):
            found.documents.append(name)
    found.closed += installed.stated()
    return replace(found.listing(), by_git=True)


def _is_cache(root: Path, name: str, slash: str) -> bool:
    """Whether a name at the root is the cache's, also one that only this disk takes for it (case, short names)."""
    if name.casefold() == FOLDER or not slash:
        return name.casefold() == FOLDER
    try:
        return (root / name).samefile(root / FOLDER)
    except OSError:
        return False


class _Installed:
    """Environments of installed packages that git neither tracks nor ignores: other people's code, only stated."""

    def __init__(self, folders: _disk.Folders) -> None:
        self._folders = folders
        self._known: dict[str, bool] = {"": False}
        self._files: Counter[str] = Counter()

    def holds(self, name: str) -> bool:
        folder, _, base = name.rpartition("/")
        here = self._environment(folder)
        if here and base.endswith(".py"):
            self._files[here] += 1
        return bool(here)

    def stated(self) -> list[NotRead]:
        return [NotRead(path=f"{folder}/", files=count, why=_INSTALLED) for folder, count in self._files.items()]

    def _environment(self, folder: str) -> str:
        """The outermost environment that the folder lies in, "" when it lies in none."""
        parts = folder.split("/") if folder else []
        for end in range(1, len(parts) + 1):
            here = "/".join(parts[:end])
            if here not in self._known:
                skipped = parts[end - 1] in ("node_modules", "site-packages")
                self._known[here] = skipped or self._folders.is_file(f"{here}/pyvenv.cfg")
            if self._known[here]:
                return here
        return ""


def _from_walk(root: Path) -> Listing:
    _disk.spoil("git does not say whose files these are")
    found = _Found(root)
    for folder, folders, names in os.walk(root, onerror=_refuse):
        here = Path(folder)
        folders[:] = sorted(name for name in folders if not _is_skipped(here / name))
        for name in (*folders, *names):
            path = here / name
            if path.is_symlink():
                found.add_link(path.relative_to(root).as_posix())
            elif name in names and name.endswith(".py"):
                found.files.append(path.relative_to(root).as_posix())
            elif name in names and name in _DOCUMENT_NAMES:
                found.documents.append(path.relative_to(root).as_posix())
    return found.listing()


class _Found:
    """What a search has found so far."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._real_root = Path(_disk.real(root))
        self.folders = _disk.Folders(root)
        self.files: list[str] = []
        self.documents: list[str] = []
        self.closed: list[NotRead] = []
        self._links: list[tuple[str, str]] = []

    def own_kind(self, name: str) -> str:
        """What stands there itself. A name that its folder does not list may be spelled otherwise on the disk."""
        found = self.folders.own_kind(name)
        if found != _disk.NOTHING:
            return found
        try:
            return _disk.own_kind(self._root / name)
        except OSError:
            return _disk.OTHER  # it is there and cannot be looked at: reading it will say why

    def add_link(self, name: str) -> None:
        """A link that stays inside the project counts under its own name; one that leaves it is only stated."""
        target = Path(_disk.real(self._root / name))
        standing = _disk.kind(target)
        if not target.is_relative_to(self._real_root):
            if standing == _disk.FOLDER or name.endswith(".py"):
                where = f"{name}/" if standing == _disk.FOLDER else name
                self.closed.append(NotRead(path=where, files=0, why=_LINK))
        elif standing == _disk.FILE and name.endswith(".py"):
            self.files.append(name)
            self._links.append((name, target.relative_to(self._real_root).as_posix()))

    def listing(self) -> Listing:
        return Listing(
            files=tuple(sorted(self.files)),
            documents=tuple(sorted(name for name in self.documents if name.rpartition("/")[2] in _DOCUMENT_NAMES)),
            closed=tuple(sorted(self.closed, key=lambda entry: entry.path)),
            links=tuple(sorted(self._links)),
        )


def _is_skipped(folder: Path) -> bool:
    """Folders that hold other people's code or a tool's own things; only a walk needs to be told."""
    hidden = folder.name.startswith(".") and folder.name not in _DOCUMENT_FOLDERS
    return hidden or folder.name in _SKIPPED_FOLDERS or (folder / "pyvenv.cfg").is_file()


def _count_below(folder: Path) -> int:
    below = (entry for _, names in _disk.walk(folder) for entry in names.items())
    return sum(name.endswith(".py") and what != _disk.FOLDER for name, what in below)


def _refuse(error: OSError) -> None:
    raise SourceError(
        f"a folder cannot be read: {error.strerror or 'unknown reason'}",
        at=Location(Path(error.filename).name if error.filename else "."),
        hint="Make it readable, or leave it out with `exclude`.",
    ) from error


def select(listing: Listing, selection: Selection, *, root: Path) -> tuple[tuple[str, ...], Mapping[str, str]]:
    """Which of the listed files are read, and for each that is not, why."""
    asked = tuple(_normal(path) for path in selection.paths)
    roots = asked or tuple(_normal(path) for path in selection.source) or (".",)
    _require_places(roots, root, listing, what="path" if asked else "source")
    exclude, include = Globs(selection.exclude), Globs(selection.include)
    wanted: list[str] = []
    left_out: dict[str, str] = {}
    for file in listing.files:
        under = [place for place in roots if _lies_under(file, place)]
        if not under:
            left_out[file] = OUTSIDE_WORDS
        elif file in under:
            wanted.append(file)  # named itself
        elif exclude.match(file):
            left_out[file] = _EXCLUDED
        elif include.match(file) or any(not _by_default(file, place) for place in under):
            wanted.append(file)
        else:
            left_out[file] = BY_DEFAULT_WORDS
    read_anyway = set(wanted) - {link for link, _ in listing.links}
    twice = {link for link, target in listing.links if target in read_anyway}  # the same code under a second name
    if asked:  # what was not asked for is not worth a word
        left_out = {file: why for file, why in left_out.items() if why is not OUTSIDE_WORDS}
    return tuple(file for file in wanted if file not in twice), left_out


_LEFT_OUT = Globs(BY_DEFAULT)


def _by_default(file: str, place: str) -> bool:
    """Whether a file below `place` is left out by default; never when `place` itself would be: it was named."""
    if place == ".":
        return _LEFT_OUT.match(file)
    return not _LEFT_OUT.match(place) and _LEFT_OUT.match(file[len(place) + 1 :])


def _normal(path: str) -> str:
    return PurePosixPath(path.replace(os.sep, "/")).as_posix()


def _lies_under(file: str, place: str) -> bool:
    return place == "." or file == place or file.startswith(f"{place}/")


def _require_places(places: Sequence[str], root: Path, listing: Listing, *, what: str) -> None:
    """A name that matches nothing would make an empty surface, which is clean: refuse it."""
    problems: list[ToolcribError] = []
    for place in places:
        if place.startswith("/") or ".." in PurePosixPath(place).parts:
            problems.append(SourceError(f"{what} {place!r} lies outside the project", hint="Name it from the root."))
        elif not _disk.exists(root / place):
            problems.append(SourceError(f"{what} {place!r} does not exist", hint="Paths count from the project root."))
        elif _disk.is_file(root / place) and place not in listing.files:
            reason = "is no Python file" if not place.endswith(".py") else "is ignored by git or leaves the project"
            problems.append(SourceError(f"{what} {place!r} {reason}"))
    if problems:
        raise SourceProblems("the source cannot be read", problems)


def read_files(root: Path, names: Iterable[str]) -> Mapping[str, bytes]:
    """The bytes of each file; every file that cannot be read is named at once.

    In a run that is watched they are on account: who takes them says so, by looking or afterwards (`_lending`).
    """
    contents: dict[str, bytes] = {}
    problems: list[ToolcribError] = []
    top = os.fspath(root)
    account = Account(top)
    watched = _disk.open_account(account)
    for name in names:
        try:
            name.encode("utf-8")
            contents[name] = _disk.read(f"{top}/{name}", on_account=True)
        except UnicodeEncodeError:
            shown = name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
            problems.append(SourceError(f"the file name `{shown}` is not UTF-8", hint=_RENAME))
        except OSError as error:
            problems.append(
                SourceError(
                    f"the file cannot be read: {error.strerror or 'unknown reason'}",
                    at=Location(name),
                    hint="Make it readable, or leave it out with `exclude`.",
                )
            )
    if len(problems) > _MOST_PROBLEMS:
        rest = len(problems) - _MOST_PROBLEMS
        problems[_MOST_PROBLEMS:] = [
            SourceError(f"{rest} more files cannot be read", hint="Settle the first ones first.")
        ]
    if problems:
        raise SourceProblems("the source cannot be read", problems)
    return Contents(contents, account) if watched else contents


def summarise(
    left_out: Mapping[str, str], *, read: Iterable[str], closed: Sequence[NotRead] = ()
) -> tuple[NotRead, ...]:
    """One entry a folder and reason, with the number of Python files in it."""
    partly_read = {parent for file in read for parent in _parents(file)}
    counts = Counter((_place_of(file, why, partly_read), why) for file, why in left_out.items())
    entries = [NotRead(path=path, files=files, why=why) for (path, why), files in counts.items()]
    return tuple(sorted((*entries, *closed), key=lambda entry: (entry.why, entry.path)))


def _place_of(file: str, why: str, partly_read: set[str]) -> str:
    """The outermost folder that the reason holds for as a whole, else the pattern, else the file."""
    if why == BY_DEFAULT_WORDS:
        for parent in _parents(file):
            if _LEFT_OUT.match_name(parent.rpartition("/")[2]):
                return f"{parent}/"
        folder, _, name = file.rpartition("/")
        pattern = next((p for p in BY_DEFAULT if "*" in p and Globs((p,)).match_name(name)), name)
        return f"{folder}/{pattern}" if folder else pattern
    return next((f"{parent}/" for parent in _parents(file) if parent not in partly_read), file)


def _parents(file: str) -> Iterator[str]:
    parts = file.split("/")[:-1]
    return ("/".join(parts[: end + 1]) for end in range(len(parts)))
