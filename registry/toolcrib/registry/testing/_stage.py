"""The stage on which a dispatcher is probed: callers, what is true of them now, and implementations that are counted.

Room: registry, the conformance kit. The kit changes what is true; a dispatcher reads it here, or is told of it.
Touch it when dispatchers need to be told something else. Not here: what is asked (`_probes`), sample calls (`_calls`).
"""

from __future__ import annotations

import copy
import functools
import inspect
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final, Protocol, TypeVar, final

from toolcrib.registry import Facts, Id, Registry, Scope, WholeWorkspace, loaded_selection

F = TypeVar("F", bound=Callable[..., object])
MAX_KEPT: Final = 10_000  # reached calls that are remembered: a dispatcher in a loop must not fill the memory


class FactsGone(Exception):  # noqa: N818  # it reads as what is wrong
    """What a probe makes the provider of facts raise: a dispatcher that cannot ask must refuse."""


@final
@dataclass(frozen=True, slots=True)
class Caller:
    """Somebody who talks to an agent. Two callers of one agent have nothing in common."""

    name: str
    agent: str


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Ids:
    """The ids that probes use. Give your own where the dispatcher looks them up in a store of yours.

    * project   in the scope of the conversation, and the caller may see it
    * outside   the caller may see it, but the conversation is not about it
    * foreign   of another tenant: the caller may not see it
    * objects   for each other kind: one of `project`, one of `foreign`
    """

    workspace: Id = "toolcrib-tenant"
    other_workspace: Id = "toolcrib-other-tenant"
    project: Id = "toolcrib-project"
    outside: Id = "toolcrib-project-outside"
    foreign: Id = "toolcrib-project-foreign"
    objects: Mapping[str, tuple[Id, Id]] = field(default_factory=dict)

    def own(self, kind: str) -> Id:
        return self.objects[kind][0] if kind in self.objects else f"toolcrib-{kind}"

    def strange(self, kind: str) -> Id:
        return self.objects[kind][1] if kind in self.objects else f"toolcrib-{kind}-foreign"


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """What is true of one caller now. `stored` is what the column of the published choice holds: null, a list, …"""

    access: bool = True
    paused: bool = False
    features: frozenset[str]
    projects: frozenset[Id]
    stored: object = None
    scope: Scope
    fails: bool = False  # asking for the facts raises


@final
@dataclass(frozen=True, slots=True)
class Reached:
    """A call that came as far as the implementation of a tool, and the arguments that it got."""

    tool: str
    arguments: Mapping[str, Any]


@final
@dataclass(frozen=True, slots=True)
class Refused:
    """What `call` may return to say that it refused. Needed only where no implementation is counted."""

    words: str = ""


class Dispatcher(Protocol):
    """What is probed: both may be async. `offer` begins a turn; a call is made as the model would make it.

    A refusal may be an exception or any answer: whether a call was made is seen at the implementation.
    """

    def offer(self, caller: Caller, /) -> Any:
        """The names of the tools that the model is given for this caller now."""

    def call(self, caller: Caller, name: str, arguments: dict[str, Any], /) -> Any:
        """The model has called `name`."""


