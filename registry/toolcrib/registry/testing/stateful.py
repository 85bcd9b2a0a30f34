"""A Hypothesis state machine that changes facts at random and holds a dispatcher to the decision after every step.

Room: registry, the conformance kit; needs Hypothesis, which is imported here only. It finds what only an order of
changes, offers and calls brings out, and shrinks it to the fewest steps.
Touch it when a caller can change in another way. Not here: the probes that are the same every time (`_probes`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from toolcrib.manifest import Manifest
from toolcrib.registry import Registry, WholeWorkspace
from toolcrib.registry.testing import (
    Caller,
    Dispatcher,
    Failure,
    Ids,
    Making,
    Stage,
    registry_of,
    served,
    shown,
    staged,
)
from toolcrib.registry.testing._calls import STRANGERS, hostile, near_misses
from toolcrib.registry.testing._stage import World, full
from toolcrib.registry.testing._trial import Opened, Trial
from toolcrib.registry.testing._worlds import choices

__all__ = ["state_machine"]

_NONE: Mapping[str, Mapping[str, Any]] = {}


def state_machine(
    make: Making,
    manifest: Registry | Manifest | Path | str,
    *,
    agents: Iterable[str] | None = None,
    tools: Iterable[str] | None = None,
    samples: Mapping[str, Mapping[str, Any]] = _NONE,
    ids: Ids | None = None,
    today: date | None = None,
) -> type[RuleBasedStateMachine]:
    """A machine for two callers of each agent: `TestTools = state_machine(make, "tools.yaml").TestCase`.

    The options are those of `probe`. A step that goes wrong raises an `AssertionError` with the words of the failure.
    """
    registry = registry_of(manifest)
    wanted = registry.agents if agents is None else tuple(agents)
    everybody = [Caller(name, registry.allowlist(agent).agent) for agent in wanted for name in ("ada", "bob")]
    serves = served(registry, tools)
    fine = full(registry, ids or Ids())
    strange = _strange(serves, registry)
    names = st.sampled_from(sorted(serves)) | st.sampled_from(strange)
    often = st.sampled_from((True, True, True, False))  # a world in which nothing is allowed shows little
    callers = st.sampled_from(everybody)
    features = st.frozensets(st.sampled_from(sorted(fine.features))) if fine.features else st.just(fine.features)
    stored = {
        caller: st.sampled_from([value for _, value in choices(registry, caller.agent, close=False)])
        for caller in everybody
    }

    class Machine(RuleBasedStateMachine):
        @initialize()
        def begin(self) -> None:
            self.stage: Stage = staged(registry, ids or Ids(), today)
            for caller in everybody:
                self.stage.set(caller, fine)
            self.opened = Opened(make, self.stage)
            self.opened.__enter__()
            dispatcher: Dispatcher = self.opened.dispatcher
            self.trial = Trial(dispatcher, self.stage, serves, samples, self.opened.runner)

        @rule(caller=callers, yes=often)
        def access(self, caller: Caller, yes: bool) -> None:
            self._changed(caller, lambda world: replace(world, access=yes))

        @rule(caller=callers, runs=often)
        def pause(self, caller: Caller, runs: bool) -> None:
            self._changed(caller, lambda world: replace(world, paused=not runs))

        @rule(caller=callers, reached=features)
        def reach(self, caller: Caller, reached: frozenset[str]) -> None:
            self._changed(caller, lambda world: replace(world, features=reached))

        @rule(caller=callers, seen=often)
        def projects(self, caller: Caller, seen: bool) -> None:
            self._changed(caller, lambda world: replace(world, projects=fine.projects if seen else frozenset()))

        @rule(caller=callers, narrowed=st.booleans())
        def converse(self, caller: Caller, narrowed: bool) -> None:
            scope = fine.scope if narrowed else replace(fine.scope, projects=WholeWorkspace())
            own = fine.projects if narrowed else frozenset({self.stage.ids.project})
            self._changed(caller, lambda world: replace(world, scope=scope, projects=own))

        @rule(caller=callers, answers=often)
        def break_facts(self, caller: Caller, answers: bool) -> None:
            self._changed(caller, lambda world: replace(world, fails=not answers))

        @rule(caller=callers, chosen=st.data())
        def publish(self, caller: Caller, chosen: st.DataObject) -> None:
            value = chosen.draw(stored[caller], label="stored")
            self._changed(caller, lambda world: replace(world, stored=value))

        @rule(caller=callers)
        def restore(self, caller: Caller) -> None:
            self.stage.set(caller, fine)

        @rule(caller=callers)
        def offer(self, caller: Caller) -> None:
            self.trial.hold_offer("offer", caller, self._now(caller))
            self._hold()

        @rule(caller=callers)
        def call_each(self, caller: Caller) -> None:
            for name in sorted(serves):
                self.trial.hold_call("call", caller, name, self._now(caller))
            self._hold()

        @rule(caller=callers, name=names)
        def call(self, caller: Caller, name: str) -> None:
            self.trial.hold_call("call", caller, name, self._now(caller))
            self._hold()

        @rule(caller=callers, name=st.sampled_from(sorted(serves)), chosen=st.data())
        def call_with_foreign_ids(self, caller: Caller, name: str, chosen: st.DataObject) -> None:
            row = registry.rows.get(name)
            calls = list(hostile(row, samples.get(name, {}), self.stage.ids)) if row else []
            if calls:
                what, arguments = chosen.draw(st.sampled_from(calls), label="arguments")
                self.trial.hold_call("foreign-id", caller, name, f"{what}, {self._now(caller)}", arguments)
                self._hold()

        def teardown(self) -> None:
            if hasattr(self, "opened"):
                self.opened.__exit__(None, None, None)

        def _changed(self, caller: Caller, change: Callable[[World], World]) -> None:
            self.stage.set(caller, change(self.stage.truth(caller)))

        def _now(self, caller: Caller) -> str:
            return f"for {caller.name} this is true: {self.stage.truth(caller)}"

        def _hold(self) -> None:
            failures: tuple[Failure, ...] = self.trial.failures()
            assert not failures, shown(failures)

    Machine.__name__ = Machine.__qualname__ = "DispatcherMachine"
    return Machine


def _strange(serves: frozenset[str], registry: Registry) -> list[str]:
    close = {other for name in serves for _, other in near_misses(name)}
    return sorted((close | {name for _, name in STRANGERS} | set(registry.manifest.renamed)) - serves)
