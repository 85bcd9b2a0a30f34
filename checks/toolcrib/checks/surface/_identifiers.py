"""Which files of a part hold an identifier: each file's bytes are gone through once, however many words are asked for.

Room: checks, second step. Pure. A look at bytes: a word in a comment is found too. Files that cannot be decoded, and
words that are no identifiers, are told by the bytes each time. Not here: whether code says a word (`_look`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from toolcrib.checks.surface import _taken
from toolcrib.checks.surface._module import Module, may_say

_WORD = re.compile(rb"[A-Za-z0-9_\x80-\xff]+")  # whatever is not ASCII counts: see `_module.says`


class Identifiers:
    """By identifier, the files that hold it."""

    def __init__(self, modules: Sequence[Module]) -> None:
        self._modules = modules
        self._unknown: list[Module] = []
        self._holding: dict[bytes, list[int]] = {}
        for at, module in enumerate(modules):
            text = module.seen.text
            if text is None:
                self._unknown.append(module)
                continue
            for word in set(_WORD.findall(text)):
                self._holding.setdefault(word, []).append(at)

    def holders(self, words: Iterable[bytes]) -> list[Module]:
        """Files that do not matter yet and hold one of the words, in order."""
        words = set(words)
        _taken.asked_for(words)
        found: set[int] = set()
        odd: set[bytes] = set()
        for word in words:
            if _WORD.fullmatch(word):
                found.update(self._holding.get(word, ()))
            else:
                odd.add(word)
        if odd:
            found.update(at for at, module in enumerate(self._modules) if not module.matters and may_say(module, odd))
        known = [self._modules[at] for at in sorted(found)]
        return [module for module in (*self._unknown, *known) if not module.matters]
