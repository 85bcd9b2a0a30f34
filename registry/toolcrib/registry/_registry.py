"""Answer what is declared for an agent or a tool, and open sessions.

Room: registry, middle, with one edge: `Registry.load` reads the manifest from disk.
Touch it when the runtime needs another answer that follows from the manifest alone.
Not here: the decision (`_decide`), what a session does (`_session`), and nothing that renders or parses code.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias, final, overload

from toolcrib.manifest import Manifest, load, near_miss, nearest
from toolcrib.registry._bind import Bindings
from toolcrib.registry._errors import UnknownAgent, UnknownTool
from toolcrib.registry._rows import Allowlist, F, Row, allowlist_of

if TYPE_CHECKING:
    from toolcrib.registry._async_session import AsyncFactsProvider, AsyncResolver, AsyncSession
    from toolcrib.registry._audit import Around, Audit
    from toolcrib.registry._facts import Scope
    from toolcrib.registry._results import OnOverflow
    from toolcrib.registry._schemas import Schemas
    from toolcrib.registry._session import FactsProvider, Resolver, Session
    from toolcrib.registry._turn import Turn

DEFAULT_TIME_LIMIT: Final = 5.0
Granted: TypeAlias = tuple[Mapping[str, Row], frozenset[str]]  # an agent's rows by name, and its runtime tools
_NONE: Final[Mapping[str, Any]] = {}


@final
class Registry:
    """A manifest, indexed for the questions of a running application. Only what is bound to it is added later."""

    manifest: Manifest
    granted: Mapping[str, Granted]  # by agent; rows that are equal are one object
    rows: Mapping[str, Row]  # every row, by name and ordered by it
    open_capabilities: frozenset[str]  # ungated, and pinned as such
    bindings: Bindings

    def __init__(self, manifest: Manifest) -> None:
        self.bindings = Bindings()
        binder = self.bindings.bind  # one object for all rows
        # One tuple for all rows that name the same agents: ten thousand rows would hold ten thousand copies.
        agents = {row.agents: row.agents for row in manifest.tools.values()}
        rows = {
            name: Row(
                name=name,
                description=row.description,
                capability=row.capability,
                feature=manifest.capabilities[row.capability].feature,
                mutates=row.mutates,
                agents=agents[row.agents],
                scope=row.scope,
                whole_workspace=row.whole_workspace,
                result_limit=row.result_limit or manifest.result_limit,
                binder=binder,
            )
            for name, row in sorted(manifest.tools.items())
        }
        held = _shared(rows.values(), manifest.agents)
        self._allowlists = {
            name: allowlist_of(
                name,
                *held[name],
                agent.runtime_tools.tools if agent.runtime_tools else (),
                agent.empty_selection,
            )
            for name, agent in sorted(manifest.agents.items())
        }
        self.granted = {
            name: (by_name, frozenset(self._allowlists[name].runtime_tools)) for name, (_, by_name) in held.items()
        }
        self.open_capabilities = frozenset(
            name for name, one in manifest.capabilities.items() if one.feature is None and name in manifest.pins.ungated
        )
        self.rows = rows
        self.manifest = manifest

    @classmethod
    def load(cls, path: Path | str, *, pins: Path | str | None = None, root: Path | str | None = None) -> Registry:
        """The registry of the manifest at `path`. Raises `ManifestProblems` when it cannot be used."""
        return cls(load(path, pins=pins, root=root).manifest)

    @property
    def agents(self) -> tuple[str, ...]:
        """The declared agents, ordered."""
        return tuple(self._allowlists)

    @property
    def tools(self) -> tuple[Row, ...]:
        """Every row, ordered by name."""
        return tuple(self.rows.values())

    @cached_property
    def digest(self) -> str:
        """A digest of the whole manifest and its pins, for records: equal exactly when they are."""
        from toolcrib.registry._digest import digest_of  # brings hashlib: only where something is recorded

        return digest_of(self.manifest)

    @cached_property
    def _bound_schemas(self) -> Schemas:
        from toolcrib.registry._schemas import Schemas

        return Schemas({})  # it finds those that are bound

    def allowlist(self, agent: str) -> Allowlist:
        """What `agent` may be offered."""
        found = self._allowlists.get(agent)
        if found is None:
            raise UnknownAgent(f"no agent `{agent}` is declared", hint=_meant(agent, self._allowlists))
        return found

    @overload
    def tool(self, name: str) -> Row: ...

    @overload
    def tool(self, name: str, *, schema: Mapping[str, Any]) -> Callable[[F], F]: ...

    def tool(self, name: str, *, schema: Mapping[str, Any] | None = None) -> Row | Callable[[F], F]:
        """The row of the tool `name`; as a decorator, it binds the implementation. `schema` is of its arguments."""
        found = self.rows.get(name)
        if found is None:
            renamed = self.manifest.renamed.get(name)
            hint = f"It is `{renamed.to}` now." if renamed else _meant(name, self.rows)
            raise UnknownTool(f"no tool `{name}` has a row in the manifest", hint=hint)
        return found if schema is None else self.bindings.binder(name, schema)

    def session(
        self,
        agent: str,
        *,
        facts: FactsProvider,
        scope: Scope | None = None,
        resolvers: Mapping[str, Resolver] = _NONE,
        schemas: Schemas | Mapping[str, Mapping[str, Any]] | None = None,
        time_limit: float | None = DEFAULT_TIME_LIMIT,
        audit: Audit | None = None,
        on_overflow: OnOverflow | None = None,
        around: Around | None = None,
    ) -> Session:
        """A turn of `agent`; use it in a `with`. Raises `UnknownAgent`.

        * facts        asked before every offer and every call, for the facts of that moment
        * scope        what the conversation is about; needed by rows that bind arguments
        * resolvers    for each kind of object: ids in, {id: project} out, one look-up for all ids of a call
        * schemas      of the arguments, by tool, for tools that are not bound with theirs
        * time_limit   seconds for the facts and for each resolver, asked in a thread; None: asked here, and not limited
        * audit        gets an `AuditEvent` for every decision; when it fails, what was allowed is refused
        * on_overflow  gets an `Overflow` for a result that is cut, and may say where the rest can be had
        * around       a context manager around each call that is made, from its `AuditEvent`
        """
        from toolcrib.registry._session import Session

        turn = self._turn(agent, scope, resolvers, schemas, audit, on_overflow, around)
        return Session(turn, facts, resolvers, time_limit, around)

    def async_session(
        self,
        agent: str,
        *,
        facts: AsyncFactsProvider,
        scope: Scope | None = None,
        resolvers: Mapping[str, AsyncResolver] = _NONE,
        schemas: Schemas | Mapping[str, Mapping[str, Any]] | None = None,
        time_limit: float | None = DEFAULT_TIME_LIMIT,
        audit: Audit | None = None,
        on_overflow: OnOverflow | None = None,
        around: Around | None = None,
    ) -> AsyncSession:
        """As `session`, for an event loop; use it in an `async with`. What is asked may be async or not."""
        from toolcrib.registry._async_session import AsyncSession  # brings asyncio: only where there is a loop

        turn = self._turn(agent, scope, resolvers, schemas, audit, on_overflow, around)
        return AsyncSession(turn, facts, resolvers, time_limit, around)

    def _turn(
        self,
        agent: str,
        scope: Scope | None,
        resolvers: Mapping[str, object],
        schemas: Schemas | Mapping[str, Mapping[str, Any]] | None,
        audit: Audit | None,
        on_overflow: OnOverflow | None,
        around: Around | None,
    ) -> Turn:
        from inspect import iscoroutinefunction

        from toolcrib.registry._schemas import Schemas
        from toolcrib.registry._turn import Turn

        self.allowlist(agent)
        for name, callback in (("audit", audit), ("on_overflow", on_overflow)):
            if iscoroutinefunction(callback):
                raise TypeError(
                    f"`{name}` is async, and nobody awaits it: give a function that is done when it returns"
                )
        if schemas is None:
            schemas = self._bound_schemas
        return Turn(
            registry=self,
            agent=agent,
            scope=scope,
            schemas=schemas if isinstance(schemas, Schemas) else Schemas(schemas),
            kinds=frozenset(resolvers),
            audit=audit,
            on_overflow=on_overflow,
            traced=around is not None,
        )


def _shared(rows: Iterable[Row], agents: Iterable[str]) -> dict[str, tuple[tuple[Row, ...], Mapping[str, Row]]]:
    """The rows of each agent, in order and by name; agents that hold the same share both."""
    groups: dict[tuple[str, ...], list[Row]] = {}
    for row in rows:
        groups.setdefault(row.agents, []).append(row)
    of_agent: dict[str, list[int]] = defaultdict(list)
    for number, names in enumerate(groups):
        for name in names:
            of_agent[name].append(number)
    parts = list(groups.values())
    made: dict[tuple[int, ...], tuple[tuple[Row, ...], Mapping[str, Row]]] = {}
    found = {}
    for agent in agents:
        key = tuple(of_agent.get(agent, ()))
        if key not in made:
            # Sorted: a model's prompt cache depends on the order of the tools it is offered.
            held = tuple(sorted((row for number in key for row in parts[number]), key=lambda row: row.name))
            made[key] = (held, {row.name: row for row in held})
        found[agent] = made[key]
    return found


def _meant(name: str, known: Mapping[str, Allowlist] | Mapping[str, Row]) -> str:
    if close := near_miss(name, known):
        return f"`{close}` differs from it only in case or separators."
    near = nearest(name, known)
    return f"Nearest: {', '.join(f'`{other}`' for other in near)}." if near else ""
