"""What a decision, a full gate and a start cost, as ratios in one run: medians of interleaved rounds of CPU time.

    python tests/benchmarks/gate.py decide     # beside a bare look-up, and other engines
    python tests/benchmarks/gate.py call       # the full gate beside a call through the MCP SDK's in-memory client
    python tests/benchmarks/gate.py memory     # 200 agents that all hold 10,000 tools
    python tests/benchmarks/gate.py load       # 10,000 rows of YAML

What an application pays at its start is measured by `speed.py start`. cedarpy, pycasbin and mcp are used where they are
installed.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import random
import statistics
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

from toolcrib.manifest import Manifest, ToolRow, dump, load_text
from toolcrib.registry import Facts, Phase, Registry, Schemas, Scope, UseDefaults, decide

FEATURES = tuple(f"f{n}" for n in range(12))
Question = tuple[str, str]


def manifest_of(tools: int, agents: int, grants: int, seed: int = 1) -> Manifest:
    """`grants` agents a tool, at random."""
    r = random.Random(seed)
    names = [f"a{n}" for n in range(agents)]
    return Manifest(
        agents={name: {"empty_selection": "none"} for name in names},
        capabilities={name: {"feature": name} for name in FEATURES},
        tools={
            f"tool_{n}": {
                "description": f"About tool {n}.",
                "capability": r.choice(FEATURES),
                "mutates": False,
                "agents": sorted(r.sample(names, min(grants, agents))),
            }
            for n in range(tools)
        },
    )


def medians(works: dict[str, Callable[[], int]], rounds: int) -> dict[str, list[float]]:
    """Nanoseconds of CPU an answer, round by round; one round that does not count goes first."""
    found: dict[str, list[float]] = {name: [] for name in works}
    gc.collect()
    for number in range(-1, rounds):
        for name, work in works.items():
            started = time.process_time_ns()
            answers = work()
            spent = (time.process_time_ns() - started) / answers
            if number >= 0:
                found[name].append(spent)
    return found


def table(found: dict[str, list[float]], reference: str) -> None:
    for name, rounds in found.items():
        ratios = [mine / theirs for mine, theirs in zip(rounds, found[reference], strict=True)]
        print(f"  {name:<44}{statistics.median(rounds):>12,.0f} ns{statistics.median(ratios):>10.2f} x")


# -- decisions -------------------------------------------------------------------------------------------------------


def deciding(tools: int, agents: int, grants: int, rounds: int) -> float:
    manifest = manifest_of(tools, agents, grants)
    registry = Registry(manifest)
    facts = Facts(
        access=True,
        paused=False,
        features=frozenset(FEATURES[:10]),
        projects=frozenset({"p1"}),
        selection=UseDefaults(),
    )
    r = random.Random(2)
    rows = list(manifest.tools)
    questions = [(f"a{r.randrange(agents)}", r.choice(rows)) for _ in range(20_000)]
    held = {a: frozenset(t for t, row in manifest.tools.items() if a in row.agents) for a in manifest.agents}
    needs = {name: frozenset({row.capability}) for name, row in manifest.tools.items()}
    features = facts.features
    offer = Phase.OFFER

    def look_up(agent: str, tool: str, reached: frozenset[str]) -> bool:
        return tool in held[agent] and needs[tool] <= reached

    def bare() -> int:
        for agent, tool in questions:
            look_up(agent, tool, features)
        return len(questions)

    def ours() -> int:
        for agent, tool in questions:
            decide(registry, agent, tool, phase=offer, facts=facts)
        return len(questions)

    for agent, tool in questions[:2_000]:
        expected = tool in held[agent] and needs[tool] <= features
        assert decide(registry, agent, tool, phase=offer, facts=facts).allowed == expected
    works: dict[str, Callable[[], int]] = {"dict and frozenset": bare, "decide, with its reason": ours}
    works |= engines(manifest, questions, features)
    print(f"{tools:,} tools × {agents} agents, {sum(map(len, held.values())):,} grants")
    found = medians(works, rounds)
    table(found, "dict and frozenset")
    mine = statistics.median(found["decide, with its reason"])
    for name in list(found)[2:]:
        print(f"  {name} takes {statistics.median(found[name]) / mine:.0f} × decide")
    return mine


def engines(manifest: Manifest, questions: list[Question], features: frozenset[str]) -> dict[str, Callable[[], int]]:
    works: dict[str, Callable[[], int]] = {}
    some = questions[:100]
    try:
        import cedarpy
    except ImportError:
        print("  (cedarpy is not installed)")
    else:
        entities = [
            {
                "uid": {"type": "Tool", "id": name},
                "attrs": {
                    "feature": row.capability,
                    "agents": [{"__entity": {"type": "Agent", "id": agent}} for agent in row.agents],
                },
                "parents": [],
            }
            for name, row in manifest.tools.items()
        ]
        policy = (
            "permit (principal, action, resource) when { resource.agents.contains(principal) && "
            "context.features.contains(resource.feature) };"
        )
        import json

        policies, held = cedarpy.PolicySet.from_str(policy), cedarpy.Entities.from_json_str(json.dumps(entities))
        context = {"features": sorted(features)}

        def cedar() -> int:
            for agent, tool in some:
                request = {
                    "principal": {"type": "Agent", "id": agent},
                    "action": {"type": "Action", "id": "offer"},
                    "resource": {"type": "Tool", "id": tool},
                    "context": context,
                }
                _ = cedarpy.is_authorized(request, policies, held).allowed
            return len(some)

        works["cedarpy, parsed handles"] = cedar
    if sum(len(row.agents) for row in manifest.tools.values()) > 5_000:
        print("  (pycasbin is left out: it takes minutes to be told so many grants)")
        return works
    try:
        import casbin
    except ImportError:
        print("  (pycasbin is not installed)")
    else:
        with tempfile.TemporaryDirectory() as folder:
            model = Path(folder, "model.conf")
            model.write_text(
                "[request_definition]\nr = sub, obj\n[policy_definition]\np = sub, obj\n"
                "[policy_effect]\ne = some(where (p.eft == allow))\n[matchers]\nm = r.sub == p.sub && r.obj == p.obj\n"
            )
            enforcer = casbin.FastEnforcer(str(model), cache_key_order=[0, 1])
        enforcer.add_policies([[agent, name] for name, row in manifest.tools.items() for agent in row.agents])

        def fast() -> int:
            for agent, tool in some:
                enforcer.enforce(agent, tool)
            return len(some)

        works["pycasbin, FastEnforcer"] = fast
    return works


# -- calls -----------------------------------------------------------------------------------------------------------

TEXT = {"type": "string"}
SCHEMA = {
    "type": "object",
    "properties": {
        "workspace_id": TEXT,
        "project_id": TEXT,
        "query": {"type": "string", "minLength": 1, "maxLength": 200},
        "limit": {"type": "integer", "minimum": 1, "maximum": 100},
        "order": {"enum": ["name", "date"]},
        "filter": {
            "type": "object",
            "properties": {"open": {"type": "boolean"}, "tags": {"type": "array", "items": TEXT}},
        },
    },
    "required": ["workspace_id", "query"],
    "additionalProperties": False,
}
GIVEN = {
    "query": "roof",
    "limit": 10,
    "order": "name",
    "filter": {"open": True, "tags": ["a", "b"]},
    "project_id": "p1",
}


def calling(rounds: int) -> None:
    scope: dict[str, Any] = {"workspace_id": {"pinned": "workspace"}, "project_id": "project"}
    row = {"description": "d", "capability": "c", "mutates": False, "agents": ["chat"], "scope": scope}
    registry = Registry(
        Manifest(
            agents={"chat": {"empty_selection": "none"}},
            capabilities={"c": {"feature": "f"}},
            tools={f"tool_{n}": row for n in range(60)},
        )
    )
    facts = Facts(
        access=True, paused=False, features=frozenset({"f"}), projects=frozenset({"p1"}), selection=UseDefaults()
    )
    schemas = Schemas({"tool_7": SCHEMA})
    options: dict[str, Any] = {"scope": Scope(workspace="w", projects=frozenset({"p1"})), "schemas": schemas}
    session = registry.session("chat", facts=lambda: facts, time_limit=None, **options)
    unscoped = Registry(
        Manifest(
            agents={"chat": {"empty_selection": "none"}},
            capabilities={"c": {"feature": "f"}},
            tools={"tool_7": {**row, "scope": {}}},
        )
    ).session("chat", facts=lambda: facts, time_limit=None)

    def run(arguments: dict[str, Any]) -> str:
        return "ten rows"

    assert session.call("tool_7", GIVEN, run).allowed

    def gate() -> int:
        for _ in range(2_000):
            session.call("tool_7", GIVEN, run)
        return 2_000

    def plain() -> int:
        for _ in range(2_000):
            unscoped.call("tool_7", {"query": "roof"}, run)
        return 2_000

    def same() -> int:
        for _ in range(2_000):
            session.call("tool_7", {"query": "roof", "limit": 10}, run)
        return 2_000

    works: dict[str, Callable[[], int]] = {
        "session.call: decision, schema, pins, cap": same,
        "session.call, six arguments, one checked": gate,
        "session.call, nothing bound, no schema": plain,
    }
    try:
        import jsonschema_rs  # noqa: F401  # whether it judges is said
    except ImportError:
        print("arguments are judged by the compiled words")
    else:
        print("arguments are judged by jsonschema-rs")
    runner = asyncio.Runner()
    try:
        from mcp import Client
        from mcp.server import MCPServer
    except ImportError:
        print("  (the MCP SDK is not installed)")
        table(medians(works, rounds), "session.call: decision, schema, pins, cap")
        return
    server = MCPServer("bench")
    for number in range(60):

        def tool(query: str, limit: int = 10) -> str:
            return "ten rows"

        server.add_tool(tool, name=f"tool_{number}", description="d")

    async def through() -> int:
        async with Client(server) as client:
            started = time.process_time_ns()
            for _ in range(100):
                await client.call_tool("tool_7", {"query": "roof", "limit": 10})
            spent.append((time.process_time_ns() - started) / 100)
        return 100

    spent: list[float] = []
    found: dict[str, list[float]] = {name: [] for name in works}
    for number in range(-1, rounds):
        for name, rounds_of in medians(works, 1).items():
            if number >= 0:
                found[name] += rounds_of
        runner.run(through())
    found["MCP SDK, in-memory call_tool"] = spent[1:]
    table(found, "MCP SDK, in-memory call_tool")
    runner.close()


# -- memory and loading ----------------------------------------------------------------------------------------------


def remembering() -> None:
    """The manifest is there already: what the registry adds to it, with the agents' allowlists."""
    manifest = manifest_of(10_000, 200, 200)
    gc.collect()
    tracemalloc.start()
    registry = Registry(manifest)
    gc.collect()
    used = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert len(registry.allowlist("a7")) == 10_000
    print(f"200 agents × 10,000 tools that all hold everything: {used / 1e6:.2f} MB")


