"""Turn a file's bytes into text, or say why they are no manifest.

Room: manifest, middle. Pure: bytes in, text or one problem out, in time that grows with the size only.
Touch it when another wrong encoding or hidden character should be recognised by name.
"""

from __future__ import annotations

import codecs
import re

from toolcrib.manifest._errors import Problem, ProblemCode
from toolcrib.manifest._location import Location
from toolcrib.manifest._names import hidden_in_text

MAX_BYTES = 4 * 1024 * 1024  # about ten thousand rows; what is larger is no file that a person reviews
_BOMS = (
    (codecs.BOM_UTF32_LE, "UTF-32"),
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
)
MAX_LINE = 50_000  # a parser's time grows faster than the length of one line does
_LONG_LINE = re.compile(r"[^\n]{50001}")
_LONE_RETURN = re.compile(r"\r(?!\n)")


def decode(content: bytes, path: str, *, hidden: bool = True) -> str | Problem:
    """The text of a file. `hidden=False` leaves hidden characters to the values that are read from it (Python)."""
    if len(content) > MAX_BYTES:
        return too_large(path, len(content))
    for bom, name in _BOMS:
        if content.startswith(bom):
            return _refused(
                path, f"the file is {name}; a manifest is UTF-8", f"Save it as UTF-8, or run: {_iconv(name, path)}"
            )
    if content.startswith(codecs.BOM_UTF8):
        return _refused(
            path,
            "the file begins with a byte order mark, which hides in front of its first key",
            "Save it as UTF-8 without a byte order mark (BOM).",
        )
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        before = content[: error.start]
        line = before.count(b"\n") + 1
        column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8", "replace")) + 1
        if b"\0" in content[:64]:
            return _refused(path, "the file is not text (perhaps UTF-16 without its mark)", "Save it as UTF-8.")
        message = f"the file is not UTF-8: byte 0x{content[error.start]:02X} stands for nothing here"
        return Problem(
            code=ProblemCode.ENCODING,
            message=message,
            at=Location(path, line, column),
            hint=f"Save it as UTF-8. If it is Latin-1: {_iconv('LATIN1', path)}",
        )
    if hidden and (found := hidden_in_text(text)):
        return Problem(
            code=ProblemCode.HIDDEN_CHARACTER,
            message=f"the file holds {found[1]}, which a reader cannot see",
            at=_at(text, found[0], path),
            hint='Remove it, or write it as an escape in double quotes ("\\u200B") where a value needs it.',
        )
    if hidden and (lone := _LONE_RETURN.search(text)):
        return Problem(
            code=ProblemCode.HIDDEN_CHARACTER,
            message="the file holds a carriage return that ends no line: programs count its lines differently",
            at=_at(text, lone.start(), path),
            hint="Save it with line endings of one kind, \\n or \\r\\n.",
        )
    if hidden and (long := _LONG_LINE.search(text)):
        return Problem(
            code=ProblemCode.TOO_LARGE,
            message=f"this line has more than {MAX_LINE:,} characters",
            at=_at(text, long.start(), path),
            hint="Break it into lines; a long text may run over several.",
        )
    return text


def too_large(path: str, size: int) -> Problem:
    mib = MAX_BYTES // (1024 * 1024)
    return Problem(
        code=ProblemCode.TOO_LARGE,
        message=f"the file has {size:,} bytes; a manifest's file may have {mib} MiB",
        at=Location(path),
        hint="Split the manifest over the files of a folder, one for each area.",
    )


def _refused(path: str, message: str, hint: str) -> Problem:
    return Problem(code=ProblemCode.ENCODING, message=message, at=Location(path), hint=hint)


def _iconv(name: str, path: str) -> str:
    return f"iconv -f {name} -t UTF-8 {path} > utf8.tmp && mv utf8.tmp {path}"


def _at(text: str, index: int, path: str) -> Location:
    return Location(path, text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index))
