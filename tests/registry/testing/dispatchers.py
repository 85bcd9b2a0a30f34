"""Dispatchers to probe: correct ones, on a session and by hand, and each of the mistakes that people make."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable
from typing import Any

from toolcrib.manifest import Manifest
from toolcrib.registry import (
    Facts,
    Nothing,
    Only,
    Phase,
    Registry,
    Selection,
    UseDefaults,
    decide,
    loaded_selection,
)
from toolcrib.registry._binding import bound
from toolcrib.registry.testing import Caller, Stage, World

ROW = {"capability": "schedules", "mutates": False, "agents": ["chat"], "description": "About it."}
MANIFEST = Manifest(
    agents={
        "chat": {
            "empty_selection": "defaults",
            "runtime_tools": {"source": "app/run.py", "tools": ["ask_user"]},
        },
        "builder": {"empty_selection": "none"},
    },
    capabilities={"schedules": {"feature": "schedules"}, "apps": {"feature": "apps"}, "help": {"feature": None}},
    pins={"ungated": {"help": "Nothing in it is anybody's own."}},
    tools={
        "list_schedules": {
            **ROW,
            "agents": ["builder", "chat"],
            "scope": {"workspace_id": {"pinned": "workspace"}, "project_id": {"filled": "project"}},
        },
        "show_schedules": {**ROW, "scope": {"filter.items[].ids[]": "schedule", "project": "project"}},
        "run_app": {**ROW, "capability": "apps", "agents": ["builder"]},
        "help": {**ROW, "capability": "help"},
        "everywhere": {**ROW, "whole_workspace": True},
    },
    renamed={
        "get_schedules": {"to": "list_schedules", "until": "2099-01-01"},
        "start_app": {"to": "run_app", "until": "2099-01-01"},
    },
)
REGISTRY = Registry(MANIFEST)


class OnSession:
    """Correct: every offer and every call is a session's."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.run = {name: stage.implementation(name) for name in (*stage.registry.rows, "ask_user")}

    def _options(self, caller: Caller) -> dict[str, Any]:
        return {
            "facts": lambda: self.stage.facts(caller),
            "scope": self.stage.scope(caller),
            "resolvers": self.stage.resolvers,
        }

    def offer(self, caller: Caller) -> Any:
        with self.stage.registry.session(caller.agent, time_limit=None, **self._options(caller)) as session:
            return [tool.name for tool in session.offer()]

    def call(self, caller: Caller, name: str, arguments: dict[str, Any]) -> Any:
        with self.stage.registry.session(caller.agent, time_limit=None, **self._options(caller)) as session:
            return session.call(name, arguments, self.run.get(name))


class OnAsyncSession(OnSession):
    """Correct, in an event loop."""

    async def offer(self, caller: Caller) -> Any:
        async with self.stage.registry.async_session(caller.agent, **self._options(caller)) as session:
            return [tool.name for tool in await session.offer()]

    async def call(self, caller: Caller, name: str, arguments: dict[str, Any]) -> Any:
        async with self.stage.registry.async_session(caller.agent, **self._options(caller)) as session:
            return await session.call(name, arguments, self.run.get(name))


