"""A turn of an agent: what the model is offered, and what it may call. The sync session; `_async_session` is its twin.

Room: registry, edge: it asks the application and runs its tools. Safe to use from many threads at once; sessions share
nothing that a caller could see. Closed at the end of the turn, with everything that the turn opened.
Touch it when applications need another hook. Not here: the steps of a call (`_turn`), time limits (`_limited`).
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Generator, Mapping
from contextlib import AbstractContextManager, ExitStack, nullcontext
from types import TracebackType
from typing import Any, Self, TypeAlias, TypeVar, final

from toolcrib.registry._audit import Around
from toolcrib.registry._decide import Decision
from toolcrib.registry._errors import RegistryError
from toolcrib.registry._facts import Facts, Id
from toolcrib.registry._limited import Late, ask
from toolcrib.registry._reasons import Reason
from toolcrib.registry._schemas import Schemas
from toolcrib.registry._turn import FAILED, Answer, Ask, AskFacts, Failed, Offer, Turn

T = TypeVar("T")
FactsProvider: TypeAlias = Callable[[], Facts]
Resolver: TypeAlias = Callable[[tuple[Id, ...]], Mapping[Id, Id]]
Run: TypeAlias = Callable[[dict[str, Any]], object]


def failed(asked: Ask, error: Exception) -> Failed:
    """An error of the application in answer to a question."""
    if isinstance(asked, AskFacts):
        late = isinstance(error, Late)
        return Failed(Reason.FACTS_LATE if late else Reason.FACTS_FAILED, "" if late else type(error).__name__)
    return Failed(Reason.RESOLVER_LATE if isinstance(error, Late) else Reason.RESOLVER_FAILED, asked.kind)


def taken(asked: Ask, answer: object) -> object:
    """An answer that is what it should be, or `Failed`."""
    if isinstance(asked, AskFacts):
        return answer if type(answer) is Facts else Failed(Reason.FACTS_INVALID, type(answer).__name__)
    return answer if isinstance(answer, Mapping) else Failed(Reason.RESOLVER_FAILED, asked.kind)


def refuse_closed(turn: Turn) -> None:
    if turn.closed:
        raise RegistryError("the turn has ended: what is opened now would never be closed")


@final
class Session:
    """`registry.session(...)`: ask for the `offer`, then `call` what the model calls."""

    def __init__(
        self,
        turn: Turn,
        facts: FactsProvider,
        resolvers: Mapping[str, Resolver],
        time_limit: float | None,
        around: Around | None,
    ) -> None:
        self._turn, self._facts, self._resolvers = turn, facts, dict(resolvers)
        self._time_limit, self._around = time_limit, around
        self._opened = ExitStack()

    def offer(self, *, schemas: Schemas | None = None) -> Offer:
        """The tools for the model now. Where the application fails, it is empty and says why; nothing is raised."""
        return self._driven(self._turn.offering(schemas))

    def call(self, name: str, arguments: object, run: Run | None = None, *, schemas: Schemas | None = None) -> Answer:
        """Decide again, with the facts of now, and run. `run` gets the arguments to call with; else what is bound runs.

        A refusal is an `Answer` too, and then nothing ran. What the tool itself raises is raised.
        """
        ready = self._driven(self._turn.calling(name, arguments, has_run=run is not None, schemas=schemas))
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
                close = getattr(result, "close", None)
                if close is not None:
                    close()
                raise TypeError(f"the tool `{name}` is async: use registry.async_session")
        return self._turn.answer(ready.decision, result)

    def check(self, name: str, arguments: object, *, schemas: Schemas | None = None) -> Decision:
        """What `call` would decide now, scope and schema included. Nothing runs, and nothing is recorded.

        A call is decided again when it is made: what is true may be something else by then.
        """
        return self._driven(self._turn.checking(name, arguments, schemas=schemas))

    def enter(self, context: AbstractContextManager[T]) -> T:
        """Open something for this turn: it is closed with it. Raises `RegistryError` when the turn has ended."""
        refuse_closed(self._turn)
        opened = self._opened.enter_context(context)
        if self._turn.closed:  # while it was opened
            self._opened.close()
            refuse_closed(self._turn)
        return opened

    def close(self) -> None:
        """End the turn: nothing more is offered or called, and what was opened is closed."""
        self._turn.closed = True
        self._opened.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._turn.closed = True
        self._opened.__exit__(kind, error, trace)

    def _driven(self, steps: Generator[Ask, Any, T]) -> T:
        answer: object = None
        while True:
            try:
                asked = steps.send(answer)
            except StopIteration as done:
                return done.value  # type: ignore[no-any-return]  # the generator's own
            answer = self._asked(asked)

    def _asked(self, asked: Ask) -> object:
        try:
            if isinstance(asked, AskFacts):
                answer = ask(self._facts, self._time_limit)
            else:
                answer = ask(self._resolvers[asked.kind], self._time_limit, asked.ids)
        except Exception as error:  # whatever it is, it allows nothing
            return failed(asked, error)
        if inspect.iscoroutine(answer):
            answer.close()
        return taken(asked, answer)
