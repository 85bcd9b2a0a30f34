"""A server at a URL under the kit: streamable HTTP on this machine, a token a caller, and the adapter of FastMCP."""

from __future__ import annotations

import importlib
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from toolcrib.registry import AsyncSession, Registry
from toolcrib.registry.testing import Caller, Stage, probe

fastmcp = pytest.importorskip("fastmcp")
uvicorn = pytest.importorskip("uvicorn")
adapter: Any = importlib.import_module("toolcrib.registry.adapters.fastmcp")
kit: Any = importlib.import_module("toolcrib.registry.testing.mcp")
from fastmcp.server.auth.providers.jwt import StaticTokenVerifier  # noqa: E402  # after the check that it is there
from fastmcp.server.dependencies import get_access_token  # noqa: E402
from fastmcp.server.middleware import Middleware  # noqa: E402

REGISTRY: Registry = importlib.import_module("toolcrib_testing_dispatchers.served").REGISTRY  # conftest.py brings it
CALLERS = [Caller(name, agent) for name in ("ada", "bob") for agent in REGISTRY.agents]


class Application:
    """A server for every caller: the token says who comes. It runs on when the stage changes, as servers do."""

    def __init__(self, fault: str, counted: bool) -> None:
        self.stage: Stage
        self.counted = counted
        tokens = {f"{one.name}-{one.agent}": {"client_id": one.name, "agent": one.agent} for one in CALLERS}
        self.server = fastmcp.FastMCP("schedules", auth=StaticTokenVerifier(tokens=tokens))

        @self.server.tool
        def list_schedules(workspace_id: str = "", project_id: str = "") -> str:
            self.reached("list_schedules", {"workspace_id": workspace_id, "project_id": project_id})
            return "roof"

        @self.server.tool
        def run_app() -> str:
            self.reached("run_app", {})
            return "started"

        held, part = adapter.Toolcrib(self.session), Middleware()
        if fault == "list only":
            part.on_list_tools = held.on_list_tools  # type: ignore[method-assign]  # half of it
        if fault == "calls only":
            part.on_call_tool = held.on_call_tool  # type: ignore[method-assign]  # half of it
        if fault == "one caller":
            held = adapter.Toolcrib(self.first)
        self.server.add_middleware(part if fault.endswith("only") else held)
        self._first: Caller | None = None

    def reached(self, tool: str, arguments: dict[str, Any]) -> None:
        if self.counted:
            self.stage.implementation(tool)(arguments)

    def session(self, context: Any) -> AsyncSession:
        token = get_access_token()
        assert token is not None  # the server lets nobody else in
        return self.of(Caller(token.client_id, token.claims["agent"]))

    def first(self, context: Any) -> AsyncSession:
        """The mistake: the session of the first request is everybody's."""
        token = get_access_token()
        assert token is not None
        self._first = self._first or Caller(token.client_id, token.claims["agent"])
        return self.of(self._first)

    def of(self, caller: Caller) -> AsyncSession:
        stage = self.stage
        return REGISTRY.async_session(
            caller.agent, facts=lambda: stage.facts(caller), scope=stage.scope(caller), time_limit=None
        )


@contextmanager
def served(fault: str = "", *, counted: bool = True) -> Iterator[Any]:
    """`make` for the kit: a server that really listens, in a thread of its own."""
    application = Application(fault, counted)
    listening = socket.create_server(("127.0.0.1", 0))
    url = f"http://127.0.0.1:{listening.getsockname()[1]}/mcp"
    # The old protocol libraries of uvicorn warn of themselves, and nothing here needs them.
    config = uvicorn.Config(application.server.http_app(), log_level="critical", lifespan="on", ws="none")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    until = time.monotonic() + 30
    while not server.started:
        assert thread.is_alive()
        assert time.monotonic() < until
        time.sleep(0.01)

    def connect(stage: Stage, caller: Caller) -> Any:
        application.stage = stage
        return fastmcp.Client(url, auth=f"{caller.name}-{caller.agent}")

    def make(stage: Stage) -> Any:
        if counted:
            for name in REGISTRY.rows:
                stage.implementation(name)
        application.stage, application._first = stage, None
        return kit.mcp_dispatcher(connect)(stage)

    try:
        yield make
    finally:
        server.should_exit = True
        thread.join(20)
        listening.close()


def test_a_server_at_a_url_passes() -> None:
    with served() as make:
        assert probe(make, REGISTRY, agents=["chat"], probes=["names", "foreign"]) == ()
        assert probe(make, REGISTRY, agents=["other"], probes=["revoked", "two_callers"]) == ()


def test_where_nothing_can_be_counted_its_answers_are_judged() -> None:
    with served(counted=False) as make:
        assert probe(make, REGISTRY, agents=["chat"], probes=["names", "foreign"]) == ()
    with served("list only", counted=False) as make:
        found = probe(make, REGISTRY, agents=["chat"], probes=["foreign"])
        assert {one.probe for one in found} == {"bound-argument", "foreign-id"}


@pytest.mark.parametrize(
    ("fault", "agent", "name", "found"),
    [
        ("list only", "chat", "foreign", {"bound-argument", "foreign-id"}),
        ("list only", "other", "revoked", {"revoked"}),
        ("calls only", "other", "two_callers", {"two-callers"}),
        ("one caller", "other", "two_callers", {"two-callers"}),
    ],
)
def test_what_is_wrong_at_a_url_is_found(fault: str, agent: str, name: str, found: set[str]) -> None:
    with served(fault) as make:
        assert {one.probe for one in probe(make, REGISTRY, agents=[agent], probes=[name])} == found
