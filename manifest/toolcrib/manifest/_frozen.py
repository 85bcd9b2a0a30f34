"""A mapping that cannot change, so that a whole manifest can be hashed, compared and shared.

Room: manifest, middle. Keeps the order it was given; order plays no part in equality, as with a dict.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Generic, TypeVar

K = TypeVar("K")
V_co = TypeVar("V_co", covariant=True)


class FrozenMap(Mapping[K, V_co], Generic[K, V_co]):
    """An immutable mapping; hashable when its values are."""

    __slots__ = ("_entries", "_hash")

    def __init__(self, entries: Mapping[K, V_co] | None = None) -> None:
        self._entries: dict[K, V_co] = dict(entries or {})
        self._hash: int | None = None

    def __getitem__(self, key: K) -> V_co:
        return self._entries[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self._entries.items()))
        return self._hash

    def __repr__(self) -> str:
        return repr(self._entries)

    def __reduce__(self) -> tuple[Any, ...]:
        return (FrozenMap, (self._entries,))
