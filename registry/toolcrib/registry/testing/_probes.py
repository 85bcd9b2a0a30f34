"""What a dispatcher is asked: one function a kind of mistake. `_trial` holds each answer to the decision.

Room: registry, the conformance kit. The order matters inside of a probe: a cache or a missing check hides in it.
Touch it when dispatchers are found to go wrong in another way; list the new probe in `PROBES` and on the page.
"""

from __future__ import annotations

import asyncio
import inspect
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain
from typing import Final

from toolcrib.registry import Phase
from toolcrib.registry.testing._calls import STRANGERS, aliased, hostile, near_misses
from toolcrib.registry.testing._stage import Caller, World, full
from toolcrib.registry.testing._trial import Trial
from toolcrib.registry.testing._worlds import choices, fulls, withdrawn

_WAIT: Final = 1.0  # seconds for a caller who is served in between


def offer(trial: Trial, ada: Caller, bob: Caller) -> None:
    """Everything offered can be called, everything else reaches nothing: in each world, with an offer before."""
    del bob
    registry, ids = trial.registry, trial.stage.ids
    for when, world in chain(fulls(registry, ada.agent, ids), withdrawn(registry, ada.agent, ids)):
        trial.stage.set(ada, world)
        trial.hold_offer("offer", ada, when)
        for name in sorted(trial.serves):
            trial.hold_call("call", ada, name, when)


def unoffered(trial: Trial, ada: Caller, bob: Caller) -> None:
    """A call that nobody offered before is decided all the same: there may be no list to fall back on."""
    del bob
    registry, ids = trial.registry, trial.stage.ids
    for when, world in withdrawn(registry, ada.agent, ids):
        trial.stage.set(ada, world)
        for name in sorted(trial.serves):
            trial.hold_call("call-without-offer", ada, name, f"{when} and no offer was asked for")


def names(trial: Trial, ada: Caller, bob: Caller) -> None:
    """A name is that name: no other case, separator, prefix, part or older name of it."""
    del bob
    trial.stage.set(ada, full(trial.registry, trial.stage.ids))
    trial.offered(ada)
    for what, name in STRANGERS:
        trial.hold_call("unknown-name", ada, name, f"it is {what}", {})
    for old in sorted(trial.registry.manifest.renamed):
        to = trial.registry.manifest.renamed[old].to
        trial.hold_call("old-name", ada, old, f"`{to}` had this name before", trial.fitting(to))
    for real in sorted(trial.serves):
        for how, name in near_misses(real):
            if name not in trial.serves:
                trial.hold_call("near-miss", ada, name, f"it is `{real}` {how}", trial.fitting(real))


def revoked(trial: Trial, ada: Caller, bob: Caller) -> None:
    """What is withdrawn between offer and call, or between two calls, is refused; what is given back is there."""
    del bob
    registry, ids = trial.registry, trial.stage.ids
    fine = full(registry, ids)
    for when, world in withdrawn(registry, ada.agent, ids):
        for called_before in (False, True):
            trial.stage.set(ada, fine)
            trial.hold_offer("revoked", ada, "everything is allowed")
            lost = [name for name in sorted(trial.serves) if trial.decided(ada, name, Phase.CALL, trial.fitting(name))]
            if called_before:
                for name in lost:
                    trial.hold_call("revoked", ada, name, "everything is allowed")
            trial.stage.set(ada, world)
            after = "an allowed call" if called_before else "the offer"
            for name in lost:
                trial.hold_call("revoked", ada, name, f"after {after} it changed that {when}")
    trial.stage.set(ada, fine)
    trial.hold_offer("given-back", ada, "everything is allowed again")


