"""A turn of an agent, in an event loop. As `_session`: the steps are the same ones.

Room: registry, edge. Safe to use from many tasks at once. Providers, resolvers and tools may be async or not; what is
not async and has a time limit is asked in a thread, so that it cannot hold up the loop.
Touch it together with `_session`. Not here: the steps of a call (`_turn`), time limits (`_limited`).
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Generator, Mapping
from contextlib import AbstractAsyncContextManager, AbstractContextManager, AsyncExitStack, nullcontext
from types import TracebackType
from typing import Any, Self, TypeAlias, TypeVar, final

from toolcrib.registry._audit import Around
from toolcrib.registry._decide import Decision
from toolcrib.registry._facts import Facts, Id
from toolcrib.registry._limited_async import ask_async
from toolcrib.registry._schemas import Schemas
from toolcrib.registry._session import Run, failed, refuse_closed, taken
from toolcrib.registry._turn import FAILED, Answer, Ask, AskFacts, Offer, Turn

T = TypeVar("T")
AsyncFactsProvider: TypeAlias = Callable[[], "Facts | Awaitable[Facts]"]
AsyncResolver: TypeAlias = Callable[[tuple[Id, ...]], "Mapping[Id, Id] | Awaitable[Mapping[Id, Id]]"]


@final
class AsyncSession:
    """`registry.async_session(...)`: ask for the `offer`, then `call` what the model calls."""

    def __init__(
        self,
        turn: Turn,
        facts: AsyncFactsProvider,
        resolvers: Mapping[str, AsyncResolver],
        time_limit: float | None,
        around: Around | None,
    ) -> None:
        self._turn, self._facts, self._resolvers = turn, facts, dict(resolvers)
        self._time_limit, self._around = time_limit, around
        self._opened = AsyncExitStack()

    async def offer(self, *, schemas: Schemas | None = None) -> Offer:
        """The tools for the model now. Where the application fails, it is empty and says why; nothing is raised."""
        return await self._driven(self._turn.offering(schemas))

    async def call(
        self, name: str, arguments: object, run: Run | None = None, *, schemas: Schemas | None = None
    ) -> Answer:
        """Decide again, with the facts of now, and run. `run` gets the arguments to call with; else what is bound runs.

        A refusal is an `Answer` too, and then nothing ran. What the tool itself raises is raised.
        """
        ready = await self._driven(self._turn.calling(name, arguments, has_run=run is not None, schemas=schemas))
        if isinstance(ready, Decision):
            return self._turn.answer_to(ready)
        result: object = FAILED
        with self._around(ready.event) if self._around is not None and ready.event else nullcontext():
            result = (
                run(ready.arguments)
                if run is not None
                else self._turn.registry.bindings.function(name)(**ready.arguments)
            )
            if inspect.isawaitable(result):
                result = await result
        return self._turn.answer(ready.decision, result)

    async def check(self, name: str, arguments: object, *, schemas: Schemas | None = None) -> Decision:
        """What `call` would decide now, scope and schema included. Nothing runs, and nothing is recorded.

        A call is decided again when it is made: what is true may be something else by then.
        """
        return await self._driven(self._turn.checking(name, arguments, schemas=schemas))

    async def enter(self, context: AbstractAsyncContextManager[T] | AbstractContextManager[T]) -> T:
        """Open something for this turn: it is closed with it. Raises `RegistryError` when the turn has ended."""
        refuse_closed(self._turn)
        if isinstance(context, AbstractAsyncContextManager):
            opened = await self._opened.enter_async_context(context)
        else:
            opened = self._opened.enter_context(context)
        if self._turn.closed:  # while it was opened
            await self._opened.aclose()
            refuse_closed(self._turn)
        return opened

    async def close(self) -> None:
        """End the turn: nothing more is offered or called, and what was opened is closed."""
        self._turn.closed = True
        await self._opened.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._turn.closed = True
        await self._opened.__aexit__(kind, error, trace)

    async def _driven(self, steps: Generator[Ask, Any, T]) -> T:
        answer: object = None
        while True:
            try:
                asked = steps.send(answer)
            except StopIteration as done:
                return done.value  # type: ignore[no-any-return]  # the generator's own
            answer = await self._asked(asked)

    async def _asked(self, asked: Ask) -> object:
        try:
            if isinstance(asked, AskFacts):
                answer = await ask_async(self._facts, self._time_limit)
            else:
                answer = await ask_async(self._resolvers[asked.kind], self._time_limit, asked.ids)
        except Exception as error:  # whatever it is, it allows nothing
            return failed(asked, error)
        return taken(asked, answer)
