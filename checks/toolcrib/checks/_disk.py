"""Look at the project's files, and remember what was asked and what the answer was.

Room: checks, edge: the one way in which a check asks the file system anything about the project. Under `watched()`
every question is kept with its answer, also where nothing was there, so that a later run can ask the same again
(`answers`). Imports next to nothing.
Not here: which files are asked for (`files`), the cache's own files (`_kept`).
"""

from __future__ import annotations

import errno
import os
import stat
from hashlib import sha256

from toolcrib.checks._kept import FOLDER as CACHE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from toolcrib.checks._lending import Account

Place = str | os.PathLike[str]
Stamp = tuple[int, int, int, int, int]
"""What `stat` says of a file or folder, which changes when its content does: size, mtime, ctime, inode, mode."""

READ, ENTRIES, KIND, OWN_KIND, REAL, GIT = "read", "entries", "kind", "own kind", "real", "git"
QUESTIONS = (READ, ENTRIES, KIND, OWN_KIND, REAL, GIT)

FILE, FOLDER, LINK, OTHER, NOTHING = "f", "d", "l", "o", ""
_ABSENT = frozenset({errno.ENOENT, errno.ENOTDIR, errno.ELOOP, errno.EBADF})


class Watch:
    """The questions of one run. `spoiled` says why it cannot be asked again as a whole, "" when it can."""

    def __init__(self) -> None:
        self.told: dict[tuple[str, str], str] = {}
        self.stamps: dict[str, Stamp] = {}  # of what was read or listed, as it was just before
        self.spoiled = ""
        self.plain: set[str] = set()  # files whose bytes were given to somebody who is on no account
        self.accounts: list[Account] = []

    def tell(self, question: str, path: str, answer: str, stamp: Stamp | None = None) -> None:
        if self.told.setdefault((question, path), answer) != answer:
            self.spoiled = f"{path} changed while it was read"
        elif stamp is not None:
            self.stamps.setdefault(path, stamp)


class _Current:
    watch: Watch | None = None


class watched:  # noqa: N801  # read as a word of `with`; contextlib costs a run without changes a tenth of its time
    """Remember everything that is asked meanwhile."""

    def __enter__(self) -> Watch:
        self._before, _Current.watch = _Current.watch, Watch()
        return _Current.watch

    def __exit__(self, *_: object) -> None:
        _Current.watch = self._before


def spoil(why: str) -> None:
    """What is done here cannot be asked again: no answer of this run is kept."""
    if _Current.watch is not None:
        _Current.watch.spoiled = why


def tell(question: str, place: Place, answer: str, stamp: Stamp | None = None) -> None:
    """Remember an answer, where anybody does."""
    if _Current.watch is not None:
        _Current.watch.tell(question, os.fspath(place), answer, stamp)


def open_account(account: Account) -> bool:
    """Whether anybody wants to know what is taken from the files on it; if so, they are read as `on_account`."""
    if _Current.watch is not None:
        _Current.watch.accounts.append(account)
    return _Current.watch is not None


def stamp_of(status: os.stat_result) -> Stamp:
    return (status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino, status.st_mode)


# --- questions -------------------------------------------------------------------------------------------------------


def read(place: Place, *, on_account: bool = False) -> bytes:
    """The bytes of a regular file; a pipe or a device, which may never end, is an `OSError`.

    `on_account`: what is taken from them is told by `_lending`; else it is all of them.
    """
    if _Current.watch is not None and not on_account:
        _Current.watch.plain.add(os.fspath(place))
    try:
        status = os.stat(place)
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.EINVAL, "it is no regular file")
        with open(place, "rb") as stream:
            data = stream.read()
    except OSError as error:
        tell(READ, place, _failed(error))
        raise
    if _Current.watch is not None:
        tell(READ, place, sha256(data).hexdigest(), stamp_of(status))
    return data


def entries(place: Place) -> dict[str, str]:
    """The names in a folder but for the cache, each with what it is itself: FILE, FOLDER, LINK or OTHER."""
    try:
        before = stamp_of(os.stat(place)) if _Current.watch is not None else None
        with os.scandir(place) as found:
            names = {entry.name: _type_of(entry) for entry in found if entry.name != CACHE}
    except OSError as error:
        tell(ENTRIES, place, _failed(error))
        raise
    if before is not None:
        tell(ENTRIES, place, listing_digest(names), before)
    return names


