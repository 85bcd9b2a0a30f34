"""Ask a dispatcher one thing, and hold what it does to what the decision says.

Room: registry, the conformance kit. The oracle is `decide`, which a session asks too: there is no second one.
Touch it when dispatchers answer in another form. Not here: what is asked, in which order (`_probes`).
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Iterable, Mapping
from types import TracebackType
from typing import Any, Final, Self, final

from toolcrib.manifest import ArgumentRule
from toolcrib.registry import Answer, Id, Phase, Registry, Row, decide
from toolcrib.registry._places import ShapeError, ids_in, is_named, places
from toolcrib.registry.testing._calls import fitting
from toolcrib.registry.testing._failure import Failure
from toolcrib.registry.testing._stage import Caller, Dispatcher, Reached, Refused, Stage, World

MAX_SHOWN: Final = 10  # failures of one kind and agent: a dispatcher that lets everything through has thousands
_SHOWN_NAMES: Final = 12


@final
class Trial:
    """One dispatcher on its stage, and what it got wrong so far."""

    def __init__(
        self,
        dispatcher: Dispatcher,
        stage: Stage,
        serves: frozenset[str],
        samples: Mapping[str, Mapping[str, Any]],
        runner: asyncio.Runner,
    ) -> None:
        self.dispatcher, self.stage, self.serves, self.samples = dispatcher, stage, serves, samples
        self.runner = runner
        self._failures: dict[Failure, None] = {}
        self._more: dict[tuple[str, str], int] = {}
        self._raised = ""
        self._told: dict[tuple[str, str], int] = {}

    @property
    def registry(self) -> Registry:
        return self.stage.registry

    def failures(self) -> tuple[Failure, ...]:
        """What was found; where there is much of one kind, the last of it says how much was left out."""
        more = (
            Failure(probe=probe, agent=agent, asked="more of the same", expected="none", seen=f"{count} more failures")
            for (probe, agent), count in self._more.items()
        )
        return (*self._failures, *more)

    def fail(self, probe: str, agent: str, asked: str, expected: str, seen: str) -> None:
        failure = Failure(probe=probe, agent=agent, asked=asked, expected=expected, seen=seen)
        if failure in self._failures:
            return
        kind = (probe, agent)
        self._told[kind] = self._told.get(kind, 0) + 1
        if self._told[kind] > MAX_SHOWN:
            self._more[kind] = self._more.get(kind, 0) + 1
        else:
            self._failures[failure] = None

    def fitting(self, name: str) -> dict[str, Any]:
        return fitting(self.registry.rows.get(name), self.samples.get(name, {}), self.stage.ids)

    # what has to happen

    def decided(self, caller: Caller, name: str, phase: Phase, arguments: dict[str, Any] | None = None) -> bool:
        """What the decision says now, of what this dispatcher serves."""
        world = self.stage.truth(caller)
        if name not in self.serves or world.fails:
            return False
        return decide(
            self.registry,
            caller.agent,
            name,
            phase=phase,
            facts=self.stage.facts_in(caller.agent, world),
            scope=world.scope,
            arguments=arguments,
            resolved=self.stage.objects,
        ).allowed

    def offerable(self, caller: Caller) -> frozenset[str]:
        return frozenset(name for name in self.serves if self.decided(caller, name, Phase.OFFER))

    # what happens

    def offered(self, caller: Caller) -> tuple[str, ...]:
        """The names that the dispatcher offers; none where it raises."""
        self._raised = ""
        try:
            given = self._done(self.dispatcher.offer(caller))
        except Exception as error:  # whatever it is, nothing is offered
            self._raised = f"; {type(error).__name__} was raised: {str(error)[:200]}"
            return ()
        if isinstance(given, (str, bytes)) or not isinstance(given, Iterable):
            raise TypeError(f"`offer` must give the names that the model gets, not {type(given).__name__}")
        names = tuple(given)
        if not all(isinstance(name, str) for name in names):
            raise TypeError("`offer` must give names, and one of these is no text")
        return names

    def called(self, caller: Caller, name: str, arguments: Mapping[str, Any]) -> tuple[tuple[Reached, ...], str]:
        """What was reached, and what came back, in words."""
        self.stage.taken()
        try:
            answer = self._done(self.dispatcher.call(caller, name, dict(arguments)))
        except Exception as error:  # whatever it is, it may be how refusals come
            return self.stage.taken(), f"{type(error).__name__} was raised: {str(error)[:200]}"
        reached = self.stage.taken()
        refused = isinstance(answer, Refused) or (isinstance(answer, Answer) and not answer.allowed)
        if not self.stage.counts and not refused:
            reached = (Reached(name, arguments),)
        return reached, "it was refused" if refused else f"the answer was a {type(answer).__name__}"

    # both

    def hold_offer(self, probe: str, caller: Caller, when: str) -> frozenset[str]:
        """What is offered is what may be called, no more and no less."""
        offered, expected = self.offered(caller), self.offerable(caller)
        seen = frozenset(offered)
        if len(offered) != len(seen):
            twice = sorted(name for name in seen if offered.count(name) > 1)
            self.fail(probe, caller.agent, f"offer, when {when}", "each name once", f"twice: {_names(twice)}")
        if extra := seen - expected:
            self.fail(probe, caller.agent, f"offer, when {when}", _names(expected), f"offered too: {_names(extra)}")
        if missing := expected - seen:
            self.fail(
                probe,
                caller.agent,
                f"offer, when {when}",
                _names(expected),
                f"left out: {_names(missing)}{self._raised}",
            )
        return seen

    def hold_call(
        self, probe: str, caller: Caller, name: str, when: str, arguments: dict[str, Any] | None = None
    ) -> None:
        """The call reaches its implementation exactly where it may, once, and with what the session sets."""
        given = self.fitting(name) if arguments is None else arguments
        allowed = self.decided(caller, name, Phase.CALL, given)
        reached, answer = self.called(caller, name, given)
        asked = f"call `{name!r}`" if not name.isprintable() or name != name.strip() else f"call `{name}`"
        asked += f", when {when}"
        if not allowed:
            if reached:
                self.fail(probe, caller.agent, asked, "it reaches no implementation", f"{_reached(reached)}; {answer}")
            return
        if [one.tool for one in reached] != [name]:
            hint = "" if reached or self.samples.get(name) else "; where it needs arguments, give them in `samples`"
            seen = f"{_reached(reached)}; {answer}{hint}"
            self.fail(probe, caller.agent, asked, f"it reaches the implementation of `{name}` once", seen)
        elif self.stage.counts and (row := self.registry.rows.get(name)):
            self._hold_arguments(probe, caller, row, asked, reached[0])

    def hold_spelling(self, probe: str, caller: Caller, row: Row, what: str, value: Id, given: dict[str, Any]) -> None:
        """An id under another spelling of a bound argument reaches nothing: the code may read it as the bound one.

        Told only where implementations are counted: what else becomes of the argument is not seen.
        """
        reached, answer = self.called(caller, row.name, given)
        if self.stage.counts and any(_holds(one.arguments, value) for one in reached):
            self.fail(
                probe, caller.agent, f"call `{row.name}`, when {what}", f"no implementation gets `{value}`",
                f"{_reached(reached)}; {answer}",
            )  # fmt: skip

    def _hold_arguments(self, probe: str, caller: Caller, row: Row, asked: str, reached: Reached) -> None:
        stage, world = self.stage, self.stage.truth(caller)
        scope = world.scope
        for path, rule, kind, steps in row.rules:
            if rule is ArgumentRule.CHECKED:
                continue
            one = {"workspace": scope.workspace, "project": stage.ids.project}.get(kind, scope.objects.get(kind))
            if kind == "project" and steps[-1][1]:
                continue  # a list of every project of the scope
            try:
                got = [
                    found
                    for value in places(dict(reached.arguments), steps)
                    if is_named(value)
                    for found in ids_in(value)
                ]
            except ShapeError:
                got = []
            if set(got) != {one} and not (rule is ArgumentRule.FILLED and got and set(got) <= world.projects | {one}):
                what = f"`{path}` is `{one}`, which the session sets"
                self.fail(probe, caller.agent, asked, what, f"it was {_names(map(str, got)) if got else 'not there'}")

    def _done(self, given: object) -> object:
        return self.runner.run(self.awaited(given)) if inspect.isawaitable(given) else given

    @staticmethod
    async def awaited(given: Awaitable[object]) -> object:
        return await given


def _holds(value: object, wanted: Id) -> bool:
    """Whether the id stands anywhere in what an implementation was called with."""
    if isinstance(value, Mapping):
        return any(_holds(inner, wanted) for inner in value.values())
    if isinstance(value, (list, tuple)):
        return any(_holds(inner, wanted) for inner in value)
    return type(value) is type(wanted) and value == wanted


def _names(names: Iterable[str]) -> str:
    held = sorted(names)
    text = ", ".join(f"`{name}`" for name in held[:_SHOWN_NAMES]) or "nothing"
    return text if len(held) <= _SHOWN_NAMES else f"{text} and {len(held) - _SHOWN_NAMES} more"


def _reached(reached: tuple[Reached, ...]) -> str:
    if not reached:
        return "nothing was reached"
    return f"reached: {', '.join(f'`{one.tool}`' for one in reached[:_SHOWN_NAMES])}"


Making = Callable[[Stage], Dispatcher]


class Opened:
    """A dispatcher made for a trial; closed after it, where it can be closed."""

    def __init__(self, make: Making, stage: Stage) -> None:
        self._make, self._stage = make, stage

    def __enter__(self) -> Self:
        self.runner = asyncio.Runner()
        self.dispatcher = self._make(self._stage)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            close = getattr(self.dispatcher, "close", None)
            if callable(close) and inspect.isawaitable(closing := close()):
                self.runner.run(Trial.awaited(closing))
        finally:
            self.runner.close()


def everyone(agents: Iterable[str]) -> tuple[tuple[Caller, Caller], ...]:
    """Two callers of each agent."""
    return tuple((Caller("ada", agent), Caller("bob", agent)) for agent in agents)


def settle(stage: Stage, callers: Iterable[Caller], world: World) -> None:
    for caller in callers:
        stage.set(caller, world)
