"""Mistakes between offering and calling: one of the two is not held, or not in the right order."""

from __future__ import annotations

from typing import Any

from toolcrib.registry import Phase
from toolcrib.registry.testing import Caller

from .correct import ByHand


class FilterAtOfferOnly(ByHand):
    """The list is narrowed; whatever the model calls, runs."""

    def call(self, caller: Caller, name: str, arguments: dict[str, Any]) -> Any:
        return self.run[name](self.bound(caller, name, arguments)) if name in self.run else "refused"


class FilterAtCallOnly(ByHand):
    """The model is shown everything that the rows grant; calls are held."""

    def offer(self, caller: Caller) -> Any:
        return list(self.every(caller))


class GrantAtCallOnly(ByHand):
    """The call is held to the rows, and not to what was published."""

    def may(self, caller: Caller, name: str, phase: Phase, arguments: dict[str, Any] | None = None) -> bool:
        return super().may(caller, name, phase, arguments) if phase is Phase.OFFER else name in self.every(caller)


class RefusedAfterItRan(ByHand):
    """The call is made, and its result thrown away."""

    def call(self, caller: Caller, name: str, arguments: dict[str, Any]) -> Any:
        if name not in self.run:
            return "refused"
        result = self.run[name](self.bound(caller, name, arguments))
        return result if self.may(caller, name, Phase.CALL, arguments) else "refused"


class FailureAllows(ByHand):
    """Where the facts cannot be had, everything that the rows grant goes."""

    def may(self, caller: Caller, name: str, phase: Phase, arguments: dict[str, Any] | None = None) -> bool:
        try:
            return super().may(caller, name, phase, arguments)
        except Exception:
            return name in self.every(caller)

    def bound(self, caller: Caller, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        try:
            return super().bound(caller, name, arguments)
        except Exception:
            return arguments


class NothingOfNobody(ByHand):
    """Nothing is offered and nothing is called: closed, and of no use."""

    def offer(self, caller: Caller) -> Any:
        return []

    def call(self, caller: Caller, name: str, arguments: dict[str, Any]) -> Any:
        return "refused"


class OfferedTwice(ByHand):
    """A tool is in the list twice."""

    def offer(self, caller: Caller) -> Any:
        return super().offer(caller) * 2


class RunTwice(ByHand):
    """A call is tried again, although it was made."""

    def call(self, caller: Caller, name: str, arguments: dict[str, Any]) -> Any:
        super().call(caller, name, arguments)
        return super().call(caller, name, arguments)
