"""One manifest, one caller, implementations that count, and a turn in a session of either kind.

A test takes `kind` (conftest.py) and hands it to `turn`: what holds in one kind of session holds in the other.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from toolcrib.manifest import Manifest
from toolcrib.registry import (
    Facts,
    Registry,
    Schemas,
    Scope,
    UseDefaults,
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
