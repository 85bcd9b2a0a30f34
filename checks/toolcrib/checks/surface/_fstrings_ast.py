"""Where the expressions of an f-string stand in the text, for a Python whose tree does not say it (before 3.12).

Room: checks, part of `read`. There an f-string is one token: its expressions hold no backslash, no comment and not the
string's own quotes, so that cutting them out is simple. Not here: what they mean (`_lower_ast`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_BLANK = re.compile(r"(?:[ \t\f\n]|\\\n|#[^\n]*)*")
_OPENING = re.compile(r"([A-Za-z]*)('''|\"\"\"|'|\")")


def expressions(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Start and end of each expression in the literals from `start` to `end`, those of a format after their own."""
    while start < end:
        match = _OPENING.match(text, start)
        if match is None:
            return
        stop = _closing(text, match.end(), match[2])
        prefix = match[1].lower()
        if "f" in prefix:
            yield from _in_literal(text, match.end(), stop, "r" in prefix, 0)[1]
        blank = _BLANK.match(text, stop + len(match[2]))
        start = blank.end() if blank is not None else end


def _closing(text: str, index: int, quote: str) -> int:
    while not text.startswith(quote, index):
        index += 2 if text[index] == "\\" else 1
    return index


def _in_literal(text: str, at: int, end: int, raw: bool, depth: int) -> tuple[int, list[tuple[int, int]]]:
    """Where the literal (or, in a format, its closing brace) ends, and the expressions up to there."""
    found: list[tuple[int, int]] = []
    while at < end:
        letter = text[at]
        if letter == "\\" and not raw:
            if text.startswith("N{", at + 1):
                at = text.index("}", at) + 1
                continue
            at += 1
            if text[at] not in "{}":
                at += 1
            continue
        if letter not in "{}":
            at += 1
        elif not depth and text.startswith(letter * 2, at):
            at += 2
        elif letter == "}":
            break
        else:
            at, inner = _one(text, at + 1, end, raw, depth)
            found += inner
    return at, found


def _one(text: str, start: int, end: int, raw: bool, depth: int) -> tuple[int, list[tuple[int, int]]]:
    """After the replacement field, and its expressions."""
    at = _expression_end(text, start, end)
    found = [(start, at)]
    if text[at] == "=":
        at += 1
        while text[at].isspace():
            at += 1
    if text[at] == "!":
        at += 2
    if text[at] == ":":
        at, inner = _in_literal(text, at + 1, end, raw, depth + 1)
        found += inner
    return at + 1, found


def _expression_end(text: str, at: int, end: int) -> int:
    nested = 0
    quote = ""
    while at < end:
        letter = text[at]
        if quote:
            if text.startswith(quote, at):
                at += len(quote) - 1
                quote = ""
        elif letter in "\"'":
            quote = letter * 3 if text.startswith(letter * 3, at) else letter
            at += len(quote) - 1
        elif letter in "([{":
            nested += 1
        elif nested and letter in ")]}":
            nested -= 1
        elif not nested and letter in "!:}=><":
            if text.startswith("=", at + 1) and letter in "!=<>":
                at += 1
            elif letter not in "><":
                return at
        at += 1
    return at