@final
class Stage:
    """Handed to the function that makes a dispatcher: read facts here, and run implementations that come from here.

    Thread-safe. `facts`, `world`, `stored` and `scope` say what is true at the moment they are asked.
    """

    def __init__(self, registry: Registry, ids: Ids, today: date, kinds: Iterable[str]) -> None:
        self.registry, self.ids, self.today = registry, ids, today
        self.objects: Mapping[str, Mapping[Id, Id]] = {
            kind: {ids.own(kind): ids.project, ids.strange(kind): ids.foreign} for kind in sorted(kinds)
        }
        self._worlds: dict[Caller, World] = {}
        self._watchers: list[Callable[[Caller, World], object]] = []
        self._reached: list[Reached] = []
        self._counted: set[str] = set()
        self._between: Callable[[], None] | None = None
        self._lock = threading.Lock()

    def facts(self, caller: Caller) -> Facts:
        """The facts of now, for `registry.session(..., facts=lambda: stage.facts(caller))`."""
        return self.facts_in(caller.agent, self.world(caller))

    def facts_in(self, agent: str, world: World) -> Facts:
        """The facts of a world, for an agent."""
        return Facts(
            access=world.access,
            paused=world.paused,
            features=world.features,
            projects=world.projects,
            selection=loaded_selection(self.registry, agent, world.stored, today=self.today).selection,
        )

    def world(self, caller: Caller) -> World:
        """All of it, unread: for a dispatcher that does not know `Facts`."""
        with self._lock:
            world, between, self._between = self._worlds[caller], self._between, None
        if between is not None:
            between()  # another caller is served while this one is being looked at
        if world.fails:
            raise FactsGone("the store of facts cannot be reached")
        return world

    def stored(self, caller: Caller) -> object:
        """What the column of the published choice holds: a copy, since columns are read anew."""
        return copy.deepcopy(self.world(caller).stored)

    def scope(self, caller: Caller) -> Scope:
        """What the conversation of this caller is about. Never fails: no store has to be asked."""
        return self.truth(caller).scope

    @property
    def resolvers(self) -> dict[str, Callable[[tuple[Id, ...]], Mapping[Id, Id]]]:
        """For each kind of object: ids in, {id: project} out."""
        return {kind: functools.partial(_looked_up, table) for kind, table in self.objects.items()}

    def when_changed(self, tell: Callable[[Caller, World], object]) -> None:
        """Have `tell` called with what is true, now and at every change: to write it to the store that is asked."""
        with self._lock:
            self._watchers.append(tell)
            known = tuple(self._worlds.items())
        for caller, world in known:
            tell(caller, world)

    def implementation(self, tool: str) -> Callable[..., object]:
        """An implementation of `tool` that takes anything, counts and answers `done`."""

        def done(*given: Any, **named: Any) -> object:
            first = given[0] if given and isinstance(given[0], Mapping) else {}
            self._count(tool, {**first, **named})
            return "done"

        self._counted.add(tool)
        return done

    def watched(self, tool: str, function: F) -> F:
        """Your own implementation, counted. It keeps its signature, for frameworks that read it."""
        self._counted.add(tool)
        signature = inspect.signature(function)

        def note(given: tuple[Any, ...], named: dict[str, Any]) -> None:
            try:
                self._count(tool, signature.bind(*given, **named).arguments)
            except TypeError:
                self._count(tool, named)

        if inspect.iscoroutinefunction(function):

            @functools.wraps(function)
            async def awaited(*given: Any, **named: Any) -> object:
                note(given, named)
                return await function(*given, **named)

            return awaited  # type: ignore[return-value]  # of the same signature

        @functools.wraps(function)
        def called(*given: Any, **named: Any) -> object:
            note(given, named)
            return function(*given, **named)

        return called  # type: ignore[return-value]  # of the same signature

    def truth(self, caller: Caller) -> World:
        """What is true, for probes: this never fails, and nobody is served in between."""
        with self._lock:
            return self._worlds[caller]

    @property
    def counts(self) -> bool:
        """Whether any implementation is counted; else the answers are all there is to judge by."""
        return bool(self._counted)

    def set(self, caller: Caller, world: World) -> None:
        """From now on this is true of the caller. For probes; a dispatcher changes nothing."""
        with self._lock:
            self._worlds[caller] = world
        for tell in self._watchers:
            tell(caller, world)

    def between(self, act: Callable[[], None] | None) -> None:
        """Do `act` once, while the next question for facts is being answered."""
        with self._lock:
            self._between = act

    def taken(self) -> tuple[Reached, ...]:
        """The calls that were reached since this was asked last."""
        with self._lock:
            reached, self._reached = tuple(self._reached), []
        return reached

    def _count(self, tool: str, arguments: Mapping[str, Any]) -> None:
        with self._lock:
            if len(self._reached) < MAX_KEPT:
                self._reached.append(Reached(tool, copy.deepcopy(dict(arguments))))


def _looked_up(table: Mapping[Id, Id], ids: tuple[Id, ...]) -> Mapping[Id, Id]:
    return {one: table[one] for one in ids if one in table}


def full(registry: Registry, ids: Ids, *, narrowed: bool = True) -> World:
    """A world in which everything that the manifest grants is allowed."""
    features = frozenset(one.feature for one in registry.manifest.capabilities.values() if one.feature is not None)
    kinds = {kind for row in registry.tools for _, _, kind, _ in row.rules} - {"workspace", "project"}
    scope = Scope(
        workspace=ids.workspace,
        projects=frozenset({ids.project}) if narrowed else WholeWorkspace(),
        objects={kind: ids.own(kind) for kind in kinds},
    )
    return World(features=features, projects=frozenset({ids.project, ids.outside}), scope=scope)
