"""Find arguments that may be another spelling of a bound one: what is called with them would not have been checked.

Room: registry, middle. Pure. At every object that a bound path leads through, a name that differs from the bound one in
no more than case, separators and forms of letters is refused, and so is a path that is written as one name.
Touch it when applications spell an argument in yet another way. Not here: names that the schema lacks (`_declared`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from toolcrib.registry._places import Arguments, Steps, levels

_LONGEST: Final = 128  # a model makes up names of any length: what is compared, and what is kept of them, is this long


def folded(name: str) -> str:
    """The letters and digits of a name, without case and forms: `projectId`, `PROJECT-ID` and `ｐroject_id` are one."""
    if len(name) <= _LONGEST:
        return _folded(name)
    return _folded("".join(char for char in name if char.isalnum())[:_LONGEST])


@lru_cache(maxsize=4_096)
def _folded(name: str) -> str:
    if not name.isascii():
        from unicodedata import normalize  # only where a name needs it

        name = normalize("NFKC", name).casefold()
    return "".join(char for char in name.lower() if char.isalnum())


def spellings(steps: Steps, at: int) -> frozenset[str]:
    """What may stand for the path in the object of its step `at`: its name there, and the rest of it in one name."""
    return frozenset({folded(steps[at][0]), folded("".join(key for key, _ in steps[at:]))}) - {""}


def aliases(rules: Iterable[Steps], words: frozenset[str], arguments: Arguments) -> Iterator[str]:
    """The names that may be aliases, from the top down. `words` are the spellings at the top. Raises `ShapeError`."""
    held = tuple(rules)
    for name in arguments:
        if folded(name) in words and all(name != steps[0][0] for steps in held):
            yield name
    for steps in held:
        for at, holder in levels(arguments, steps):
            wanted = spellings(steps, at)
            for name in holder:
                if name != steps[at][0] and folded(name) in wanted and not _is_bound(held, steps, at, name):
                    yield name


def _is_bound(rules: tuple[Steps, ...], steps: Steps, at: int, name: str) -> bool:
    """Whether another rule binds the argument of this name in the same object."""
    return any(other[:at] == steps[:at] and len(other) > at and other[at][0] == name for other in rules)
