"""Names into words: camelCase, snake_case, kebab-case, digits.

Room: checks, middle. Pure.
"""

from __future__ import annotations

import re

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


def words(name: str) -> tuple[str, ...]:
    """`listDataSets`, `list-data-sets` and `LIST_DATA2SETS` are all list, data, sets."""
    return tuple(match.group().lower() for match in _WORD.finditer(name))


def word_set(text: str) -> frozenset[str]:
    """The words of a table that is written as text: easier to read, sort and extend than quoted items."""
    return frozenset(text.split())
