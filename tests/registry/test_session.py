"""A turn from the outside: offered, called, refused, revoked in the middle; threads, tasks, things that hang."""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import copy
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from toolcrib.manifest import Manifest
from toolcrib.registry import (
    Answer,
    AuditEvent,
    Facts,
    Only,
    Overflow,
    Reason,
    Registry,
    Schemas,
    Scope,
    UnknownAgent,
    UseDefaults,
    WholeWorkspace,
)

ROW = {"capability": "schedules", "mutates": False, "agents": ["chat"], "description": "About it."}
MANIFEST = Manifest(
    agents={
        "chat": {"empty_selection": "none", "runtime_tools": {"source": "app/run.py", "tools": ["ask_user"]}},
        "other": {"empty_selection": "none"},
    },
    capabilities={"schedules": {"feature": "schedules"}, "apps": {"feature": "apps"}},
    tools={
        "list_schedules": {
            **ROW,
            "description": "List the schedules of a project.",
            "scope": {"workspace_id": {"pinned": "workspace"}, "project_id": {"filled": "project"}},
        },
        "show": {**ROW, "scope": {"ids[]": "schedule"}, "result_limit": 300},
        "run_app": {**ROW, "capability": "apps"},
        "everywhere": {**ROW, "whole_workspace": True},
    },
    result_limit=500,
)
SCHEMA = {
    "type": "object",
    "properties": {"workspace_id": {"type": "string"}, "project_id": {"type": "string"}, "limit": {"type": "integer"}},
    "required": ["workspace_id", "project_id"],
    "additionalProperties": False,
}
SCHEMAS = Schemas({"list_schedules": SCHEMA})
SCOPE = Scope(workspace="w1", projects=frozenset({"p1"}))
FINE = Facts(access=True, paused=False, features={"schedules"}, projects={"p1", "p2"}, selection=UseDefaults())  # type: ignore[arg-type]  # sets are taken


def facts_with(**changed: Any) -> Facts:
    kept = {name: getattr(FINE, name) for name in ("access", "paused", "features", "projects", "selection")}
    return Facts(**{**kept, **changed})


class Tool:
    """An implementation that counts its calls."""

    def __init__(self, result: object = "done") -> None:
        self.calls: list[dict[str, Any]] = []
        self.result = result

    def __call__(self, arguments: dict[str, Any]) -> object:
        self.calls.append(arguments)
        return self.result


Asked = Callable[..., Any]


