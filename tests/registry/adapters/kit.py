"""One manifest, one caller, implementations that count, and what every adapter is held to in its real framework.

A test module of a framework has a `drive`: it runs a turn in which a scripted model makes the given calls, and tells
what the model saw. `CASES` has what must hold of it. No network, and no model but the framework's own fake.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from toolcrib.manifest import Manifest
from toolcrib.registry import AsyncSession, AuditEvent, Facts, Only, Reason, Registry, Scope, Session, UseDefaults

ROW: dict[str, Any] = {"capability": "schedules", "mutates": False, "agents": ["chat"]}
LISTS = "List the schedules of one project of this workspace."
MANIFEST = Manifest(
    agents={"chat": {"empty_selection": "none"}, "clerk": {"empty_selection": "none"}},
    capabilities={"schedules": {"feature": "schedules"}, "apps": {"feature": "apps"}},
    tools={
        "list_schedules": {
            **ROW,
            "description": LISTS,
            "scope": {"workspace_id": {"pinned": "workspace"}, "project_id": "project"},
        },
        "read_log": {**ROW, "description": "Read the log.", "result_limit": 300},
        "run_app": {**ROW, "description": "Run an app.", "capability": "apps"},
        "delete_schedule": {**ROW, "description": "Delete a schedule.", "agents": ["clerk"]},
    },
)
REGISTRY = Registry(MANIFEST)
FINE = Facts(
    access=True,
    paused=False,
    features=frozenset({"schedules"}),
    projects=frozenset({"p1"}),
    selection=UseDefaults(),
)
OFFERED = ("list_schedules", "read_log")
GONE = "tool error: This tool is not available in this conversation."
FOREIGN = "tool error: An argument names something that does not exist or that this conversation does not reach."


@dataclass
class World:
    """One caller and the application behind its tools: `ran` has every call that reached an implementation."""

    facts: Facts = FINE
    ran: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    events: list[AuditEvent] = field(default_factory=list)

    def list_schedules(self, workspace_id: str, project_id: str, limit: int = 5) -> str:
        """Text in code that is not the row's."""
        self.ran.append(("list_schedules", {"workspace_id": workspace_id, "project_id": project_id, "limit": limit}))
        return f"schedules of {project_id} in {workspace_id}"

    def read_log(self) -> str:
        """Read."""
        self.ran.append(("read_log", {}))
        return "line\n" * 1_000

    def run_app(self) -> str:
        """Run."""
        self.ran.append(("run_app", {}))
        return "ran"

    def delete_schedule(self, schedule_id: str) -> str:
        """Delete."""
        self.ran.append(("delete_schedule", {"schedule_id": schedule_id}))
        return "deleted"

    def undeclared(self) -> str:
        """No row names it."""
        self.ran.append(("undeclared", {}))
        return "ran"

    @property
    def functions(self) -> tuple[Callable[..., str], ...]:
        return (self.list_schedules, self.read_log, self.run_app, self.delete_schedule, self.undeclared)

    def revoke(self) -> None:
        self.facts = replace(self.facts, selection=Only(["read_log"]))

    def now(self) -> Facts:
        return self.facts

    def async_session(self) -> AsyncSession:
        return REGISTRY.async_session("chat", facts=self.now, scope=SCOPE, time_limit=None, audit=self.events.append)

    def session(self) -> Session:
        return REGISTRY.session("chat", facts=self.now, scope=SCOPE, time_limit=None, audit=self.events.append)


SCOPE = Scope(workspace="w1", projects=frozenset({"p1"}))


@dataclass(frozen=True)
class Call:
    """What the scripted model calls; `before` happens just before it does."""

    name: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    before: Callable[[], None] = lambda: None


@dataclass(frozen=True)
class Tool:
    """A tool as the model was offered it."""

    name: str
    description: str
    schema: Mapping[str, Any]


@dataclass(frozen=True)
class Seen:
    """What the model saw: the tools that it was offered before its first call, and the answer to each call."""

    offered: tuple[Tool, ...]
    answers: tuple[str, ...]


