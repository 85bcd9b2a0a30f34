"""Many tasks on one registry while the facts flip at random: every decision has to be right for the facts it was given.

    python tests/benchmarks/soak.py [--tasks 64] [--calls 2000] [--sessions 8]

Tasks share sessions, and sessions the registry. Prints what was decided, what was wrong, and how many objects there are
more after the second half than after the first; exit 1 when a decision was wrong or objects were left behind.
`tests/registry/test_soak.py` runs a small one.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import random
import sys
import time
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from toolcrib.manifest import Manifest
from toolcrib.registry import AsyncSession, Facts, Only, Registry, Schemas, Scope, UseDefaults

TOOLS = 12
FEATURES = ("f0", "f1", "f2")
PROJECTS = ("p0", "p1", "p2")
OBJECTS = {f"s{n}": PROJECTS[n % 3] for n in range(6)}
SCOPED: dict[str, Any] = {
    "ids[]": "schedule",
    "project_id": {"filled": "project"},
    "workspace_id": {"pinned": "workspace"},
}
SCHEMA = {
    "type": "object",
    "properties": {
        "workspace_id": {"type": "string"},
        "project_id": {"type": "string"},
        "ids": {"type": "array", "items": {"type": "string"}},
    },
    "required": ["workspace_id"],
}
MANIFEST = Manifest(
    agents={"a0": {"empty_selection": "none"}, "a1": {"empty_selection": "defaults"}},
    capabilities={name: {"feature": name} for name in FEATURES},
    tools={
        f"t{n}": {
            "description": "d",
            "capability": FEATURES[n % 3],
            "mutates": False,
            "agents": ["a0", "a1"] if n % 4 else ["a0"],
            "scope": SCOPED if n % 2 else {},
        }
        for n in range(TOOLS)
    },
)
_asking: ContextVar[int] = ContextVar("asking")


@dataclass
class Outcome:
    decisions: int = 0
    allowed: int = 0
    wrong: int = 0
    ran_wrongly: int = 0
    grown: int = 0


class World:
    """Facts that flip at random, and which of them each question was answered with."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.given: dict[int, Facts] = {}

    async def facts(self) -> Facts:
        r = self.random
        if r.random() < 0.3:
            await asyncio.sleep(0)
        chosen = r.choice((UseDefaults(), UseDefaults(), Only(()), Only(r.sample([f"t{n}" for n in range(TOOLS)], 6))))
        facts = Facts(
            access=r.random() < 0.9,
            paused=r.random() < 0.1,
            features=frozenset(r.sample(FEATURES, r.randint(0, 3))),
            projects=frozenset(r.sample(PROJECTS, r.randint(0, 3))),
            selection=chosen,
        )
        self.given[_asking.get()] = facts
        if r.random() < 0.3:
            await asyncio.sleep(0)
        return facts

    async def resolve(self, ids: tuple[Any, ...]) -> dict[Any, Any]:
        await asyncio.sleep(0)
        return {one: OBJECTS[one] for one in ids if one in OBJECTS}


def is_right(agent: str, tool: str, facts: Facts, scope: Scope, arguments: dict[str, Any]) -> bool:
    """Whether the call may be made, written down a second time."""
    number = int(tool[1:])
    if number >= TOOLS or (number % 4 == 0 and agent != "a0") or not facts.access or facts.paused:
        return False
    if isinstance(facts.selection, Only):
        if not facts.selection.names and agent == "a0":
            return False
        if facts.selection.names and tool not in facts.selection.names:
            return False
    if FEATURES[number % 3] not in facts.features:
        return False
    if number % 2 == 0:
        return True
    assert isinstance(scope.projects, frozenset)
    reach = facts.projects & scope.projects
    if "project_id" in arguments:
        if arguments["project_id"] not in reach:
            return False
    elif len(reach) != 1:
        return False
    return all(OBJECTS.get(one) in reach for one in arguments.get("ids", ()))


async def soak(tasks: int, calls: int, *, sessions: int = 8, seed: int = 1) -> Outcome:
    registry, schemas, outcome = Registry(MANIFEST), Schemas({f"t{n}": SCHEMA for n in range(1, TOOLS, 2)}), Outcome()
    world = World(seed)
    opened: list[tuple[str, Scope, AsyncSession]] = []
    for number in range(sessions):
        agent = f"a{number % 2}"
        scope = Scope(workspace=f"w{number}", projects=frozenset(PROJECTS[: 1 + number % 3]))
        options: dict[str, Any] = {"resolvers": {"schedule": world.resolve}, "schemas": schemas}
        opened.append((agent, scope, registry.async_session(agent, facts=world.facts, scope=scope, **options)))

    async def work(number: int, first: int) -> None:
        r = random.Random(seed * 1_000 + number)
        agent, scope, session = opened[number % sessions]
        for call in range(first, first + calls // 2):
            ticket = number * calls + call
            tool = f"t{r.randrange(TOOLS + 1)}"
            arguments: dict[str, Any] = {"workspace_id": "another"} if r.random() < 0.5 else {}
            if r.random() < 0.5:
                arguments["project_id"] = r.choice((*PROJECTS, "p9"))
            if r.random() < 0.5:
                arguments["ids"] = r.sample(["s9", *OBJECTS], 2)
            ran: list[dict[str, Any]] = []
            _asking.set(ticket)
            answer = await session.call(tool, arguments, ran.append)
            right = is_right(agent, tool, world.given.pop(ticket), scope, arguments)
            outcome.decisions += 1
            outcome.allowed += answer.allowed
            outcome.wrong += answer.allowed != right
            outcome.ran_wrongly += bool(ran) != right
            if ran and int(tool[1:]) % 2:
                outcome.ran_wrongly += ran[0]["workspace_id"] != scope.workspace

    counts = []
    for half in range(2):
        await asyncio.gather(*(work(number, half * (calls // 2)) for number in range(tasks)))
        gc.collect()
        counts.append(len(gc.get_objects()))
    outcome.grown = counts[1] - counts[0]
    for _, _, session in opened:
        await session.close()
    return outcome


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tasks", type=int, default=64)
    parser.add_argument("--calls", type=int, default=2_000)
    parser.add_argument("--sessions", type=int, default=8)
    options = parser.parse_args()
    started = time.process_time()
    found = asyncio.run(soak(options.tasks, options.calls, sessions=options.sessions))
    spent = time.process_time() - started
    print(f"{found.decisions} calls, {found.allowed} allowed, {found.wrong} wrong, {found.ran_wrongly} ran wrongly")
    print(f"{found.grown} more objects after the second half; {spent / found.decisions * 1e6:.0f} us a call")
    return 1 if found.wrong or found.ran_wrongly or found.grown > 100 else 0


if __name__ == "__main__":
    sys.exit(main())
