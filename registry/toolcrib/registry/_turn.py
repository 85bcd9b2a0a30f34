"""What a session does in a turn, step by step; asking and running are left to who drives the steps.

Room: registry, middle. Generators: they yield what has to be asked (`AskFacts`, `AskResolver`) and are sent the answer
or a `Failed`, so that the sync and the async session are one implementation. What is in doubt ends in a refusal.
Touch it when a call needs another step. Not here: the decision (`_decide`), time limits and threads (`_limited`).
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, TypeAlias, final

from toolcrib.manifest import ArgumentRule
from toolcrib.registry._audit import Audit, AuditEvent, event_of
from toolcrib.registry._binding import MAX_IDS, bound, lookups
from toolcrib.registry._decide import Decision, decide, refusal
from toolcrib.registry._declared import undeclared
from toolcrib.registry._errors import SchemaError
from toolcrib.registry._facts import Facts, Id, Scope
from toolcrib.registry._payload import TooLarge, Unreadable, copied
from toolcrib.registry._places import Arguments, ShapeError
from toolcrib.registry._reasons import Phase, Reason, printable
from toolcrib.registry._results import ERROR_PREFIX, Bounded, OnOverflow, Overflow, bounded
from toolcrib.registry._rows import Row
from toolcrib.registry._schemas import Schemas

if TYPE_CHECKING:
    from toolcrib.registry._registry import Registry


@final
@dataclass(frozen=True, slots=True)
class AskFacts:
    """Ask the provider for the facts of this moment."""


@final
@dataclass(frozen=True, slots=True)
class AskResolver:
    """Ask which projects these objects of one kind belong to: one look-up for all of them."""

    kind: str
    ids: tuple[Id, ...]


@final
@dataclass(frozen=True, slots=True)
class Failed:
    """There is no answer that can be used."""

    reason: Reason
    subject: str = ""


Ask: TypeAlias = AskFacts | AskResolver
FACTS: Final = AskFacts()
FAILED: Final = object()  # in the place of a result: the tool raised, and what is around the call kept that to itself


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class OfferedTool:
    """One tool for the model: the row's description, and the schema without what the session sets.

    The schema is None where none is known here. It is shared by sessions: copy it before you change it.
    """

    name: str
    description: str
    schema: Mapping[str, Any] | None


@final
@dataclass(frozen=True, slots=True)
class Offer:
    """The tools of a turn, in order, and the decision for every tool of the agent: what was left out, and why."""

    tools: tuple[OfferedTool, ...]
    decisions: tuple[Decision, ...]

    def __iter__(self) -> Iterator[OfferedTool]:
        return iter(self.tools)

    def __len__(self) -> int:
        return len(self.tools)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(tool.name for tool in self.tools)

    @property
    def refused(self) -> tuple[Decision, ...]:
        """For the turn's warnings: a toolset that quietly shrinks looks like a model that stopped calling tools."""
        return tuple(decision for decision in self.decisions if not decision.allowed)


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a call came to. `content` is for the model: the bounded result, or the sentence of the refusal."""

    decision: Decision
    content: object
    is_error: bool
    dropped: int = 0

    @property
    def allowed(self) -> bool:
        return self.decision.allowed


@final
@dataclass(frozen=True, slots=True)
class Ready:
    """The call may be made, with these arguments and no others."""

    decision: Decision
    arguments: Arguments
    event: AuditEvent | None


@final
@dataclass(slots=True)
class Turn:
    """One agent, one conversation, one turn."""

    registry: Registry
    agent: str
    scope: Scope | None
    schemas: Schemas
    kinds: frozenset[str]  # that have a resolver
    audit: Audit | None
    on_overflow: OnOverflow | None
    traced: bool = False  # whether events are wanted besides the audit
    closed: bool = field(default=False)

    # -- offering ----------------------------------------------------------------------------------------------------

    def offering(self, schemas: Schemas | None = None) -> Generator[Ask, Any, Offer]:
        facts: object = Failed(Reason.SESSION_CLOSED)
        if not self.closed:
            facts = yield FACTS
        allowlist = self.registry.allowlist(self.agent)
        tools: list[OfferedTool] = []
        decisions: list[Decision] = []
        for name in (*allowlist.names, *allowlist.runtime_tools):
            decision, tool = self._offered(name, facts, schemas or self.schemas)
            decision = self._recorded(decision)
            decisions.append(decision)
            if decision.allowed and tool is not None:
                tools.append(tool)
        return Offer(tuple(tools), tuple(decisions))

    def _offered(self, name: str, facts: object, schemas: Schemas) -> tuple[Decision, OfferedTool | None]:
        if isinstance(facts, Failed):
            return refusal(facts.reason, Phase.OFFER, self.agent, name, None, facts.subject), None
        decision = decide(self.registry, self.agent, name, phase=Phase.OFFER, facts=facts, scope=self.scope)  # type: ignore[arg-type]  # held to its type there
        if not decision.allowed or not isinstance(facts, Facts):
            return decision, None
        row = decision.row
        try:
            schema = schemas.offered(name, row, self.scope, facts, self.registry.bindings)
            schemas.validator(name, self.registry.bindings)  # what could never be called is not offered
        except SchemaError as error:
            return refusal(Reason.SCHEMA_UNUSABLE, Phase.OFFER, self.agent, name, row, error.message), None
        return decision, OfferedTool(name=name, description=row.description if row else "", schema=schema)

    # -- calling -----------------------------------------------------------------------------------------------------

    def calling(
        self, name: str, arguments: object, *, has_run: bool, schemas: Schemas | None = None
    ) -> Generator[Ask, Any, Ready | Decision]:
        decision, final = yield from self._decided(name, arguments, has_run, schemas)
        decision = self._recorded(decision)
        if not decision.allowed or final is None:
            return decision
        wanted = self.traced or self.audit is not None
        return Ready(decision, final, event_of(decision, self.registry.digest) if wanted else None)

    def checking(
        self, name: str, arguments: object, *, schemas: Schemas | None = None
    ) -> Generator[Ask, Any, Decision]:
        """What `calling` would decide now. It is not recorded: nothing is called."""
        decision, _ = yield from self._decided(name, arguments, True, schemas)
        return decision

    def _decided(
        self, name: str, arguments: object, has_run: bool, schemas: Schemas | None
    ) -> Generator[Ask, Any, tuple[Decision, Arguments | None]]:
        try:
            decision, final = yield from self._checked(name, arguments, has_run, schemas or self.schemas)
        except Exception as error:  # a doubt is a refusal, whatever it is
            return self._refused(name, Reason.DECISION_FAILED, type(error).__name__)
        if decision.allowed and self.closed:
            return self._refused(name, Reason.SESSION_CLOSED)  # while it was asked
        return decision, final

    def _checked(
        self, name: str, arguments: object, has_run: bool, schemas: Schemas
    ) -> Generator[Ask, Any, tuple[Decision, Arguments | None]]:
        if self.closed:
            return self._refused(name, Reason.SESSION_CLOSED)
        facts = yield FACTS
        if isinstance(facts, Failed):
            return self._refused(name, facts.reason, facts.subject)
        shown = decide(self.registry, self.agent, name, phase=Phase.OFFER, facts=facts, scope=self.scope)
        if not shown.allowed:
            return shown._replace(phase=Phase.CALL), None
        row = shown.row
        try:
            given = copied(arguments)
            final = given
            if row is not None and row.is_bound and self.scope is not None:
                final = bound(row, self.scope, facts, given)
                # What could not be offered with this schema is not callable either: something would not be bound.
                schemas.offered(name, row, self.scope, facts, self.registry.bindings)
            validator = schemas.validator(name, self.registry.bindings)
        except Unreadable as error:
            return self._refused(name, Reason.ARGUMENTS_UNREADABLE, str(error), row)
        except TooLarge as error:
            return self._refused(name, Reason.ARGUMENTS_TOO_LARGE, str(error), row)
        except ShapeError:
            return self._refused(name, Reason.SCOPE_SHAPE, "an argument", row)
        except SchemaError as error:
            return self._refused(name, Reason.SCHEMA_UNUSABLE, error.message, row)
        if validator is not None and (problem := validator.problem(final)) is not None:
            return self._refused(name, Reason.ARGUMENTS_INVALID, problem, row)
        if validator is not None and row is not None and row.rules:
            try:
                odd = undeclared(schemas.declared(name, row, self.registry.bindings), given)
            except ShapeError:
                odd = None  # the decision says which argument it is
            if odd is not None:
                return self._refused(name, Reason.ARGUMENTS_INVALID, f"they: `{odd[:60]}` is not known", row)
        if not has_run and self.registry.bindings.get(name) is None:
            return self._refused(name, Reason.NOT_IMPLEMENTED, "", row)
        resolved: dict[str, Any] = {}
        if row is not None and row.rules and self.scope is not None and self.kinds:
            try:
                wanted = lookups(row, self.scope, facts, given, self.kinds)
            except ShapeError:
                wanted = {}  # the decision says which argument it is
            for kind, ids in wanted.items():
                if len(ids) > MAX_IDS:
                    return self._refused(name, Reason.ARGUMENTS_TOO_LARGE, f"more than {MAX_IDS} objects", row)
                answer = yield AskResolver(kind, tuple(ids))
                if isinstance(answer, Failed):
                    return self._refused(name, answer.reason, answer.subject, row)
                resolved[kind] = answer
        decision = decide(
            self.registry,
            self.agent,
            name,
            phase=Phase.CALL,
            facts=facts,
            scope=self.scope,
            arguments=given,
            resolved=resolved,
        )
        return decision, final

    def _refused(self, name: str, reason: Reason, subject: str = "", row: Row | None = None) -> tuple[Decision, None]:
        return refusal(reason, Phase.CALL, self.agent, name, row, subject), None

    def _recorded(self, decision: Decision) -> Decision:
        """Hand the decision to the audit. What is allowed and cannot be recorded is refused; a refusal stays one."""
        if self.audit is None:
            return decision
        try:
            _refuse_awaitable(self.audit(event_of(decision, self.registry.digest)))
        except Exception as error:  # whatever it is
            if decision.allowed:
                return decision._replace(allowed=False, reason=Reason.AUDIT_FAILED, subject=type(error).__name__)
        return decision

    # -- answering ---------------------------------------------------------------------------------------------------

    def answer_to(self, decision: Decision) -> Answer:
        """What the model is told of a refusal: one safe sentence, and what is wrong with its arguments."""
        sentence = decision.sentence
        if decision.reason is Reason.ARGUMENTS_INVALID and not self._speaks_of_a_pin(decision):
            sentence += f" {printable(decision.subject[:1].upper() + decision.subject[1:])}."
        return Answer(decision=decision, content=ERROR_PREFIX + sentence, is_error=True)

    def _speaks_of_a_pin(self, decision: Decision) -> bool:
        scope = decision.row.scope if decision.row is not None else {}
        pinned = [path for path, scoped in scope.items() if scoped.rule is ArgumentRule.PINNED]
        return any(part.rstrip("[]") in decision.subject for path in pinned for part in path.split("."))

    def answer(self, decision: Decision, result: object) -> Answer:
        """The result of a call, bounded for the model."""
        if result is FAILED:
            return Answer(decision=decision, content=f"{ERROR_PREFIX}The tool failed.", is_error=True)
        row = decision.row
        limit = row.result_limit if row is not None else self.registry.manifest.result_limit
        if type(result) is str and len(result) <= limit:
            return Answer(decision=decision, content=result, is_error=False)
        kept: Bounded = bounded(result, limit, note=self._note(decision.tool, result, limit))
        return Answer(decision=decision, content=kept.content, is_error=kept.is_error, dropped=kept.dropped)

    def _note(self, tool: str, result: object, limit: int) -> Callable[[], str | None] | None:
        if self.on_overflow is None:
            return None
        on_overflow = self.on_overflow

        def note() -> str | None:
            try:
                said = on_overflow(Overflow(agent=self.agent, tool=tool, result=result, limit=limit))
                _refuse_awaitable(said)
                return said
            except Exception:  # the cut stands, and no place is named
                return None

        return note


def _refuse_awaitable(said: object) -> None:
    """What has to be awaited was not done."""
    if said is not None and inspect.isawaitable(said):
        close = getattr(said, "close", None)
        if close is not None:
            close()
        raise TypeError("the callback is async, and nobody awaits it")
