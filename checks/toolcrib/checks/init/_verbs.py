"""What the first word of a tool's name suggests about writing: a hint for a person, never an answer.

Room: checks, middle. Pure. The rule about write verbs has its own, larger table; this one only words a comment.
"""

from __future__ import annotations

import re

_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_READS = frozenset(
    re.findall(
        r"\w+",
        "browse calculate check compare count describe diff explain fetch find get inspect is list lookup preview "
        "query read resolve retrieve search show status summarize validate view",
    )
)
_WRITES = frozenset(
    re.findall(
        r"\w+",
        "add append apply approve archive assign cancel close commit copy create delete deploy disable drop edit "
        "enable execute import insert install invite kill launch merge modify move patch post publish purge push put "
        "register remove rename reset restart restore revoke run save schedule send set start stop submit terminate "
        "transfer uninstall update upload upsert write",
    )
)


def suggestion(name: str) -> str:
    """`perhaps false: "list"`, or nothing when no word of the name says so."""
    for word in (match.group().lower() for match in _WORDS.finditer(name)):
        if word in _READS:
            return f'perhaps false: "{word}"'
        if word in _WRITES:
            return f'perhaps true: "{word}"'
    return ""


def suggested(name: str) -> bool | None:
    """The suggestion as a value, for the default of a prompt."""
    said = suggestion(name)
    return None if not said else said.startswith("perhaps true")
