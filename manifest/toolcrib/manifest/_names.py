"""Say whether a text may be a name, and what in it a reader cannot see.

Room: manifest, middle. Pure: a text in, a reason to refuse it (or "") out. No input takes longer than its length.
Touch it when a kind of hidden or look-alike character should be refused.
Not here: whether the name exists (`_review`).
"""

from __future__ import annotations

import re
import unicodedata

MAX_TOOL_NAME = 128  # what the protocol allows since its 2025-11-25 revision
MAX_NAME = 64
_SIMPLE = re.compile(r"[A-Za-z0-9_]+(?:[._-]+[A-Za-z0-9_]+)*")
_FEATURE = re.compile(r"[A-Za-z0-9_]+(?:[._:/-]+[A-Za-z0-9_]+)*")
_PLAIN = re.compile(r"[A-Za-z0-9_./-]+")

# Scripts whose letters are drawn like Latin ones. A name of one script is a name; two of these in one name is a trap.
_ALIKE_SCRIPTS = frozenset({"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU", "DESERET"})
# Cyrillic and Greek letters that are drawn like a Latin one: a name made of nothing else reads as a Latin name.
_LATIN_SHAPES = frozenset("аеорсухіјѕԁԛԝһӏАВЕЅІЈКМНОРСТУХΑΒΕΖΗΙΚΜΝΟΡΤΥΧορνυιϲϳ")  # the point of the table

_BLANK_LETTERS = frozenset("\u115f\u1160\u3164\uffa0\u2800\u180e\u17b4\u17b5\u034f")  # drawn as nothing at all
_JOINERS = "\u200c\u200d"  # Persian, Indic scripts and emoji need them in a text; a name does not
_SELECTORS = re.compile(r"[\ufe00-\ufe0f]")  # emoji presentation


def is_hidden(char: str) -> bool:
    """Whether `char` is drawn as nothing, changes the direction of reading, or is no character at all."""
    if " " <= char <= "~":
        return False
    category = unicodedata.category(char)
    if category in ("Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"):
        return char not in "\t\n\r"
    return char in _BLANK_LETTERS or "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"


def hidden_in_text(text: str) -> tuple[int, str] | None:
    """The first hidden character of a description, reason or file, as (index, what it is); None when there is none.

    Joiners and emoji selectors are part of many languages' writing and pass; everything else hidden is refused, since
    a model reads what the reviewer cannot see.
    """
    if text.isascii():
        found = _ASCII_CONTROL.search(text)
        return (found.start(), describe(found.group())) if found else None
    for index, char in enumerate(text):
        if char > "~" and is_hidden(char) and char not in _JOINERS and not _SELECTORS.match(char):
            return index, describe(char)
        if (char < " " and char not in "\t\n\r") or char == "\x7f":
            return index, describe(char)
    return None


_ASCII_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


def describe(char: str) -> str:
    """`U+200B ZERO WIDTH SPACE`: a character that cannot be shown, in words."""
    name = unicodedata.name(char, {"Cc": "CONTROL CHARACTER", "Co": "PRIVATE USE"}.get(unicodedata.category(char), ""))
    return f"U+{ord(char):04X} {name}".strip()


def _refuse_any(name: str, longest: int) -> str:
    if not name:
        return "is empty"
    if len(name) > longest:
        return f"has {len(name)} characters; {longest} are allowed"
    for char in name:
        if is_hidden(char) or char in "\t\n\r":
            return f"holds {describe(char)}, which a reader cannot see"
    if name != name.strip():
        return "begins or ends with a space"
    return ""


def refuse_tool_name(name: str) -> str:
    """Why `name` cannot be a tool's name, or "". Real servers use spaces and other languages; those pass."""
    if problem := _refuse_any(name, MAX_TOOL_NAME):
        return problem
    if _PLAIN.fullmatch(name):
        return ""
    for char in name:
        if char != " " and char.isspace():
            return f"holds {describe(char)}, which looks like a space and is none"
    folded = unicodedata.normalize("NFKC", name)
    if folded != name:
        odd = next((c for c in name if unicodedata.normalize("NFKC", c) != c), "")
        what = f"holds {describe(odd)}, which" if odd else "holds characters in a composed form that"
        return f"{what} reads as {folded!r} and is another name"
    scripts = {unicodedata.name(c, "?").split()[0] for c in name if c.isalpha()}
    alike = sorted(scripts & _ALIKE_SCRIPTS)
    if len(alike) > 1:
        odd = next(c for c in name if c.isalpha() and not unicodedata.name(c, "").startswith("LATIN"))
        return f"mixes {' and '.join(s.capitalize() for s in alike)} letters that look alike ({describe(odd)})"
    if alike and alike != ["LATIN"] and all(c in _LATIN_SHAPES for c in name if c.isalpha()):
        return f"is written in {alike[0].capitalize()} letters that look like Latin ones"
    return ""


def refuse_name(name: str) -> str:
    """Why `name` cannot be an agent, a capability or a kind of object, or ""."""
    return _refuse_any(name, MAX_NAME) or (
        "" if _SIMPLE.fullmatch(name) else "must be made of letters, digits, `-`, `_` and `.` only, like app-builder"
    )


def refuse_feature(name: str) -> str:
    """Why `name` cannot be a key of a permission model, or "". Those are written in many ways: `billing:read`."""
    return _refuse_any(name, MAX_TOOL_NAME) or (
        "" if _FEATURE.fullmatch(name) else "must be made of letters, digits and `-`, `_`, `.`, `:`, `/` only"
    )


def refuse_argument(name: str) -> str:
    """Why `name` cannot be (the path of) a tool's argument, or ""."""
    if problem := _refuse_any(name, MAX_TOOL_NAME):
        return problem
    return "holds a space" if any(c.isspace() for c in name) else ""
