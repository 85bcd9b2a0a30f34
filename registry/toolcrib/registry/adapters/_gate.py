"""Ask the session of a turn what an adapter has to know: what is offered, and what a call comes to.

Room: registry, edge. Knows no framework. Keeps the schemas that a framework gives for its tools, compiled once, and
opens the session where the application gives a function for it. What fails here refuses.
Touch it when every adapter needs more. Not here: the decision (`_decide`), the form of a framework (the other modules).
"""

from __future__ import annotations

import inspect
import logging
from collections.abc import Awaitable, Callable, Mapping
from copy import deepcopy
from dataclasses import replace
from typing import Any, Generic, ParamSpec, TypeAlias, final

from toolcrib.registry._async_session import AsyncSession
from toolcrib.registry._decide import refusal
from toolcrib.registry._reasons import Phase, Reason
from toolcrib.registry._results import ERROR_PREFIX
from toolcrib.registry._schemas import Schemas
from toolcrib.registry._session import Run, Session
from toolcrib.registry._turn import Answer, Offer

P = ParamSpec("P")
Opened: TypeAlias = AsyncSession | Awaitable[AsyncSession]
AsyncSource: TypeAlias = AsyncSession | Callable[P, Opened]
Source: TypeAlias = Session | Callable[P, Session]
_LOG = logging.getLogger("toolcrib.registry.adapters")


@final
class Known:
    """The schemas of the framework's tools as they were seen last. What is handed out never changes afterwards."""

    __slots__ = ("_held",)

    def __init__(self) -> None:
        self._held: tuple[dict[str, Mapping[str, Any]], Schemas] = {}, Schemas({})

    def with_these(self, schemas: Mapping[str, Mapping[str, Any] | None]) -> Schemas:
        """The schemas with these; what is compiled already is kept as long as all of them are the same."""
        given, held = self._held
        # Copies: a framework may change a schema in its place. What another caller brings at this moment stays its own.
        changed = {name: deepcopy(one) for name, one in schemas.items() if one is not None and given.get(name) != one}
        if changed:
            given = {**given, **changed}
            held = Schemas(given)
            self._held = given, held
        return held


@final
class AsyncGate(Generic[P]):
    """For frameworks with an event loop. `source` is a session, or a function that gives the one of this turn."""

    def __init__(self, source: AsyncSource[P]) -> None:
        _refuse_other(source, Session, "async_session")
        self._source = source
        self._known = Known()

    async def offer(self, schemas: Mapping[str, Mapping[str, Any] | None], *args: P.args, **kwargs: P.kwargs) -> Offer:
        """What of these tools may be shown now."""
        try:
            session = await self._session(*args, **kwargs)
        except Exception as error:  # whatever it is, it offers nothing
            return _nothing(error)
        return _own(await session.offer(schemas=self._known.with_these(schemas)))

    async def call(
        self,
        name: str,
        arguments: object,
        run: Run,
        schema: Mapping[str, Any] | None,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> Answer:
        """Decide again, and run. What the tool itself raises is raised."""
        try:
            session = await self._session(*args, **kwargs)
        except Exception as error:  # whatever it is, it calls nothing
            return _refused(name, error)
        return await session.call(name, arguments, run, schemas=self._known.with_these({name: schema}))

    async def _session(self, *args: P.args, **kwargs: P.kwargs) -> AsyncSession:
        found: object = self._source
        if not isinstance(found, AsyncSession):
            found = self._source(*args, **kwargs)  # type: ignore[operator]  # held to be no session above
            if inspect.isawaitable(found):
                found = await found
        if not isinstance(found, AsyncSession):
            raise TypeError(f"a session of `registry.async_session` is needed, and {type(found).__name__} came")
        return found


@final
class Gate(Generic[P]):
    """As `AsyncGate`, for frameworks that are called without an event loop."""

    def __init__(self, source: Source[P]) -> None:
        _refuse_other(source, AsyncSession, "session")
        self._source = source
        self._known = Known()

    def offer(self, schemas: Mapping[str, Mapping[str, Any] | None], *args: P.args, **kwargs: P.kwargs) -> Offer:
        """What of these tools may be shown now."""
        try:
            session = self._session(*args, **kwargs)
        except Exception as error:  # whatever it is, it offers nothing
            return _nothing(error)
        return _own(session.offer(schemas=self._known.with_these(schemas)))

    def call(
        self,
        name: str,
        arguments: object,
        run: Run,
        schema: Mapping[str, Any] | None,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> Answer:
        """Decide again, and run. What the tool itself raises is raised."""
        try:
            session = self._session(*args, **kwargs)
        except Exception as error:  # whatever it is, it calls nothing
            return _refused(name, error)
        return session.call(name, arguments, run, schemas=self._known.with_these({name: schema}))

    def _session(self, *args: P.args, **kwargs: P.kwargs) -> Session:
        found: object = self._source
        if not isinstance(found, Session):
            found = self._source(*args, **kwargs)  # type: ignore[operator]  # held to be no session above
        if not isinstance(found, Session):
            raise TypeError(f"a session of `registry.session` is needed, and {type(found).__name__} came")
        return found


def _refuse_other(source: object, other: type, needed: str) -> None:
    if isinstance(source, other) or not (callable(source) or isinstance(source, (Session, AsyncSession))):
        raise TypeError(
            f"{type(source).__name__} cannot be asked here: give a session of `registry.{needed}`, or a function of one"
        )


def _own(offer: Offer) -> Offer:
    """The offer with schemas of its own: code around a framework may change them, and others are offered the same."""
    tools = tuple(replace(tool, schema=deepcopy(tool.schema)) for tool in offer.tools)
    return Offer(tools, offer.decisions)


def _nothing(error: Exception) -> Offer:
    _LOG.error("no session could be opened, so nothing is offered: %s", type(error).__name__, exc_info=error)
    return Offer((), (refusal(Reason.FACTS_FAILED, Phase.OFFER, "", "", None, type(error).__name__),))


def _refused(name: str, error: Exception) -> Answer:
    _LOG.error("no session could be opened, so nothing is called: %s", type(error).__name__, exc_info=error)
    decision = refusal(Reason.FACTS_FAILED, Phase.CALL, "", name, None, type(error).__name__)
    return Answer(decision=decision, content=ERROR_PREFIX + decision.sentence, is_error=True)
