"""Mistakes with the arguments that the session sets or checks."""

from __future__ import annotations

import copy
from typing import Any

from toolcrib.registry import Phase
from toolcrib.registry.testing import Caller

from .correct import ByHand


class ModelSetsThePin(ByHand):
    """The session's tenant is a default only: one that the model sets stands."""

    def bound(self, caller: Caller, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        return {**super().bound(caller, name, arguments), **arguments}


class PinIsNotWritten(ByHand):
    """The tenant is left to the implementation."""

    def bound(self, caller: Caller, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        return arguments


class ArgumentsNotChecked(ByHand):
    """Only the name of the tool is looked at."""

    def may(self, caller: Caller, name: str, phase: Phase, arguments: dict[str, Any] | None = None) -> bool:
        return super().may(caller, name, Phase.OFFER)


class UnknownObjectAllowed(ByHand):
    """An object that no project is known of is taken for nobody's, and so for anybody's."""

    def may(self, caller: Caller, name: str, phase: Phase, arguments: dict[str, Any] | None = None) -> bool:
        known = copy.deepcopy(arguments)
        if known and "filter" in known:
            for item in known["filter"]["items"]:
                item["ids"] = [one for one in item["ids"] if one in self.stage.objects["schedule"]]
        return super().may(caller, name, phase, known)


class FirstOfTheListChecked(ByHand):
    """Of a list of ids, the first one is looked up."""

    def may(self, caller: Caller, name: str, phase: Phase, arguments: dict[str, Any] | None = None) -> bool:
        known = copy.deepcopy(arguments)
        if known and "filter" in known:
            for item in known["filter"]["items"]:
                item["ids"] = item["ids"][:1]
        return super().may(caller, name, phase, known)


class AnotherSpellingPasses(ByHand):
    """What the arguments are called is compared letter by letter: `workspaceId` is nothing that is bound."""

    def may(self, caller: Caller, name: str, phase: Phase, arguments: dict[str, Any] | None = None) -> bool:
        row = self.stage.registry.rows.get(name)
        known = {steps[0][0] for _, _, _, steps in row.rules} if row is not None else set()
        return super().may(caller, name, phase, {key: one for key, one in (arguments or {}).items() if key in known})
