"""Which agent of the manifest an agent in code is, and how its tools compare with what its rows grant.

Room: checks, middle. Pure: an index over one `Comparison`, for the rule that speaks of agents (TC106).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from toolcrib.checks.rules._comparison import Comparison
from toolcrib.checks.surface import AgentBinding, Grant, Held


class Agents:
    """Agents in code, by the agent of the manifest that each is."""

    def __init__(self, comparison: Comparison) -> None:
        self._comparison = comparison
        self.declared = comparison.declared.manifest.agents

    @cached_property
    def known(self) -> frozenset[str]:
        """Every name that the manifest speaks of: rows, and the tools that runtimes register."""
        runtime = (a.runtime_tools.tools for a in self.declared.values() if a.runtime_tools is not None)
        return frozenset(self._comparison.rows).union(*runtime)

    @cached_property
    def claimed(self) -> Mapping[str, tuple[AgentBinding, ...]]:
        """What each agent is in code, in the manifest's order; agents that are nowhere in code are left out."""
        found: dict[str, list[AgentBinding]] = {agent: [] for agent in self.declared}
        for binding in self._comparison.surface.agents:
            for agent in self._who(binding):
                found[agent].append(binding)
        return {agent: tuple(bindings) for agent, bindings in found.items() if bindings}

    @cached_property
    def unclaimed(self) -> tuple[AgentBinding, ...]:
        return tuple(binding for binding in self._comparison.surface.agents if not self._who(binding))

    def _who(self, binding: AgentBinding) -> tuple[str, ...]:
        """The agents that it is: by name, by the place that they name, else by the one allowlist that it takes."""
        names = (*([binding.agent] if binding.agent else []), *binding.places)
        found = [
            agent
            for agent, declared in self.declared.items()
            if agent == binding.agent or any(_normal(place) in names for place in declared.bound or ())
        ]
        if not found and binding.held and all(held.grants for held in binding.held):
            found = [a for a in {g.agent for held in binding.held for g in held.grants} if a in self.declared]
        return tuple(found)

    @cached_property
    def places(self) -> tuple[str, ...]:
        """Everything that `bound` could say."""
        bindings = self._comparison.surface.agents
        return tuple(dict.fromkeys(p for b in bindings for p in (*b.places, b.agent) if p))

    @property
    def bound_nowhere(self) -> Iterator[tuple[str, str]]:
        """Agents with a place where nothing is made."""
        known = set(self.places)
        for agent, declared in self.declared.items():
            for place in declared.bound or ():
                if _normal(place) not in known:
                    yield agent, place

    def granted(self, agent: str) -> frozenset[str]:
        rows = {name for name, row in self._comparison.rows.items() if agent in row.agents}
        runtime = self.declared[agent].runtime_tools
        return frozenset(rows).union(runtime.tools if runtime is not None else ())

    def foreign(self, agent: str, binding: AgentBinding) -> tuple[Grant, ...]:
        """Allowlists of other agents that decide about its tools; one for each place."""
        found: dict[tuple[str, object], Grant] = {}
        for held in binding.held:
            if all(grant.agent != agent for grant in held.grants):
                found.update({(g.agent, g.at): g for g in held.grants if g.agent in self.declared})
        return tuple(found.values())

    def too_many(self, agent: str, binding: AgentBinding) -> Iterator[Held]:
        """What no row grants; each name once, and first where nothing can keep it out."""
        granted = self.granted(agent)
        seen: set[str] = set()
        for held in sorted(binding.held, key=lambda one: (bool(one.grants), bool(one.condition))):
            told = any(grant.agent for grant in held.grants)  # whose allowlist it is: right, or said already
            if held.name in self.known and held.name not in granted and not told and held.name not in seen:
                seen.add(held.name)
                yield held

    def missing(self, agent: str) -> Sequence[str]:
        """Granted tools that only a list could give it, and none does."""
        bindings = self.claimed[agent]
        if any(binding.more for binding in bindings):
            return ()
        bound = {name for binding in bindings for name in binding.tools}
        ways = {binding.framework for binding in bindings}
        rows = (name for name, row in self._comparison.rows.items() if agent in row.agents and name not in bound)
        return [name for name in rows if self._needs_a_list(name, ways)]

    def _needs_a_list(self, name: str, ways: set[str]) -> bool:
        """It is a tool of the agent's own framework, and of nothing that may bring it in another way."""
        declarations = self._comparison.by_name.get(name, ())
        listed = bool(declarations) and all(d.framework in ways for d in declarations)
        return listed and name not in self._comparison.acknowledged_names


def _normal(place: str) -> str:
    return place.removeprefix("./")