def foreign(trial: Trial, ada: Caller, bob: Caller) -> None:
    """No id of another tenant or project reaches an implementation, and the session's own stands where it is bound."""
    del bob
    ids = trial.stage.ids
    for when, world in fulls(trial.registry, ada.agent, ids):
        trial.stage.set(ada, world)
        trial.offered(ada)
        for row in trial.registry.tools:
            if row.name not in trial.serves:
                continue
            trial.hold_call("bound-argument", ada, row.name, when)
            for what, arguments in hostile(row, trial.samples.get(row.name, {}), ids):
                trial.hold_call("foreign-id", ada, row.name, f"{when} and {what}", arguments)
            for what, value, arguments in aliased(row, trial.samples.get(row.name, {}), ids):
                trial.hold_spelling("alias", ada, row, f"{when} and {what}", value, arguments)


def two_callers(trial: Trial, ada: Caller, bob: Caller) -> None:
    """What one caller may is nothing to another: one after the other, in turn, and while the first is being served."""
    fine = full(trial.registry, trial.stage.ids)
    for what, less in _less(trial, ada):
        for rich, poor in ((ada, bob), (bob, ada)):
            trial.stage.set(rich, fine)
            trial.stage.set(poor, less)
            when = f"another caller may everything, and for this one {what}"
            for caller in (rich, poor, rich, poor):
                trial.hold_offer("two-callers", caller, when if caller is poor else "another caller may less")
            for name in sorted(trial.serves):
                for caller in (rich, poor, rich):
                    trial.hold_call("two-callers", caller, name, when if caller is poor else "another caller may less")


def in_between(trial: Trial, ada: Caller, bob: Caller) -> None:
    """While one caller is being looked at, the other is served: nothing of the one is used for the other."""
    fine = full(trial.registry, trial.stage.ids)
    other = _Served(trial)
    for what, less in _less(trial, ada):
        when = f"{what}, and another caller, who may everything, was offered tools meanwhile"
        for first, second in ((ada, bob), (bob, ada)):
            trial.stage.set(first, less)
            trial.stage.set(second, fine)
            for name in sorted(trial.serves):
                if other.waits:
                    return
                if not trial.decided(first, name, Phase.CALL, trial.fitting(name)):
                    trial.stage.between(other.meanwhile(second))
                    trial.hold_call("in-between", first, name, when)
                    trial.stage.between(None)
                    other.finish()


class _Served:
    """Another caller asks for his tools, in a thread of his own."""

    def __init__(self, trial: Trial) -> None:
        self._trial = trial
        self._thread: threading.Thread | None = None
        self.waits = False  # a dispatcher with one lock or one loop makes him wait: there is no in-between

    def meanwhile(self, caller: Caller) -> Callable[[], None]:
        def offered() -> None:
            try:
                given = self._trial.dispatcher.offer(caller)
                if inspect.isawaitable(given):
                    asyncio.run(self._trial.awaited(given))
                else:
                    tuple(given)
            except Exception:  # noqa: S110  # what he is answered is held elsewhere
                pass

        def act() -> None:
            self._thread = threading.Thread(target=offered, daemon=True)
            self._thread.start()
            self._thread.join(_WAIT)
            self.waits = self._thread.is_alive()

        return act

    def finish(self) -> None:
        if self._thread is not None:
            self._thread.join(_WAIT)


def _less(trial: Trial, caller: Caller) -> Iterator[tuple[str, World]]:
    fine = full(trial.registry, trial.stage.ids)
    yield "there is no access", replace(fine, access=False)
    yield "the agent is paused", replace(fine, paused=True)
    yield "no feature is reached", replace(fine, features=frozenset())
    for what, stored in choices(trial.registry, caller.agent):
        if isinstance(stored, list) and what.endswith("alone"):
            yield f"the stored choice is {what}", replace(fine, stored=stored)


Probe = Callable[[Trial, Caller, Caller], None]
PROBES: Final[dict[str, Probe]] = {
    "offer": offer,
    "unoffered": unoffered,
    "names": names,
    "revoked": revoked,
    "foreign": foreign,
    "two_callers": two_callers,
    "in_between": in_between,
}
