"""Write one text as YAML that every reader reads back as that text.

Room: manifest, middle. Pure. Plain where YAML 1.1 and 1.2 agree that it is a text, double quotes everywhere else.
"""

from __future__ import annotations

import re

_SAFE_START = re.compile(r"[^\W_]|[_/.(<\\$^+-]")
_AMBIGUOUS = re.compile(
    r"~|[-+.]?[0-9][0-9a-zA-Z_.:+-]*|[-+]?\.[0-9].*|[-+]?\.?(?:inf|nan)|null|true|false|yes|no|on|off|y|n|=|<<",
    re.IGNORECASE,
)
_STOPS = re.compile(r": |:$| #|[\t\n\r\x00-\x1f\x7f\x85\u2028\u2029\ufeff]|[\ud800-\udfff]")
_FLOW_STOPS = re.compile(r"[,\[\]{}:#]")
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
