"""Write one text as YAML that every reader reads back as that text.

Room: manifest, middle. Pure. Plain where YAML 1.1 and 1.2 agree that it is a text, double quotes everywhere else, and
in the style of the text it replaces where that can hold it.
"""

from __future__ import annotations

import re
import textwrap

from toolcrib.manifest._texts import OPEN_QUESTION

_SAFE_START = re.compile(r"[^\W_]|[_/.(<\\$^+-]")
_AMBIGUOUS = re.compile(
    r"~|[-+.]?[0-9][0-9a-zA-Z_.:+-]*|[-+]?\.[0-9].*|[-+]?\.?(?:inf|nan)|null|true|false|yes|no|on|off|y|n|=|<<",
    re.IGNORECASE,
)
_STOPS = re.compile(r": |:$| #|[\t\n\r\x00-\x1f\x7f\x85\u2028\u2029\ufeff]|[\ud800-\udfff]")
_FLOW_STOPS = re.compile(r"[,\[\]{}:#?]")
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
_TO_ESCAPE = re.compile(
    r'["\\\x00-\x1f\x7f-\xa0\xad\u2028\u2029\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ue000-\uf8ff]'
)


def plain_or_quoted(text: str, *, flow: bool = False) -> str:
    """`text` as a plain value when that is safe, in double quotes when not. `flow` is inside brackets or braces."""
    if is_plain(text, flow=flow):
        return text
    return double_quoted(text)


def is_plain(text: str, *, flow: bool = False) -> bool:
    if text == OPEN_QUESTION:
        return not flow  # in brackets it is YAML too, but not every reader knows
    if not text or text != text.strip() or _STOPS.search(text) or _AMBIGUOUS.fullmatch(text):
        return False
    if not _SAFE_START.match(text) or text.startswith(("- ", "---", "...", "? ")) or text in ("-", "?"):
        return False
    return not (flow and _FLOW_STOPS.search(text))


def double_quoted(text: str) -> str:
    """`text` in double quotes on one line."""
    return '"' + _TO_ESCAPE.sub(lambda m: _ESCAPES.get(m.group(), _hex(m.group())), text) + '"'


def _hex(char: str) -> str:
    code = ord(char)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def in_style(text: str, style: str, *, flow: bool, indent: str = "", newline: str = "\n", wrapped: bool = False) -> str:
    """`text` written like the value it replaces: `style` is that value's, `wrapped` says that it ran over lines.

    A block text (`|`, `>`) comes with its header and ends with a line end.
    """
    if style == "'" and not _TO_ESCAPE.search(text.replace('"', "").replace("\\", "")):
        return "'" + text.replace("'", "''") + "'"
    if style in ("|", ">") and not flow and _fits_block(text):
        return _block_text(text, style, indent, newline)
    if style or not is_plain(text, flow=flow):
        return double_quoted(text)
    if wrapped and not flow:
        return f"{newline}{indent}".join(_wrap(text, indent))
    return text


def _fits_block(text: str) -> bool:
    """Whether a block text can hold it exactly: nothing to escape, no odd white space at the edges of its lines."""
    body = text.removesuffix("\n")
    if not body or body.endswith("\n") or _TO_ESCAPE.search(body.replace("\n", "").replace('"', "").replace("\\", "")):
        return False
    return not body.startswith((" ", "\n")) and all(line == line.rstrip() for line in body.split("\n"))


def _block_text(text: str, style: str, indent: str, newline: str) -> str:
    body = text.removesuffix("\n")
    header = style + ("" if text.endswith("\n") else "-")
    if style == ">":
        folds = all(line and not line.startswith(" ") for line in body.split("\n"))
        if not folds:  # paragraphs and lists: what folding does to them is no longer obvious to a reader
            header = "|" + header[1:]
            lines = body.split("\n")
        else:
            lines = []
            for number, paragraph in enumerate(body.split("\n")):
                lines += [""] * bool(number) + _wrap(paragraph, indent)
    else:
        lines = body.split("\n")
    return header + newline + "".join(f"{indent}{line}".rstrip() + newline for line in lines)


def _wrap(text: str, indent: str) -> list[str]:
    if "  " in text:
        return [text]
    width = max(40, 110 - len(indent))
    return textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False) or [text]
