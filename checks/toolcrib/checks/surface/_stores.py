"""Which names of which modules code that registers reads: a list, a table or a class that other files put tools into.

Room: checks, second step. Pure. Whoever imports the module and says such a name may fill it, and so may whoever calls
what fills it (`@expose`, `class Refunds(Plugin)`). It may only ever find too much.
Not here: who imports what (`_carriers`), private stores that need no import (`_relevance`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from toolcrib.checks.surface._program import Module


class Stores:
    """The names by module, and the attributes that registering code reads; both only grow."""

    def __init__(self) -> None:
        self._read: dict[str, set[str]] = {}
        self._attributes: set[str] = set()

    def read_here(self, module: Module, said: frozenset[str]) -> None:
        """What a module's own code that registers says."""
        self._attributes |= {word for word in said if word.startswith(".") and not word.endswith((")", "!"))}

    def read_from(self, path: str, name: str) -> None:
        self._read.setdefault(path, set()).add(name)

    def of(self, path: str) -> set[str]:
        return self._read.get(path, set())

    def filled_by(self, path: str, words: frozenset[str]) -> bool:
        """Code of a module puts something into what registering code reads."""
        for word in words:
            if word.endswith("!"):
                name = word[:-1].rpartition(".")[2]
                if word[:-1] in self.of(path) or (f".{name}" in self._attributes and "." in word):
                    return True
        return False
