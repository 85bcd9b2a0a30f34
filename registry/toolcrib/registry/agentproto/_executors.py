"""Make what runs the tools of an agent: one executor for each declared id, and for nothing else.

Room: registry, middle: it calls what it is given and opens nothing. Whether a call may be made is the session's
decision: give `executor.run` to `session.call`.
Touch it when a tier runs in another way. Not here: which tier an id has (`_resolve`), talking to a daemon.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, TypeAlias, final

from toolcrib.registry.agentproto._app_id import Fill, relaxed_schema, with_app_id
from toolcrib.registry.agentproto._errors import DaemonToolError, NotWired
from toolcrib.registry.agentproto._resolve import DaemonTool, DaemonTools, Resolution, Resolved, Tier

Arguments: TypeAlias = dict[str, Any]
Run: TypeAlias = Callable[[Arguments], object]
CallDaemon: TypeAlias = Callable[[str, Arguments], Mapping[str, Any]]


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class LocalTool:
    """An implementation that the host brings: a workspace tool or a sub-agent tool."""

    description: str
    schema: Mapping[str, Any]
    run: Run


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Executor:
    """One declared tool: what the model is offered, and what runs when it calls. A stub's `run` raises `NotWired`."""

    name: str
    tier: Tier
    description: str
    schema: Mapping[str, Any]
    run: Run


def build_executors(
    resolution: Resolution,
    *,
    workspace: Mapping[str, LocalTool] = MappingProxyType({}),
    subagents: Mapping[str, LocalTool] = MappingProxyType({}),
    call_daemon: CallDaemon | None = None,
    app_id: str = "",
    fill: Fill = Fill.BY_PREFIX,
) -> Mapping[str, Executor]:
    """By name, in the order of the agent's list; what is given here and not declared there is left out.

    A tool of a tier for which nothing is given is a stub, like one that no tier has.
    """
    found: dict[str, Executor] = {}
    for one in resolution.entries:
        if one.tier is Tier.DROPPED or one.name in found:
            continue
        local = {Tier.WORKSPACE: workspace, Tier.SUBAGENT: subagents}.get(one.tier, {}).get(one.name)
        if local is not None:
            found[one.name] = Executor(
                name=one.name, tier=one.tier, description=local.description, schema=local.schema, run=local.run
            )
        elif one.tier is Tier.DAEMON and call_daemon is not None and isinstance(resolution.daemon, DaemonTools):
            tool = resolution.daemon.tools[one.name]
            found[one.name] = _proxy(tool, one.name, call_daemon, app_id, fill)
        else:
            found[one.name] = _stub(resolution.agent, one)
    return MappingProxyType(found)


def _proxy(tool: DaemonTool, name: str, call: CallDaemon, app_id: str, fill: Fill) -> Executor:
    schema = tool.schema if tool.schema is not None else {"type": "object"}

    def run(arguments: Arguments) -> object:
        return answer_of(name, call(name, with_app_id(name, arguments, app_id, schema=schema, fill=fill)))

    return Executor(
        name=name,
        tier=Tier.DAEMON,
        description=tool.description or f"The daemon's tool {name}.",
        schema=relaxed_schema(name, schema, app_id, fill=fill),
        run=run,
    )


def _stub(agent: str, one: Resolved) -> Executor:
    why = one.words if one.tier is Tier.STUB else "the host brings no implementation of it"

    def run(arguments: Arguments) -> object:  # noqa: ARG001  # it fails whatever they are
        raise NotWired(
            f"'{one.name}' is declared in AGENT.md but not wired: {why}",
            at=one.entry.at,
            hint=f"Remove it from `tools` of `{agent}`, or make it available.",
        )

    return Executor(
        name=one.name,
        tier=Tier.STUB,
        description="NOT WIRED: nothing runs this tool here. Do not call it and do not retry; say that it is missing.",
        schema={"type": "object"},
        run=run,
    )


def answer_of(name: str, result: Mapping[str, Any]) -> object:
    """What a call of the daemon's tool gave: structured content, else its texts. Raises `DaemonToolError`."""
    content = result.get("content")
    blocks = content if isinstance(content, list | tuple) else ()
    texts = [
        block["text"]
        for block in blocks
        if isinstance(block, Mapping) and block.get("type") == "text" and isinstance(block.get("text"), str)
    ]
    text = "\n".join(texts)
    if result.get("isError", False) is not False:  # what is no plain False is in doubt, so it is an error
        raise DaemonToolError(f'daemon tool "{name}" failed: {text or "(no error detail)"}')
    structured = result.get("structuredContent")
    return text if structured is None else structured
