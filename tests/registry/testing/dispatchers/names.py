"""Mistakes in looking a name up."""

from __future__ import annotations

from typing import Any

from toolcrib.registry import Phase
from toolcrib.registry.testing import Caller

from .correct import ByHand


class OldNameIsCalled(ByHand):
    """An old name still reaches the new tool."""

    def meant(self, caller: Caller, name: str) -> str:
        renamed = self.stage.registry.manifest.renamed
        return renamed[name].to if name in renamed else name


class CaseInsensitive(ByHand):
    """Names are looked up without their case."""

    def meant(self, caller: Caller, name: str) -> str:
        return {known.casefold(): known for known in self.run}.get(name.strip().casefold(), name)


class SeparatorsAreAlike(ByHand):
    """`list-schedules` is `list_schedules`."""

    def meant(self, caller: Caller, name: str) -> str:
        return name.replace("-", "_")


class PrefixOfTheName(ByHand):
    """The only tool whose name begins like that is meant."""

    def meant(self, caller: Caller, name: str) -> str:
        found = [known for known in self.run if name and known.startswith(name)]
        return found[0] if len(found) == 1 else name


class AnyAgent(ByHand):
    """The call is looked up in all rows, and not in those of the agent."""

    def may(self, caller: Caller, name: str, phase: Phase, arguments: dict[str, Any] | None = None) -> bool:
        agents = (caller.agent,) if phase is Phase.OFFER else self.stage.registry.agents
        return any(self.decided(caller, agent, name, phase, arguments) for agent in agents)