def loading() -> None:
    row = ToolRow(
        description="List what there is of it in the projects in scope.",
        capability="c",
        mutates=False,
        agents=("a",),
        scope={"project_id": "project"},  # type: ignore[dict-item]  # the short form is taken
    )
    text = dump(
        Manifest(
            agents={"a": {"empty_selection": "none"}},
            capabilities={"c": {"feature": "c"}},
            tools={f"tool_{n}": row for n in range(10_000)},
        )
    )
    started = time.process_time()
    declared = load_text(text)
    loaded = time.process_time()
    Registry(declared.manifest)
    print(f"10,000 rows, {len(text) / 1e6:.1f} MB of YAML: {loaded - started:.2f} s to load, ", end="")
    print(f"{time.process_time() - loaded:.2f} s for the registry")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("decide", "call", "memory", "load"))
    parser.add_argument("--rounds", type=int, default=9)
    options = parser.parse_args()
    match options.what:
        case "decide":
            small = deciding(60, 10, 3, options.rounds)
            large = deciding(10_000, 200, 10, options.rounds)
            print(f"large takes {large / small:.2f} × small")
        case "call":
            calling(options.rounds)
        case "memory":
            remembering()
        case "load":
            loading()
    return 0


if __name__ == "__main__":
    sys.exit(main())
