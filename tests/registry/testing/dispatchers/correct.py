"""Correct dispatchers: on a session, by hand, and with a store of their own."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from typing import Any

from toolcrib.manifest import Manifest
from toolcrib.registry import Facts, Phase, Registry, Selection, decide, loaded_selection
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


class FetchedWhenCalled(OnSession):
    """Correct: the code of a tool is looked up once it may be called."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage

    def call(self, caller: Caller, name: str, arguments: dict[str, Any]) -> Any:
        with self.stage.registry.session(caller.agent, time_limit=None, **self._options(caller)) as session:
            return session.call(name, arguments, lambda final: self.stage.implementation(name)(final))


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
