"""What every file held when it was last looked at, so that one that has not been touched since need not be read again.

Room: checks, edge. By path: what `stat` said, and the digest that went with it. A digest is taken from here only where
all of it (size, both times, inode, mode) is as it was, and where the times were older than the run that wrote it down:
a file that was changed in the same moment would look the same afterwards, so it is read again.
Where a clock cannot be trusted to the second, where folders do not note their changes, and on Windows, whose `stat`
has no time of change, everything is read every time.
"""

from __future__ import annotations

import os
import stat
import time
from array import array

from toolcrib.checks import _disk
from toolcrib.checks._kept import FOLDER, pack, read_bytes, unpack, write_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_FORMAT = b"stamps 1"
_NUMBERS = 5
_DIGEST = 64
SLACK = 2_000_000_000  # nanoseconds: the coarsest clock of a file system that notes times at all
_SAME_MOMENT = 2_000_000_000
MOST = 400_000  # files and folders


class Stamps:
    """What is known of the files under a root."""

    def __init__(self, root: str) -> None:
        self._root = root
        self._names: dict[bytes, int] = {}
        self._stamps: list[_disk.Stamp] = []
        self._digests = b""
        self._load()
        self.started = time.time_ns()
        self.again: dict[bytes, tuple[str, _disk.Stamp]] = {}  # what had to be read after all

    def _load(self) -> None:
        content = read_bytes(_file(self._root))
        if content is None or os.name != "posix":
            return
        try:
            form, names, numbers, digests = unpack(content)
            stored = array("q", numbers)
            paths = names.split(b"\0")
        except ValueError:
            return
        if form == _FORMAT and len(paths) * _NUMBERS == len(stored) and len(paths) * _DIGEST == len(digests):
            self._names = dict(zip(paths, range(len(paths)), strict=True))
            fives = [iter(stored)] * _NUMBERS
            self._stamps, self._digests = list(zip(*fives, strict=True)), digests

    def told(self, question: str, paths: Sequence[bytes]) -> list[bytes]:
        """The answers to READ or ENTRIES for paths as they are kept."""
        answers: list[bytes] = []
        wanted = stat.S_IFREG if question == _disk.READ else stat.S_IFDIR
        look, at_of, stamps, digests = os.stat, self._names.get, self._stamps, self._digests
        top = os.open(self._root, os.O_RDONLY)
        try:
            for shown in paths:
                at = at_of(shown)
                if at is not None:
                    try:
                        s = look(shown, dir_fd=top)
                    except OSError:
                        s = None
                    # In the order of `stamp_of`, without the call: this is done for every file of the project.
                    if (
                        s is not None
                        and stamps[at] == (s.st_size, s.st_mtime_ns, s.st_ctime_ns, s.st_ino, s.st_mode)
                        and stat.S_IFMT(s.st_mode) == wanted
                    ):
                        answers.append(digests[at * _DIGEST : (at + 1) * _DIGEST])
                        continue
                answers.append(self._look(question, shown))
        finally:
            os.close(top)
        return answers

    def _look(self, question: str, shown: bytes) -> bytes:
        path = full_path(self._root, shown)
        try:
            stamp = _disk.stamp_of(os.stat(path))
        except OSError:
            return _disk.ask(question, path).encode()
        answer = _disk.ask(question, path)
        self.again[shown] = (answer, stamp)
        return answer.encode()

    def known(self) -> dict[bytes, tuple[_disk.Stamp, str]]:
        return {
            name: (self._stamps[at], self._digests[at * _DIGEST : (at + 1) * _DIGEST].decode())
            for name, at in self._names.items()
        }

    def worth_writing(self) -> bool:
        """Whether something that had to be read could be known the next time."""
        return any(max(stamp[1:3]) < self.started - SLACK for _, stamp in self.again.values())

    def renew(self) -> None:
        changed = {shown: (stamp, answer) for shown, (answer, stamp) in self.again.items()}
        write_stamps(self._root, {**self.known(), **changed}, started=self.started)


def write_stamps(root: str, known: Mapping[bytes, tuple[_disk.Stamp, str]], *, started: int) -> None:
    """Keep what was seen by a run that began at `started` by this machine's clock."""
    if os.name != "posix":
        return
    behind = _clock(root)
    if behind is None:
        return
    before = started + behind - SLACK
    kept = {
        name: (stamp, digest)
        for name, (stamp, digest) in known.items()
        if max(stamp[1:3]) < before and len(digest) == _DIGEST and min(stamp) >= 0 and max(stamp) < 1 << 63
    }
    names = sorted(kept)[:MOST]
    numbers = array("q", [number for name in names for number in kept[name][0]])
    digests = "".join(kept[name][1] for name in names).encode()
    if names:
        write_bytes(root, _file(root), pack([_FORMAT, b"\0".join(names), numbers.tobytes(), digests]))


def _clock(root: str) -> int | None:
    """How far the file system's clock is ahead of this machine's; None where its folders do not note changes."""
    probe = f"{root}/{FOLDER}/now.{os.getpid()}"
    try:
        handle = os.open(probe, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        now = time.time_ns()
        here = os.fstat(handle).st_mtime_ns
        os.close(handle)
        above = os.stat(f"{root}/{FOLDER}").st_mtime_ns
        os.unlink(probe)
    except OSError:
        return None
    return min(here - now, 0) if abs(above - here) <= _SAME_MOMENT else None


def shown_path(root: str, path: str) -> bytes:
    """A path as it is kept: from the root where it lies below it."""
    inside = path.startswith(f"{root}/")
    return os.fsencode(path[len(root) + 1 :] if inside else "." if path == root else path)


def full_path(root: str, shown: bytes) -> str:
    name = os.fsdecode(shown)
    return root if name == "." else name if name.startswith("/") else f"{root}/{name}"


def _file(root: str) -> str:
    return f"{root}/{FOLDER}/stamps"
