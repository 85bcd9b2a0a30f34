"""Find the real name that a person meant.

Room: manifest, middle. Pure: a name and the names that exist in, the likely ones out, best first.
Touch it when a kind of slip (case, separator, swapped words, typo) should be recognised.
Not here: which names exist; the caller knows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

_SHOWN = 3
_LONGEST = 128  # longer names are compared by their beginning: the work stays bounded
_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^\W\d_a-zA-Z]+")


@lru_cache(maxsize=32_768)  # one misspelt name is held to every real one, and the next one again
def words(name: str) -> tuple[str, ...]:
    """The name's words in small letters: `listSchedules`, `list-schedules` and `LIST_SCHEDULES` have the same."""
    return tuple(word.lower() for word in _WORDS.findall(name[:_LONGEST]))


@lru_cache(maxsize=32_768)
def folded_name(name: str) -> str:
    """The name without its case and separators: what names that differ in no more have in common."""
    return "".join(words(name))


def near_miss(name: str, candidates: Iterable[str]) -> str | None:
    """The one candidate that differs only in case or separators: the slip that is hardest to see."""
    folded = "".join(words(name))
    if not folded:
        return None
    same = sorted({c for c in candidates if c != name and "".join(words(c)) == folded})
    return same[0] if same else None


def nearest(name: str, candidates: Iterable[str]) -> tuple[str, ...]:
    """Up to three likely candidates: same words first, then few typos, then a shared beginning."""
    mine = words(name)
    folded = "".join(mine)
    scored: list[tuple[int, str]] = []
    for candidate in {c for c in candidates if c != name}:
        theirs = words(candidate)
        score = _score(folded, mine, "".join(theirs), theirs)
        if score is not None:
            scored.append((score, candidate))
    return tuple(candidate for _, candidate in sorted(scored)[:_SHOWN])


def _score(folded: str, mine: tuple[str, ...], other: str, theirs: tuple[str, ...]) -> int | None:
    if not folded or not other:
        return None
    if folded == other:
        return 0
    if sorted(mine) == sorted(theirs):
        return 1
    longest = max(len(folded), len(other))
    allowed = max(1, longest // 3) if longest > 2 else 0
    distance = _distance(folded, other, min(allowed, 6))
    if distance is not None:
        return 1 + distance
    if len(folded) >= 3 and (other.startswith(folded) or (folded.startswith(other) and len(other) >= 3)):
        return 10
    shared = set(mine) & set(theirs)
    if len(mine) > 1 and len(theirs) > 1 and 2 * len(shared) >= max(len(set(mine)), len(set(theirs))):
        return 20 - len(shared)
    return None


def _distance(a: str, b: str, limit: int) -> int | None:
    """Edits (a swap of neighbours counts as one) between `a` and `b`, None when more than `limit`."""
    if abs(len(a) - len(b)) > limit:
        return None
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        before, last, row = row, before, [i]
        for j, y in enumerate(b, 1):
            best = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                best = min(best, last[j - 2] + 1)
            row.append(best)
        if min(row) > limit:
            return None
    return row[-1] if row[-1] <= limit else None