Drive = Callable[[World, tuple[Call, ...]], Awaitable[Seen]]
OK = Call("list_schedules", {"project_id": "p1"})


@dataclass(frozen=True)
class Hostile:
    name: str
    call: Call
    says: str
    reason: Reason
    revoked: bool = False


HOSTILE = (
    Hostile("forbidden", Call("delete_schedule", {"schedule_id": "s1"}), GONE, Reason.NOT_GRANTED),
    Hostile("unoffered", Call("run_app"), GONE, Reason.FEATURE_NOT_REACHED),
    Hostile("undeclared", Call("undeclared"), GONE, Reason.UNKNOWN_TOOL),
    Hostile("near-miss", Call("List_Schedules", {"project_id": "p1"}), GONE, Reason.UNKNOWN_TOOL),
    Hostile("revoked", OK, GONE, Reason.NOT_PUBLISHED, revoked=True),
    Hostile("foreign", Call("list_schedules", {"project_id": "p9"}), FOREIGN, Reason.OUTSIDE_SCOPE),
)
HOSTILE_NAMES = tuple(one.name for one in HOSTILE)


async def hostile(drive: Drive, name: str) -> None:
    """The call is refused with one safe sentence, nothing ran, and the turn goes on: a later good call is made."""
    case = next(one for one in HOSTILE if one.name == name)
    world = World()
    if case.revoked:
        seen = await drive(world, (OK, replace(case.call, before=world.revoke), Call("read_log")))
        assert "list_schedules" in {tool.name for tool in seen.offered}
        ran = ["list_schedules", "read_log"]
    else:
        seen = await drive(world, (OK, case.call, OK))
        ran = ["list_schedules", "list_schedules"]
    assert [one for one, _ in world.ran] == ran
    assert seen.answers[1] == case.says
    refused = [event for event in world.events if event.phase == "call" and not event.allowed]
    assert [(event.tool, event.reason) for event in refused] == [(case.call.name, case.reason)]


async def offered(drive: Drive) -> None:
    """The rows' names and texts, and the schemas without what the session sets."""
    world = World()
    seen = await drive(world, (OK,))
    by_name = {tool.name: tool for tool in seen.offered}
    assert set(by_name) == set(OFFERED)
    assert by_name["list_schedules"].description == LISTS
    schema = by_name["list_schedules"].schema
    assert set(schema["properties"]) == {"project_id", "limit"}
    assert "workspace_id" not in schema.get("required", ())
    assert "workspace_id" not in str(schema)


async def allowed(drive: Drive) -> None:
    """A pinned argument is the session's, whatever the model says of it."""
    world = World()
    seen = await drive(world, (OK, Call("list_schedules", {"project_id": "p1", "workspace_id": "w2"})))
    assert [arguments["workspace_id"] for _, arguments in world.ran] == ["w1", "w1"]
    assert all("schedules of p1 in w1" in answer for answer in seen.answers)


async def bounded(drive: Drive) -> None:
    """A result is cut to the row's limit, with a label."""
    seen = await drive(World(), (Call("read_log"),))
    assert len(seen.answers[0]) <= 300
    assert "characters dropped here" in seen.answers[0]


async def no_facts(drive: Drive) -> None:
    """Facts that cannot be had offer nothing and call nothing."""
    world = World()

    def breaks() -> Facts:
        raise LookupError("secret")

    world.now = breaks  # type: ignore[method-assign]  # the provider of this caller is down
    seen = await drive(world, (OK,))
    assert (seen.offered, world.ran) == ((), [])
    assert "secret" not in str(seen.answers)


CASES: dict[str, Callable[[Drive], Awaitable[None]]] = {
    **{name: partial(hostile, name=name) for name in HOSTILE_NAMES},
    "offered": offered,
    "allowed": allowed,
    "bounded": bounded,
    "no-facts": no_facts,
}