@pytest.fixture(params=["sync", "async"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def turn(kind: str, steps: Callable[[Asked, Asked], Any], registry: Registry | None = None, **options: Any) -> Any:
    """Run `steps(offer, call)` in a session of either kind; in the async one, each step runs in the loop."""
    registry = registry or Registry(MANIFEST)
    options = {"facts": lambda: FINE, "scope": SCOPE, "schemas": SCHEMAS, **options}
    if kind == "sync":
        with registry.session("chat", **options) as session:
            return steps(session.offer, session.call)

    async def run() -> Any:
        async with registry.async_session("chat", **options) as session:
            loop = asyncio.get_running_loop()

            def waited(function: Callable[..., Awaitable[Any]]) -> Asked:
                return lambda *args: asyncio.run_coroutine_threadsafe(function(*args), loop).result(20)

            return await asyncio.to_thread(steps, waited(session.offer), waited(session.call))

    return asyncio.run(run())


def test_an_offer_has_the_rows_text_and_the_schema_without_what_the_session_sets(kind: str) -> None:
    offer = turn(kind, lambda offer, call: offer())
    assert offer.names == ("list_schedules", "show", "ask_user")
    first = offer.tools[0]
    assert first.description == "List the schedules of a project."
    assert first.schema == {
        "type": "object",
        "properties": {"project_id": {"type": "string"}, "limit": {"type": "integer"}},
        "additionalProperties": False,
    }
    assert SCHEMA["required"] == ["workspace_id", "project_id"]
    assert {(d.tool, d.reason) for d in offer.refused} == {
        ("run_app", Reason.FEATURE_NOT_REACHED),
        ("everywhere", Reason.WHOLE_WORKSPACE),
    }
    assert [tool.name for tool in offer] == list(offer.names)
    assert len(offer) == 3
    wide = turn(kind, lambda offer, call: offer(), scope=Scope(workspace="w1", projects=WholeWorkspace()))
    assert wide.names == ("everywhere", "list_schedules", "show", "ask_user")
    assert wide.tools[1].schema["required"] == ["project_id"]  # nothing to fill in: two projects


def test_a_call_runs_with_what_the_session_sets_written_last(kind: str) -> None:
    tool = Tool(["a"])
    answer = turn(kind, lambda offer, call: call("list_schedules", {"workspace_id": "w2", "limit": 3}, tool))
    assert tool.calls == [{"workspace_id": "w1", "limit": 3, "project_id": "p1"}]
    assert (answer.allowed, answer.content, answer.is_error) == (True, ["a"], False)
    given = {"project_id": "p1"}
    turn(kind, lambda offer, call: call("list_schedules", given, tool))
    assert given == {"project_id": "p1"}  # what came from the model is as it was
    assert tool.calls[-1] == {"project_id": "p1", "workspace_id": "w1"}


ITEMS: dict[str, Any] = {
    "filter.project_id": {"filled": "project"},
    "items[].workspace_id": {"pinned": "workspace"},
    "ids[]": {"filled": "project"},
}


@pytest.mark.parametrize(
    ("given", "final"),
    [
        ({}, {"filter": {"project_id": "p1"}, "ids": ["p1"]}),
        ({"filter": None, "ids": None}, {"filter": {"project_id": "p1"}, "ids": ["p1"]}),
        ({"filter": {"project_id": None, "q": 1}, "ids": []}, {"filter": {"project_id": "p1", "q": 1}, "ids": ["p1"]}),
        ({"filter": {"project_id": "p1"}, "ids": ["p1", "p1"]}, {"filter": {"project_id": "p1"}, "ids": ["p1", "p1"]}),
        (
            {"items": [{"workspace_id": "w2"}, {}, None, {"n": [1]}]},
            {
                "items": [{"workspace_id": "w1"}, {"workspace_id": "w1"}, None, {"n": [1], "workspace_id": "w1"}],
                "filter": {"project_id": "p1"},
                "ids": ["p1"],
            },
        ),
        ({"items": []}, {"items": [], "filter": {"project_id": "p1"}, "ids": ["p1"]}),
    ],
)
def test_what_the_session_sets_inside_of_objects_and_lists(kind: str, given: Any, final: Any) -> None:
    tool = Tool()
    manifest = Manifest(
        agents={"chat": {"empty_selection": "none"}},
        capabilities={"schedules": {"feature": "schedules"}},
        tools={"list_schedules": {**ROW, "scope": ITEMS}},
    )
    before = copy.deepcopy(given)
    assert turn(kind, lambda offer, call: call("list_schedules", given, tool), Registry(manifest), schemas={}).allowed
    assert tool.calls == [final]
    assert given == before


@pytest.mark.parametrize("given", [{"filter": "p1"}, {"filter": []}, {"items": {}}, {"items": ["x"]}, {"ids": "p1"}])
def test_what_is_not_where_the_scope_looks_is_refused(kind: str, given: Any) -> None:
    tool = Tool()
    manifest = Manifest(
        agents={"chat": {"empty_selection": "none"}},
        capabilities={"schedules": {"feature": "schedules"}},
        tools={"list_schedules": {**ROW, "scope": ITEMS}},
    )
    answer = turn(kind, lambda offer, call: call("list_schedules", given, tool), Registry(manifest), schemas={})
    assert (answer.decision.reason, tool.calls) == (Reason.SCOPE_SHAPE, [])


@pytest.mark.parametrize(
    ("name", "arguments", "reason", "says"),
    [
        ("run_app", {}, Reason.FEATURE_NOT_REACHED, "tool error: This tool is not available in this conversation."),
        ("unknown", {}, Reason.UNKNOWN_TOOL, "tool error: This tool is not available in this conversation."),
        ("List_Schedules", {}, Reason.UNKNOWN_TOOL, "tool error: This tool is not available in this conversation."),
        ("everywhere", {}, Reason.WHOLE_WORKSPACE, "tool error: This tool is not available in this conversation."),
        ("list_schedules", {"project_id": "p2"}, Reason.OUTSIDE_SCOPE, "tool error: An argument names something"),
        ("list_schedules", {"project_id": "p9"}, Reason.OUTSIDE_SCOPE, "tool error: An argument names something"),
        ("list_schedules", "{}", Reason.ARGUMENTS_UNREADABLE, "tool error: The arguments have to be a JSON object."),
        ("list_schedules", {"limit": "x"}, Reason.ARGUMENTS_INVALID, 'schema. `limit`: `type` says "integer".'),
        ("list_schedules", {"more": 1}, Reason.ARGUMENTS_INVALID, "`more` is not known."),
        ("list_schedules", {"limit": "x" * 2_000_000}, Reason.ARGUMENTS_TOO_LARGE, "The arguments are too large."),
        ("list_schedules", {"project_id": {"a": 1}}, Reason.ARGUMENTS_INVALID, '`project_id`: `type` says "string"'),
        ("show", {"ids": "s1"}, Reason.SCOPE_SHAPE, "The arguments do not fit"),
        ("show", {"ids": ["s1", "s9"]}, Reason.OUTSIDE_SCOPE, "An argument names something"),
        ("show", {"ids": list(range(1_001))}, Reason.ARGUMENTS_TOO_LARGE, "The arguments are too large."),
        (["list_schedules"], {}, Reason.DECISION_FAILED, "Try again later."),
    ],
)
def test_a_refused_call_runs_nothing(kind: str, name: Any, arguments: Any, reason: Reason, says: str) -> None:
    tool = Tool()
    resolvers = {"schedule": lambda ids: {"s1": "p1"}}
    answer = turn(kind, lambda offer, call: call(name, arguments, tool), resolvers=resolvers)
    assert answer.decision.reason is reason
    assert says in answer.content
    assert (answer.allowed, answer.is_error, tool.calls) == (False, True, [])


@pytest.mark.parametrize(
    "withdrawn",
    [
        {"access": False},
        {"paused": True},
        {"features": set()},
        {"projects": {"p2"}},
        {"selection": Only(())},
        {"selection": Only(["show"])},
    ],
)
def test_what_is_withdrawn_in_the_middle_of_a_turn_is_refused(kind: str, withdrawn: dict[str, Any]) -> None:
    """The model has already seen the tool."""
    now = [FINE]
    tool = Tool()

    def steps(offer: Asked, call: Asked) -> Answer:
        assert "list_schedules" in offer().names
        assert call("list_schedules", {"project_id": "p1"}, tool).allowed
        now[0] = facts_with(**withdrawn)
        found = call("list_schedules", {"project_id": "p1"}, tool)
        assert isinstance(found, Answer)
        return found

    assert not turn(kind, steps, facts=lambda: now[0]).allowed
    assert len(tool.calls) == 1


LOOKS = {name: getattr(FINE, name) for name in ("access", "paused", "features", "projects", "selection")}


def hangs() -> Facts:
    time.sleep(1.5)
    return FINE


class Unkind:
    """Facts that are none, and raise when they are looked at."""

    def __getattr__(self, name: str) -> object:
        raise RuntimeError(name)


def raises() -> Facts:
    raise PermissionError("secret text")


@pytest.mark.parametrize(
    ("provider", "reason", "subject"),
    [
        (raises, Reason.FACTS_FAILED, "PermissionError"),
        (hangs, Reason.FACTS_LATE, ""),
        (lambda: None, Reason.FACTS_INVALID, "NoneType"),
        (lambda: True, Reason.FACTS_INVALID, "bool"),
        (lambda: {"access": True}, Reason.FACTS_INVALID, "dict"),
        (Unkind, Reason.FACTS_INVALID, "Unkind"),
        (lambda: SimpleNamespace(**LOOKS), Reason.FACTS_INVALID, "SimpleNamespace"),
        (lambda: 1 / 0, Reason.FACTS_FAILED, "ZeroDivisionError"),
        (
            lambda: Facts(access=1, paused=False, features=(), projects=(), selection=None),
            Reason.FACTS_FAILED,
            "FactsError",
        ),  # type: ignore[arg-type]  # on purpose
    ],
)
def test_a_provider_that_fails_hangs_or_gives_nonsense_allows_nothing(
    kind: str, provider: Any, reason: Reason, subject: str
) -> None:
    tool = Tool()

    def steps(offer: Asked, call: Asked) -> None:
        shown = offer()
        assert shown.names == ()
        assert {(d.reason, d.subject) for d in shown.refused} == {(reason, subject)}
        answer = call("list_schedules", {}, tool)
        assert (answer.decision.reason, answer.decision.subject) == (reason, subject)
        assert "secret" not in str(answer)

    turn(kind, steps, facts=provider, time_limit=0.2 if reason is Reason.FACTS_LATE else 20)
    assert tool.calls == []


@pytest.mark.parametrize(
    ("resolver", "reason"),
    [
        (raises, Reason.RESOLVER_FAILED),
        (lambda ids: raises(), Reason.RESOLVER_FAILED),
        (lambda ids: time.sleep(1.5), Reason.RESOLVER_LATE),
        (lambda ids: None, Reason.RESOLVER_FAILED),
        (lambda ids: ["p1"], Reason.RESOLVER_FAILED),
        (lambda ids: {}, Reason.OUTSIDE_SCOPE),
        (lambda ids: dict.fromkeys(ids), Reason.OUTSIDE_SCOPE),
        (lambda ids: dict.fromkeys(ids, True), Reason.OUTSIDE_SCOPE),
        (lambda ids: {one: ["p1"] for one in ids}, Reason.OUTSIDE_SCOPE),
        (lambda ids: dict.fromkeys(ids, "p2"), Reason.OUTSIDE_SCOPE),
        (lambda ids: {"S1": "p1"}, Reason.OUTSIDE_SCOPE),
    ],
)
def test_a_resolver_that_fails_hangs_or_gives_nonsense_allows_nothing(kind: str, resolver: Any, reason: Reason) -> None:
    tool = Tool()
    limit = 0.5 if reason is Reason.RESOLVER_LATE else 20
    options: dict[str, Any] = {"resolvers": {"schedule": resolver}, "time_limit": limit}
    answer = turn(kind, lambda offer, call: call("show", {"ids": ["s1"]}, tool), **options)
    assert answer.decision.reason is reason
    assert tool.calls == []


def test_a_list_of_ids_costs_one_look_up(kind: str) -> None:
    asked: list[tuple[Any, ...]] = []

    def resolver(ids: tuple[Any, ...]) -> dict[Any, Any]:
        asked.append(ids)
        return dict.fromkeys(ids, "p1")

    tool = Tool()
    call_with = {"ids": ["s1", "s2", "s1", 7]}
    assert turn(kind, lambda offer, call: call("show", call_with, tool), resolvers={"schedule": resolver}).allowed
    assert len(asked) == 1
    assert sorted(asked[0], key=str) == [7, "s1", "s2"]
    turn(kind, lambda offer, call: call("show", {"ids": []}, tool), resolvers={"schedule": resolver})
    turn(kind, lambda offer, call: call("run_app", {"ids": ["s1"]}, tool), resolvers={"schedule": resolver})
    assert len(asked) == 1  # nothing to ask, and no question for what is refused anyway


def test_results_are_bounded_by_the_row_and_by_the_manifest(kind: str) -> None:
    overflows: list[Overflow] = []

    def kept(overflow: Overflow) -> str:
        overflows.append(overflow)
        return "read_result('r-1')"

    long = "x" * 2_000
    answer = turn(kind, lambda offer, call: call("show", {}, Tool(long)), on_overflow=kept)
    assert len(answer.content) == 300
    assert "read_result('r-1')" in answer.content
    assert answer.dropped > 1_700
    assert [(o.agent, o.tool, o.limit, o.result is long) for o in overflows] == [("chat", "show", 300, True)]
    assert len(turn(kind, lambda offer, call: call("ask_user", {}, Tool(long))).content) == 500

    def breaks(overflow: Overflow) -> str:
        raise RuntimeError

    assert len(turn(kind, lambda offer, call: call("show", {}, Tool(long)), on_overflow=breaks).content) == 300
    failed = {"content": [{"type": "text", "text": "rejected"}], "isError": True}
    answer = turn(kind, lambda offer, call: call("show", {}, Tool(failed)))
    assert answer.is_error
    assert answer.content["content"][0]["text"] == "tool error: rejected"


def test_what_the_tool_raises_is_raised(kind: str) -> None:
    def breaks(arguments: dict[str, Any]) -> None:
        raise LookupError("from the tool")

    with pytest.raises(LookupError, match="from the tool"):
        turn(kind, lambda offer, call: call("show", {}, breaks))


def test_what_is_bound_to_the_row_runs(kind: str) -> None:
    registry = Registry(MANIFEST)

    @registry.tool("list_schedules", schema=SCHEMA)
    def listed(workspace_id: str, project_id: str, limit: int = 3) -> str:
        return f"{workspace_id} {project_id} {limit}"

    def steps(offer: Asked, call: Asked) -> None:
        assert "workspace_id" not in offer().tools[0].schema["properties"]
        assert call("list_schedules", {"limit": 2}).content == "w1 p1 2"
        assert call("list_schedules", {"limit": "2"}).decision.reason is Reason.ARGUMENTS_INVALID
        assert call("show", {}).decision.reason is Reason.NOT_IMPLEMENTED

    turn(kind, steps, registry, schemas=None)


def test_a_schema_that_cannot_be_used_is_neither_offered_nor_called(kind: str) -> None:
    """Binding an argument that the schema does not have would bind nothing."""
    tool = Tool()

    def steps(offer: Asked, call: Asked) -> None:
        shown = offer()
        assert "list_schedules" not in shown.names
        assert Reason.SCHEMA_UNUSABLE in {d.reason for d in shown.refused}

    turn(kind, steps, schemas={"list_schedules": {"type": "object", "properties": {}}})
    remote = {"show": {"$ref": "https://example.com/s.json"}}
    answer = turn(kind, lambda offer, call: call("show", {}, tool), schemas=remote)
    assert answer.decision.reason is Reason.SCHEMA_UNUSABLE
    assert tool.calls == []


def test_every_decision_is_recorded_without_arguments(kind: str) -> None:
    events: list[AuditEvent] = []
    registry = Registry(MANIFEST)

    def steps(offer: Asked, call: Asked) -> None:
        offer()
        call("list_schedules", {"project_id": "p1"}, Tool())
        call("list_schedules", {"project_id": "secret"}, Tool())
        call("x" * 500, {}, Tool())

    turn(kind, steps, registry, audit=events.append)
    assert [(e.tool[:20], e.phase.value, e.allowed, e.reason.value, e.layer.value) for e in events] == [
        ("everywhere", "offer", False, "whole-workspace", "offered"),
        ("list_schedules", "offer", True, "offered", "offered"),
        ("run_app", "offer", False, "feature-not-reached", "reachable"),
        ("show", "offer", True, "offered", "offered"),
        ("ask_user", "offer", True, "offered", "offered"),
        ("list_schedules", "call", True, "callable", "callable"),
        ("list_schedules", "call", False, "outside-scope", "callable"),
        ("xxxxxxxxxxxxxxxxxxxx", "call", False, "unknown-tool", "granted"),
    ]
    assert {(e.agent, e.manifest) for e in events} == {("chat", registry.digest)}
    assert "secret" not in repr(events)
    assert len(events[-1].tool) == 128


def test_what_cannot_be_recorded_is_not_done(kind: str) -> None:
    tool = Tool()

    def breaks(event: AuditEvent) -> None:
        raise OSError("disk full")

    def steps(offer: Asked, call: Asked) -> None:
        shown = offer()
        assert shown.names == ()
        assert ("show", Reason.AUDIT_FAILED) in {(d.tool, d.reason) for d in shown.refused}
        assert ("run_app", Reason.FEATURE_NOT_REACHED) in {(d.tool, d.reason) for d in shown.refused}
        answer = call("show", {}, tool)
        assert (answer.decision.reason, answer.decision.subject) == (Reason.AUDIT_FAILED, "OSError")

    turn(kind, steps, audit=breaks)
    assert tool.calls == []


def test_a_call_that_is_made_is_wrapped(kind: str) -> None:
    seen: list[str] = []

    @contextlib.contextmanager
    def around(event: AuditEvent) -> Iterator[None]:
        seen.append(f"before {event.tool} {event.reason}")
        yield
        seen.append("after")

    def run(arguments: dict[str, Any]) -> str:
        seen.append("run")
        return "x"

    turn(kind, lambda offer, call: (call("show", {}, run), call("run_app", {}, run)), around=around)
    assert seen == ["before show callable", "run", "after"]


def test_an_agent_that_is_not_declared_has_no_session() -> None:
    for opened in (Registry(MANIFEST).session, Registry(MANIFEST).async_session):
        with pytest.raises(UnknownAgent):
            opened("nobody", facts=lambda: FINE)


def test_a_turn_that_ended_offers_and_calls_nothing_and_closes_what_it_opened() -> None:
    closed: list[str] = []

    @contextlib.contextmanager
    def connection(name: str) -> Iterator[str]:
        try:
            yield name
        finally:
            closed.append(name)

    session = Registry(MANIFEST).session("chat", facts=lambda: FINE, scope=SCOPE)

    def work() -> None:
        with session:
            assert session.enter(connection("a")) == "a"
            session.enter(connection("b"))
            assert session.call("show", {}, Tool()).allowed
            raise KeyError

    with pytest.raises(KeyError):
        work()
    assert closed == ["b", "a"]
    assert session.offer().names == ()
    tool = Tool()
    assert session.call("show", {}, tool).decision.reason is Reason.SESSION_CLOSED
    assert tool.calls == []


def test_a_turn_that_ends_while_it_asks_calls_nothing() -> None:
    tool = Tool()

    def provider() -> Facts:
        session.close()
        return FINE

    session = Registry(MANIFEST).session("chat", facts=provider, scope=SCOPE)
    assert session.call("show", {}, tool).decision.reason is Reason.SESSION_CLOSED
    assert tool.calls == []


def test_an_async_turn_closes_what_it_opened() -> None:
    closed: list[str] = []

    @contextlib.asynccontextmanager
    async def connection() -> Any:
        yield "a"
        closed.append("a")

    async def run() -> None:
        async with Registry(MANIFEST).async_session("chat", facts=lambda: FINE, scope=SCOPE) as session:
            assert await session.enter(connection()) == "a"
            assert await session.enter(contextlib.nullcontext("b")) == "b"
        assert closed == ["a"]
        assert (await session.call("show", {}, Tool())).decision.reason is Reason.SESSION_CLOSED
        assert (await session.offer()).names == ()
        await session.close()

    asyncio.run(run())


def test_async_providers_resolvers_and_tools_are_awaited() -> None:
    async def facts() -> Facts:
        await asyncio.sleep(0)
        return FINE

    async def resolver(ids: tuple[Any, ...]) -> dict[Any, Any]:
        await asyncio.sleep(0)
        return dict.fromkeys(ids, "p1")

    async def tool(arguments: dict[str, Any]) -> str:
        await asyncio.sleep(0)
        return f"ran with {arguments['ids']}"

    async def hanging() -> Facts:
        while True:
            with contextlib.suppress(asyncio.CancelledError):  # will not be stopped
                await asyncio.sleep(0.4)
                return FINE

    async def run() -> None:
        registry = Registry(MANIFEST)
        for limit in (5.0, None):
            resolvers = {"schedule": resolver}
            async with registry.async_session(
                "chat", facts=facts, scope=SCOPE, resolvers=resolvers, time_limit=limit
            ) as s:
                assert (await s.call("show", {"ids": ["s1"]}, tool)).content == "ran with ['s1']"
            partial = registry.async_session("chat", facts=lambda: facts(), scope=SCOPE, time_limit=limit)
            assert (await partial.offer()).names
        late = registry.async_session("chat", facts=hanging, scope=SCOPE, time_limit=0.05)
        assert (await late.call("show", {}, Tool())).decision.reason is Reason.FACTS_LATE
        await asyncio.sleep(0.5)

    asyncio.run(run())


def test_a_call_that_is_cancelled_while_it_asks_runs_nothing() -> None:
    tool = Tool()

    async def facts() -> Facts:
        await asyncio.sleep(5)
        return FINE

    async def run() -> None:
        session = Registry(MANIFEST).async_session("chat", facts=facts, scope=SCOPE)
        task = asyncio.ensure_future(session.call("show", {}, tool))
        await asyncio.sleep(0.05)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(run())
    assert tool.calls == []


def test_an_async_tool_does_not_run_in_a_sync_turn() -> None:
    async def tool(arguments: dict[str, Any]) -> str:
        raise AssertionError("it ran")

    with Registry(MANIFEST).session("chat", facts=lambda: FINE, scope=SCOPE) as session:
        with pytest.raises(TypeError, match=r"use registry\.async_session"):
            session.call("show", {}, tool)

        async def facts() -> Facts:
            return FINE

        wrong = Registry(MANIFEST).session("chat", facts=facts, scope=SCOPE)  # type: ignore[arg-type]  # on purpose
        assert wrong.call("show", {}, Tool()).decision.reason is Reason.FACTS_INVALID


def test_the_provider_sees_the_callers_context() -> None:
    caller = contextvars.ContextVar("caller", default="nobody")
    seen: list[tuple[str, bool]] = []

    def provider() -> Facts:
        seen.append((caller.get(), threading.current_thread() is threading.main_thread()))
        return FINE

    caller.set("ann")
    with Registry(MANIFEST).session("chat", facts=provider, scope=SCOPE) as session:
        session.offer()
    with Registry(MANIFEST).session("chat", facts=provider, scope=SCOPE, time_limit=None) as session:
        session.offer()
    assert seen == [("ann", False), ("ann", True)]


def test_what_stops_a_program_is_not_swallowed() -> None:
    def stops() -> Facts:
        raise KeyboardInterrupt

    tool = Tool()
    for limit in (None, 5.0):
        session = Registry(MANIFEST).session("chat", facts=stops, scope=SCOPE, time_limit=limit)
        with pytest.raises(KeyboardInterrupt):
            session.call("show", {}, tool)
    assert tool.calls == []


def test_only_so_many_providers_hang() -> None:
    from toolcrib.registry._limited import MAX_WAITING

    gate = threading.Event()

    def waits() -> Facts:
        gate.wait(20)
        return FINE

    registry = Registry(MANIFEST)
    before = threading.active_count()
    session = registry.session("chat", facts=waits, scope=SCOPE, time_limit=0.001)
    for _ in range(MAX_WAITING + 10):
        assert session.call("show", {}, Tool()).decision.reason is Reason.FACTS_LATE
    assert threading.active_count() - before <= MAX_WAITING
    gate.set()
    for _ in range(200):
        if threading.active_count() <= before:
            break
        time.sleep(0.01)
    fine = registry.session("chat", facts=lambda: FINE, scope=SCOPE)
    assert fine.call("show", {}, Tool()).allowed
