"""What the surface took from the bytes of a file, so that other bytes that give the same change nothing.

Room: checks. Pure; imports no parser. Two kinds of file, and none other:

* one of a part that names no framework, of which nothing was read: its imports, the texts that may name a module, and
  that it says none of the words that would make it matter. It may change in any way that leaves these as they are.
* one of a part that names a framework, read or only looked at: everything but the comments and empty lines after its
  last statement (its tail). What the tail says must be none of the words by which files of any part are found.

A byte that somebody looks at and that is not spoken of here would be missed: every place that looks at bytes is listed
in a test. Not here: who was given the bytes (`toolcrib.checks._lending`), when an answer holds (`answers`).
"""

from __future__ import annotations

import re
from hashlib import sha256

from toolcrib.checks._kept import pack, unpack
from toolcrib.checks.surface._parts import Seen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

LOOKED, HEAD, UNSAID, IMPORTED = b"looked", b"head", b"unsaid", b"imported"
MOST = 2_000_000  # bytes of a file that is compared here

# As in `_module` and `dialects._unread`, which import much; a test holds them together.
STRAY = re.compile(rb"(?:[.@][ \t]*|\b)(?:tool|add_tool|tool_plain)[ \t]*\(|@[ \t]*(?:[\w.]+\.)?(?:tool|tool_plain)\b")
UNREAD = frozenset({"beeai_framework", "mirascope", "griptape", "langroid", "letta", "phi"})

_PLAIN_IMPORT = re.compile(
    rb"(?m)^[ \t]*(?:from[ \t]+(\.*)([\w.]*)[ \t]+import[ \t]+\(?([\w \t,]*)|import[ \t]+([\w.]+))"
)
_WORD = re.compile(rb"[\w\x80-\xff]+")
_TAIL_LINE = re.compile(rb"[ \t]*(?:#[\w \t,.!?/%+<>=:&|~^$-]*)?")
_EMPTY_OR_COMMENT = re.compile(rb"[ \t]*(?:#.*)?")
# What a look at bytes finds in a comment as well: imports, imports by name, names made at run time, our own comments.
_LOUD = re.compile(
    rb"import|\bas\b|class|__|coding|toolcrib|strands|call_tool|iter_modules|walk_packages|entry_points|module_from_spec"
    rb"|exec|eval|load_module|run_path|run_module|resolve_name|locate|sys\.modules|attrgetter|methodcaller|getmembers"
)


class _Listening:
    words: set[bytes] | None = None


def listen() -> None:
    """From here on the words are kept that files are looked through for."""
    _Listening.words = set()


def asked_for(words: Iterable[bytes]) -> None:
    """Files are looked through for these words, which `_identifiers` and `_module.may_say` do for all others."""
    if _Listening.words is not None:
        _Listening.words.update(words)


def no_longer() -> None:
    """The words are not kept any more."""
    _Listening.words = None


def heard() -> set[bytes]:
    """The identifiers that those words are made of."""
    return {run for word in _Listening.words or () for run in _WORD.findall(word)}


def runs(words: Iterable[str]) -> set[bytes]:
    """The identifiers that words are made of, as bytes hold them."""
    return {run for word in words for run in _WORD.findall(word.encode("utf-8", "surrogatepass"))}


class Common:
    """What is said once for many files: the words by which any file is found, and the packages that count by a word."""

    __slots__ = ("needles", "roots")

    def __init__(self, needles: Iterable[bytes], roots: Iterable[bytes]) -> None:
        self.needles = frozenset(needles) - {b""}
        self.roots = frozenset(roots) - {b""}

    def packed(self) -> bytes:
        return pack([b"\0".join(sorted(self.needles)), b"\0".join(sorted(self.roots))])


def common_of(packed: bytes) -> Common:
    """What `Common.packed` gave."""
    needles, roots = unpack(packed)
    return Common(needles.split(b"\0"), roots.split(b"\0"))


