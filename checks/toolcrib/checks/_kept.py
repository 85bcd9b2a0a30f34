"""The folder in which runs keep what later ones need not work out again: written whole, read only with its own digest.

Room: checks, edge. The folder may be deleted at any time, runs at the same time may share it, git never sees it.
Not here: what is kept (`facts_cache`, `answers`, `_stamps`).
"""

from __future__ import annotations

import os
from hashlib import sha256

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

FOLDER = ".toolcrib_cache"
OFF = "TOOLCRIB_NO_CACHE"
Root = str | os.PathLike[str]


def is_off() -> bool:
    """Whether `TOOLCRIB_NO_CACHE` is set to anything."""
    return bool(os.environ.get(OFF))


def is_own(root: Root, *below: str) -> bool:
    """Whether the folder, and those of it that are named, are what a run made: no link, no repository of its own."""
    places = [os.path.join(root, FOLDER), *(os.path.join(root, FOLDER, name) for name in below)]
    return not any(os.path.islink(place) or os.path.lexists(os.path.join(place, ".git")) for place in places)


def read_bytes(file: Root) -> bytes | None:
    """What was written; None when there is nothing, or when it is not as it was written."""
    try:
        with open(file, "rb") as stream:
            own, _, content = stream.read().partition(b"\n")
    except OSError:
        return None
    return content if own == sha256(content).hexdigest().encode() else None


def read_kept(file: Root) -> str | None:
    """As `read_bytes`, for text."""
    content = read_bytes(file)
    try:
        return None if content is None else content.decode("ascii")
    except UnicodeDecodeError:
        return None


def write_bytes(root: Root, file: Root, content: bytes) -> bool:
    """Write it as a whole or not at all; a folder that cannot be written forgets."""
    folder = os.path.dirname(file)
    new = f"{os.fspath(file)}.{os.getpid()}.{int.from_bytes(os.urandom(4))}"
    try:
        if not os.path.isdir(folder):
            _begin(root)
            os.makedirs(folder, exist_ok=True)
        handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
        with open(handle, "wb") as out:
            out.write(sha256(content).hexdigest().encode() + b"\n" + content)
        os.replace(new, file)
    except OSError:
        _forget(new)
        return False
    return True


def _begin(root: Root) -> None:
    """Make the cache's folder with its `.gitignore`, at once: git never sees the one without the other."""
    cache = os.path.join(root, FOLDER)
    if os.path.lexists(cache):
        return
    new = f"{cache}.{os.getpid()}.{int.from_bytes(os.urandom(4))}"
    ignore = os.path.join(new, ".gitignore")
    os.mkdir(new)
    try:
        with open(ignore, "x", encoding="ascii") as stream:
            stream.write("*\n")
        os.rename(new, cache)
    except OSError:
        _forget(ignore)
        os.rmdir(new)
        if not os.path.isdir(cache):  # else another run was faster
            raise


def write_kept(root: Root, file: Root, text: str) -> None:
    """As `write_bytes`, for ASCII."""
    write_bytes(root, file, text.encode("ascii"))


def _forget(file: str) -> None:
    try:
        os.unlink(file)
    except OSError:
        return


def pack(fields: Iterable[bytes]) -> bytes:
    """Several texts as one: each with its length before it."""
    return b"".join(b"%d:%b" % (len(field), field) for field in fields)


def unpack(content: bytes) -> list[bytes]:
    """The texts again; raises `ValueError` for what is none."""
    found: list[bytes] = []
    at = 0
    while at < len(content):
        colon = content.index(b":", at)
        ends = colon + 1 + int(content[at:colon])
        found.append(content[colon + 1 : ends])
        at = ends
    return found
