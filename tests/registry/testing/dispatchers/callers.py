"""Mistakes about whose facts these are, and of when."""

from __future__ import annotations

from typing import Any

from toolcrib.registry import Facts
from toolcrib.registry.testing import Caller, Stage

from .correct import ByHand


class CacheOfAllCallers(ByHand):
    """Facts are kept by agent until one of them changes: the next caller gets those of the one before."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.kept: dict[str, Facts] = {}
        stage.when_changed(lambda caller, world: self.kept.pop(caller.agent, None))

    def facts(self, caller: Caller) -> Facts:
        if caller.agent not in self.kept:
            self.kept[caller.agent] = super().facts(caller)
        return self.kept[caller.agent]


class KeptOverTheTurn(ByHand):
    """The facts of the offer are those of the turn: what is withdrawn afterwards is called all the same."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.kept: dict[Caller, Facts] = {}

    def offer(self, caller: Caller) -> Any:
        self.kept.pop(caller, None)
        self.kept[caller] = super().facts(caller)
        return super().offer(caller)

    def facts(self, caller: Caller) -> Facts:
        return self.kept.get(caller) or super().facts(caller)


class FactsOfTheFirstCall(ByHand):
    """Facts are asked for once for each caller, and never again."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.first: dict[Caller, Facts] = {}

    def facts(self, caller: Caller) -> Facts:
        if caller not in self.first:
            self.first[caller] = super().facts(caller)
        return self.first[caller]


class OneCurrentCaller(ByHand):
    """The caller is kept in a field of the dispatcher: while one is looked up, the next one takes his place."""

    def offer(self, caller: Caller) -> Any:
        self.current = caller
        return super().offer(caller)

    def call(self, caller: Caller, name: str, arguments: dict[str, Any]) -> Any:
        self.current = caller
        self.stage.world(caller)  # his account is looked up
        return super().call(self.current, name, arguments)
