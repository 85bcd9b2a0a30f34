"""A string literal with another text in it, in the style of the old one.

Room: checks, middle. Pure text in and out: prefix, quotes, line breaks and indentation stay as they were written.
Touch it when a way to write a string is not kept. Not here: which literal to change (`_descriptions`).
"""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass

LONGEST = 120  # a new line is no longer than this, or than the longest that the old text had
_TRIPLE = ('"""', "'''")
_UNPRINTABLE = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]"
)


@dataclass(frozen=True, slots=True)
class Style:
    """How one literal is written."""

    prefix: str
    quote: str

    @property
    def raw(self) -> bool:
        return "r" in self.prefix.lower()

    @property
    def triple(self) -> bool:
        return self.quote in _TRIPLE


def style_of(code: str) -> Style:
    """The style of a single string token (never an f-string or bytes)."""
    match = re.match(r"([A-Za-z]*)(\"\"\"|'''|\"|')", code)
    if match is None:
        raise ValueError(f"no string literal: {code[:20]!r}")
    return Style(match.group(1), match.group(2))


def write(text: str, style: Style, *, kept: str = "", newline: str = "\n") -> str:
    """One literal whose value is exactly `text`; a raw prefix goes when the text cannot be written raw.

    `kept` is source that stands behind the text and stays as it is spelled (in a raw literal it is text as well).
    """
    if style.raw and _fits_raw(text + kept, style):
        return f"{style.prefix}{style.quote}{_lines(text + kept, newline)}{style.quote}"
    if style.raw:
        text, kept = text + kept, ""
    prefix = re.sub("[rR]", "", style.prefix)
    return f"{prefix}{style.quote}{_lines(_escaped(text, style, last=not kept) + kept, newline)}{style.quote}"


def _lines(text: str, newline: str) -> str:
    return text.replace("\n", newline)


def _fits_raw(text: str, style: Style) -> bool:
    if _UNPRINTABLE.search(text) or style.quote in text or text.endswith(("\\", style.quote[0])):
        return False
    return style.triple or "\n" not in text


def _escaped(text: str, style: Style, *, last: bool) -> str:
    lead = re.match(r"[ \t]*\\\n", text)  # a line continued right after the quotes is layout, not text
    begin = lead.group() if lead and style.triple else ""
    escaped = text[len(begin) :].replace("\\", "\\\\")
    if style.triple:
        mark = style.quote[0]
        escaped = escaped.replace(style.quote, f"\\{mark}" * 3)
        if last and escaped.endswith(mark):
            escaped = f"{escaped[:-1]}\\{mark}"
    else:
        escaped = escaped.replace(style.quote, f"\\{style.quote}").replace("\n", "\\n").replace("\t", "\\t")
    return begin + _UNPRINTABLE.sub(_escape, escaped)


def _escape(match: re.Match[str]) -> str:
    code = ord(match.group())
    named = {"\r": "\\r", "\x08": "\\b", "\x0c": "\\x0c"}.get(match.group())
    return named or (f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}")


def write_parts(text: str, styles: tuple[Style, ...], *, column: int, width: int, newline: str = "\n") -> str:
    """Adjacent literals, one a line, as the old ones stood; `column` is where the first begins."""
    style = next((one for one in styles if not one.raw and not one.triple), Style("", '"'))
    room = max(width - column - 2 - len(style.prefix), 20)
    pieces = _pieces(text, room)
    pad = newline + " " * column
    return pad.join(write(piece, style) for piece in pieces)


def _pieces(text: str, room: int) -> list[str]:
    """Cut after spaces and line ends, so that the pieces put together are the text."""
    pieces: list[str] = []
    current = ""
    for word in re.findall(r"[^ \n]*(?:\n+| +|\Z)", text):
        if current and (len(current) + len(word.rstrip()) > room or current.endswith("\n")):
            pieces.append(current)
            current = ""
        current += word
    return [*pieces, current] if current or not pieces else pieces


def wrapped(text: str, *, width: int) -> str:
    """Lines that are too long broken at spaces; list items and indented lines keep their indentation."""
    return "\n".join(_wrapped_line(line, width) for line in text.split("\n"))


def _wrapped_line(line: str, width: int) -> str:
    if len(line) <= width:
        return line
    lead = re.match(r"\s*(?:[-*+]\s+|\d+[.)]\s+)?", line)
    hang = " " * len(lead.group()) if lead else ""
    broken = textwrap.wrap(
        line, width, subsequent_indent=hang, break_long_words=False, break_on_hyphens=False, drop_whitespace=True
    )
    return "\n".join(broken)