def listing_digest(names: Mapping[str, str]) -> str:
    text = "".join(f"{kind}{name}/" for name, kind in sorted(names.items()))
    return sha256(os.fsencode(text)).hexdigest()


def _type_of(entry: os.DirEntry[str]) -> str:
    if entry.is_symlink():
        return LINK
    if entry.is_dir(follow_symlinks=False):
        return FOLDER
    return FILE if entry.is_file(follow_symlinks=False) else OTHER


def kind(place: Place) -> str:
    """What stands there, links followed: FILE, FOLDER, OTHER or NOTHING."""
    return _look_at(KIND, place)


def own_kind(place: Place) -> str:
    """What stands there itself: also LINK."""
    return _look_at(OWN_KIND, place)


def _look_at(question: str, place: Place) -> str:
    try:
        mode = (os.stat if question == KIND else os.lstat)(place).st_mode
    except (OSError, ValueError) as error:
        if isinstance(error, OSError) and error.errno not in _ABSENT:
            tell(question, place, _failed(error))
            raise
        mode = 0
    found = _kind_of(mode)
    tell(question, place, found)
    return found


def _kind_of(mode: int) -> str:
    if not mode:
        return NOTHING
    if stat.S_ISLNK(mode):
        return LINK
    return FOLDER if stat.S_ISDIR(mode) else FILE if stat.S_ISREG(mode) else OTHER


def exists(place: Place) -> bool:
    return kind(place) != NOTHING


def is_file(place: Place) -> bool:
    return kind(place) == FILE


def is_folder(place: Place) -> bool:
    return kind(place) == FOLDER


def real(place: Place) -> str:
    """The path with every link followed."""
    found = os.path.realpath(place)
    tell(REAL, place, found)
    return found


def walk(place: Place) -> Iterator[tuple[str, dict[str, str]]]:
    """Every folder from `place` down, no link followed, with its entries; one that cannot be read has none."""
    todo = [os.fspath(place)]
    while todo:
        folder = todo.pop()
        try:
            names = entries(folder)
        except OSError:
            names = {}
        yield folder, names
        todo += [f"{folder}/{name}" for name, what in names.items() if what == FOLDER]


def _failed(error: OSError) -> str:
    return f"!{error.errno}"


def ask(question: str, path: str) -> str:
    """The answer to a question as it is now, in the words of `Watch.told`; a failure is an answer too."""
    try:
        if question == READ:
            return sha256(read(path)).hexdigest()
        if question == ENTRIES:
            return listing_digest(entries(path))
        return real(path) if question == REAL else kind(path) if question == KIND else own_kind(path)
    except OSError as error:
        return _failed(error)


class Folders:
    """Names under a root, each folder looked at once: for those who ask for thousands."""

    def __init__(self, root: Place) -> None:
        self._root = os.fspath(root)
        self._known: dict[str, Mapping[str, str]] = {}

    def own_kind(self, name: str) -> str:
        """As the function; `name` is relative to the root, with "/"."""
        folder, _, base = name.rpartition("/")
        found = self._entries(folder).get(base)
        return found if found is not None else NOTHING

    def is_file(self, name: str) -> bool:
        found = self.own_kind(name)
        return found == FILE or (found == LINK and is_file(f"{self._root}/{name}"))

    def _entries(self, folder: str) -> Mapping[str, str]:
        known = self._known.get(folder)
        if known is None:
            known = self._known[folder] = self._look(folder)
        return known

    def _look(self, folder: str) -> Mapping[str, str]:
        if folder:
            above, _, base = folder.rpartition("/")
            standing = self._entries(above).get(base, NOTHING)
            if standing == LINK:
                standing = kind(f"{self._root}/{folder}")
            if standing != FOLDER:
                return {}
        try:
            return entries(f"{self._root}/{folder}" if folder else self._root)
        except OSError:
            return _Unlisted(self._root, folder)


class _Unlisted(dict[str, str]):
    """A folder that may be entered and not listed: each name is asked for by itself."""

    def __init__(self, root: str, folder: str) -> None:
        super().__init__()
        self._place = f"{root}/{folder}" if folder else root

    def get(self, name: str, _default: object = None) -> str:
        try:
            return own_kind(f"{self._place}/{name}")
        except OSError:
            return OTHER