def looked(seen: Seen, common: Common, number: int, *, quiet: bool) -> bytes | None:
    """What was taken from a file of a part that names no framework; None where it is all of it.

    The file was not read, so it is known to say no `STRAY`. `quiet`: no file of its part was, so that it made no
    difference which packages count by a word.
    """
    if not quiet and _says_one(seen, common.roots):
        return None
    said = _looked(seen, texts=seen.asked_for_texts)
    return pack([LOOKED, str(number).encode(), said]) if said else None


def head(data: bytes, common: Common, number: int) -> bytes | None:
    """What was taken from a file of a part that names a framework; None where it is all of it."""
    said = _head(data, common.needles)
    return pack([HEAD, str(number).encode(), said]) if said else None


def plain_imports(data: bytes) -> set[tuple[bytes, bytes, bytes, bytes]]:
    """Each import statement that stands on a line: dots, module, names; or one module."""
    return {match.groups(default=b"") for match in _PLAIN_IMPORT.finditer(data)}  # type: ignore[misc]  # four of them


def imported(found: set[tuple[bytes, bytes, bytes, bytes]]) -> bytes:
    """What is taken from a file where only its plain imports are looked at."""
    return pack([IMPORTED, b"", sha256(repr(sorted(found)).encode()).hexdigest().encode()])


def unsaid(data: bytes, common: Common, number: int) -> bytes | None:
    """What was taken from a file that was only asked for words, where it says none of them; None where it does."""
    return pack([UNSAID, str(number).encode(), b""]) if _says_none(data, common.needles) else None


def _says_none(data: bytes, needles: frozenset[bytes]) -> bool:
    return b"call_tool" not in data and not any(needle in data for needle in needles)


def same(taken: bytes, commons: list[Common], data: bytes) -> bool:
    """Whether the same would be taken from these bytes."""
    kind, number, said = unpack(taken)
    if kind == IMPORTED:
        return imported(plain_imports(data)) == taken
    common = commons[int(number)]
    if kind == LOOKED:
        seen = Seen(data)
        if _says_one(seen, common.roots) or STRAY.search(seen.text or b"") is not None:
            return False
        return _looked(seen, texts=said.startswith(b"texts")) == said
    if kind == UNSAID:
        return _says_none(data, common.needles)
    return kind == HEAD and _head(data, common.needles) == said


def _says_one(seen: Seen, roots: Iterable[bytes]) -> bool:
    text = seen.text
    return text is None or any(root in text for root in roots)


def _looked(seen: Seen, *, texts: bool) -> bytes:
    data = seen.data
    if seen.text is None or len(data) > MOST or b"toolcrib" in data:
        return b""
    if any(dotted.partition(".")[0] in UNREAD for dotted, _, _ in seen.imports):
        return b""
    texts = texts or seen.by_name
    named = sorted(seen.quoted) if texts else None
    digest = sha256(repr((seen.imports, seen.by_name, named)).encode("utf-8", "surrogatepass")).hexdigest()
    return (b"texts " if texts else b"plain ") + digest.encode()


def _head(data: bytes, needles: frozenset[bytes]) -> bytes:
    if len(data) > MOST or b"\r" in data or b"\f" in data:
        return b""
    ends = _end_of_head(data)
    tail = data[ends:]
    if data[:ends].endswith(b"\\") or _LOUD.search(tail) is not None or not needles.isdisjoint(_WORD.findall(tail)):
        return b""
    if b"," in tail and b"getattr" in data[:ends]:
        return b""  # what is looked for around that word may go on up to a comma
    if any(_TAIL_LINE.fullmatch(line) is None for line in tail.split(b"\n")):
        return b""
    return sha256(data[:ends]).hexdigest().encode()


def _end_of_head(data: bytes) -> int:
    """Where the lines begin that are empty or comments, up to the end of the file.

    A quiet tail holds no quote and no bracket: in a file that could be read, nothing that was open before it can have
    been closed in it, so it is comments and not a part of a text.
    """
    ends = len(data)
    while ends > 0:
        start = data.rfind(b"\n", 0, ends) + 1
        if _EMPTY_OR_COMMENT.fullmatch(data, start, ends) is None:
            return ends
        ends = start - 1
    return max(ends, 0)
