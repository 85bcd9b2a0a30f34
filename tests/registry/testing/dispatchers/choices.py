"""Mistakes in reading the stored choice."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from toolcrib.registry import Nothing, Only, Phase, Selection, UseDefaults
from toolcrib.registry.testing import Caller

from .correct import ByHand, Stored


class TruthinessOfTheList(Stored):
    """`if stored:` takes an empty list, and everything else that is false, for unset."""

    def selection(self, caller: Caller, stored: Any) -> Selection:
        return super().selection(caller, stored) if stored else UseDefaults()


class NullTakenForEmpty(Stored):
    """`stored or []`: an agent that nobody narrowed has no tools where an empty list means none."""

    def selection(self, caller: Caller, stored: Any) -> Selection:
        return super().selection(caller, [] if stored is None else stored)


class TextTakenForList(Stored):
    """`name in stored`, and what is stored is a text."""

    def selection(self, caller: Caller, stored: Any) -> Selection:
        if isinstance(stored, str):
            return Only(name for name in self.every(caller) if name in stored)
        return super().selection(caller, stored)


class NoKnownNameMeansDefaults(Stored):
    """Unknown names are dropped, and the list that is left, empty now, means the defaults."""

    def selection(self, caller: Caller, stored: Any) -> Selection:
        found = super().selection(caller, stored)
        return Only(()) if isinstance(stored, list) and isinstance(found, Nothing) else found


class OldNameWidens(ByHand):
    """A stored old name brings the new tool along, whoever the agent is."""

    def may(self, caller: Caller, name: str, phase: Phase, arguments: dict[str, Any] | None = None) -> bool:
        stored, renamed = self.stage.stored(caller), self.stage.registry.manifest.renamed
        if isinstance(stored, list) and any(
            isinstance(old, str) and old in renamed and renamed[old].to == name for old in stored
        ):
            return True
        return super().may(caller, name, phase, arguments)

    def every(self, caller: Caller) -> Iterable[str]:
        return list(self.run)
