"""Say the same things in the same words in every rule.

Room: checks, middle. Pure. Touch it when a phrase is needed by more than one rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from toolcrib.manifest import Location, near_miss, nearest

_LISTED = 8
_MAX_COMPARISONS = 20_000


def name_list(names: Iterable[str]) -> str:
    """`a`, `b` and `c`; a long list is cut and says how much is left."""
    quoted = [f"`{name}`" for name in names]
    if len(quoted) > _LISTED:
        return f"{', '.join(quoted[:_LISTED])} and {len(quoted) - _LISTED} more"
    if len(quoted) < 2:
        return "".join(quoted)
    return f"{', '.join(quoted[:-1])} and {quoted[-1]}"


def count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def likely(name: str, candidates: Sequence[str]) -> tuple[str, str]:
    """The candidate that was probably meant and how to say it; two empty texts when there is none."""
    return Meant(candidates, asked=1).likely(name)


class Meant:
    """Finds what was probably meant among names. `asked` says for how many names it will be asked.

    Comparing every name with every candidate takes a second for a few hundred of each, so above a bound only the slips
    in case and separators are found, which needs no comparing.
    """

    def __init__(self, candidates: Iterable[str], *, asked: int) -> None:
        self._candidates = tuple(candidates)
        self._all = len(self._candidates) * asked <= _MAX_COMPARISONS
        self._alike: dict[str, list[str]] = {}
        for candidate in self._candidates:
            self._alike.setdefault(_letters(candidate), []).append(candidate)

    def near_miss(self, name: str) -> tuple[str, str]:
        """The candidate that differs only in case or separators, and how to say it."""
        miss = near_miss(name, self._alike.get(_letters(name), ()))
        return (miss, f"it differs from `{miss}` only in case or separators") if miss is not None else ("", "")

    def likely(self, name: str) -> tuple[str, str]:
        """The candidate that was probably meant and how to say it; two empty texts when there is none."""
        miss = self.near_miss(name)
        close = nearest(name, self._candidates) if self._all and not miss[0] else ()
        return (close[0], f"did you mean {' or '.join(f'`{c}`' for c in close)}?") if close else miss

    def alternatives(self, name: str) -> tuple[str, ...]:
        """Every candidate that may have been meant: one that differs only in case or separators is the only one."""
        miss = self.near_miss(name)[0]
        if miss:
            return (miss,)
        return nearest(name, self._candidates) if self._all else ()

    def asked(self, name: str) -> str:
        """The end of a sentence that says what may have been meant; nothing where nothing is near."""
        miss, phrase = self.near_miss(name)
        near = self.alternatives(name)
        return f"; {phrase}" if miss else f"; did you mean {one_of(near)}?" if near else ""


def one_of(names: Sequence[str]) -> str:
    """`a`, `b` or `c`: where a person has to choose. Long lists are cut and say how much is left."""
    quoted_names = [f"`{name}`" for name in names]
    if len(quoted_names) > _LISTED:
        return f"{', '.join(quoted_names[:_LISTED])} or one of {len(quoted_names) - _LISTED} more"
    if len(quoted_names) < 2:
        return "".join(quoted_names)
    return f"{', '.join(quoted_names[:-1])} or {quoted_names[-1]}"


def _letters(name: str) -> str:
    return "".join(char for char in name.lower() if char.isalnum())


def ignored_at(places: Sequence[Location], code: str, why: str) -> str:
    """Where an ignore comment goes, and what it says: at the end of one of these lines."""
    lines = tuple(dict.fromkeys(f"{place.path}:{place.line}" for place in places))
    return f"write at the end of {' or '.join(lines)}: # toolcrib: ignore[{code}] {why}"


def first_line(place: Location) -> Location:
    """The place without its further lines: an alert shows in a pull request only when all its lines are in the diff."""
    if place.end_line > place.line:
        return Location(place.path, place.line, place.column)
    return place
