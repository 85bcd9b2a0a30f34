"""Which names of which modules code that registers reads: a list, a table or a class that other files put tools into.

Room: checks, second step. Pure. Whoever imports the module and says such a name may fill it, and so may whoever calls
what fills it (`@expose`, `class Refunds(Plugin)`). It may only ever find too much.
Not here: who imports what (`_carriers`), private stores that need no import (`_relevance`).
"""

from __future__ import annotations

from collections.abc import Iterable


class Stores:
    """The names by module, and the attributes that registering code reads; both only grow. What is new is listed."""

    def __init__(self) -> None:
        self._read: dict[str, set[str]] = {}
        self._attributes: set[str] = set()
        self.new: list[tuple[str, str]] = []  # module and name
        self.new_attributes: list[str] = []

    def read_here(self, said: Iterable[str]) -> None:
        """What a module's own code that registers says."""
        for word in said:
            if word.startswith(".") and not word.endswith((")", "!")) and word[1:] not in self._attributes:
                self._attributes.add(word[1:])
                self.new_attributes.append(word[1:])

    def read_from(self, path: str, name: str) -> None:
        known = self._read.setdefault(path, set())
        if name not in known:
            known.add(name)
            self.new.append((path, name))

    def of(self, path: str) -> set[str]:
        return self._read.get(path, set())

    def filled_by(self, path: str, words: frozenset[str]) -> bool:
        """Code of a module puts something into what registering code reads."""
        for word in words:
            if word.endswith("!"):
                name = word[:-1].rpartition(".")[2]
                if word[:-1] in self.of(path) or ("." in word and name in self._attributes):
                    return True
        return False