class ByHand(OnSession):
    """Correct, without a session: the parts that the mistakes below get wrong are methods of their own."""

    def facts(self, caller: Caller) -> Facts:
        return self.stage.facts(caller)

    def every(self, caller: Caller) -> Iterable[str]:
        allowlist = self.stage.registry.allowlist(caller.agent)
        return (*allowlist.names, *allowlist.runtime_tools)

    def meant(self, caller: Caller, name: str) -> str:
        return name

    def may(self, caller: Caller, name: str, phase: Phase, arguments: dict[str, Any] | None = None) -> bool:
        return self.decided(caller, caller.agent, name, phase, arguments)

    def decided(
        self, caller: Caller, agent: str, name: str, phase: Phase, arguments: dict[str, Any] | None = None
    ) -> bool:
        return bool(
            decide(
                self.stage.registry,
                agent,
                name,
                phase=phase,
                facts=self.facts(caller),
                scope=self.stage.scope(caller),
                arguments=arguments,
                resolved=self.stage.objects,
            )
        )

    def bound(self, caller: Caller, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        row = self.stage.registry.rows.get(name)
        if row is None:
            return arguments
        return bound(row, self.stage.scope(caller), self.facts(caller), copy.deepcopy(arguments))

    def offer(self, caller: Caller) -> Any:
        return [name for name in self.every(caller) if self.may(caller, name, Phase.OFFER)]

    def call(self, caller: Caller, name: str, arguments: dict[str, Any]) -> Any:
        name = self.meant(caller, name)
        if not self.may(caller, name, Phase.CALL, arguments):
            return "refused"
        return self.run[name](self.bound(caller, name, arguments))


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


class Stored(ByHand):
    """Reads the column itself; correct as it stands."""

    def selection(self, caller: Caller, stored: Any) -> Selection:
        return loaded_selection(self.stage.registry, caller.agent, stored, today=self.stage.today).selection

    def facts(self, caller: Caller) -> Facts:
        world = self.stage.world(caller)
        return Facts(
            access=world.access,
            paused=world.paused,
            features=world.features,
            projects=world.projects,
            selection=self.selection(caller, self.stage.stored(caller)),
        )


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


class AStoreOfItsOwn(ByHand):
    """Correct: what is true is in a store of its own, which is told of every change."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.store: dict[Caller, World] = {}
        stage.when_changed(self.store.__setitem__)

    def facts(self, caller: Caller) -> Facts:
        if self.store[caller].fails:
            raise ConnectionError("no store")
        return self.stage.facts_in(caller.agent, self.store[caller])


CORRECT: tuple[Callable[[Stage], Any], ...] = (OnSession, OnAsyncSession, ByHand, Stored, AStoreOfItsOwn)
FAULTS: dict[Callable[[Stage], Any], str] = {
    FilterAtOfferOnly: "bound-argument call call-without-offer foreign-id in-between revoked two-callers",
    FilterAtCallOnly: "given-back offer revoked two-callers",
    GrantAtCallOnly: "bound-argument call call-without-offer foreign-id in-between revoked two-callers",
    TruthinessOfTheList: "call call-without-offer offer revoked",
    NullTakenForEmpty: "bound-argument call call-without-offer foreign-id given-back offer revoked two-callers",
    TextTakenForList: "call call-without-offer offer revoked",
    NoKnownNameMeansDefaults: "call call-without-offer offer revoked",
    OldNameWidens: "call call-without-offer offer",
    OldNameIsCalled: "old-name",
    CaseInsensitive: "near-miss",
    SeparatorsAreAlike: "near-miss",
    PrefixOfTheName: "near-miss",
    AnyAgent: "bound-argument call call-without-offer in-between revoked two-callers",
    CacheOfAllCallers: "two-callers",
    KeptOverTheTurn: "in-between revoked",
    FactsOfTheFirstCall: "bound-argument call call-without-offer foreign-id in-between offer revoked two-callers",
    OneCurrentCaller: "in-between",
    RefusedAfterItRan: "bound-argument call call-without-offer foreign-id in-between revoked two-callers",
    FailureAllows: "call call-without-offer offer revoked",
    ModelSetsThePin: "foreign-id",
    PinIsNotWritten: "bound-argument call call-without-offer foreign-id revoked two-callers",
    ArgumentsNotChecked: "call call-without-offer foreign-id revoked",
    UnknownObjectAllowed: "foreign-id",
    FirstOfTheListChecked: "foreign-id",
    NothingOfNobody: "bound-argument call call-without-offer foreign-id given-back offer revoked two-callers",
    OfferedTwice: "given-back offer revoked two-callers",
    RunTwice: "bound-argument call call-without-offer foreign-id revoked two-callers",
}
