"""Hold function tools of the OpenAI Agents SDK to a session: `Agent(tools=await held_tools(session, tools))`.

Room: registry, edge; extra `openai-agents`. A turn's tools: with the row's description and the schema without what the
session sets; `is_enabled` asks the session at every step, and a call is decided again. Run with `run_config(session)`:
else the SDK ends the run when the model calls what it was not offered. Hosted tools, handoffs and `mcp_servers` are not
function tools, and are not held.
Not here: approvals and guardrails, which stay the tool's own; the decision (`_decide`).
"""

from __future__ import annotations

import asyncio
import copy
import inspect
import json
from collections.abc import Iterable, Mapping
from typing import Any

from agents import FunctionTool, RunConfig, RunContextWrapper
from agents.run_config import ToolErrorFormatterArgs
from agents.tool_context import ToolContext

from toolcrib.registry._async_session import AsyncSession
from toolcrib.registry.adapters._gate import AsyncGate

__all__ = ["held_tools", "run_config"]


async def held_tools(session: AsyncSession, tools: Iterable[FunctionTool]) -> list[FunctionTool]:
    """The tools that the session offers now, in its order: new ones; what was given is not changed."""
    gate: AsyncGate[[]] = AsyncGate(session)
    given = {tool.name: tool for tool in tools}
    schemas = {name: tool.params_json_schema for name, tool in given.items()}
    offered = _Offered(gate, schemas)
    return [
        _held(given[one.name], one.description, one.schema, gate, offered)
        for one in await gate.offer(schemas)
        if one.name in given
    ]


def run_config(session: AsyncSession, **options: Any) -> RunConfig:
    """A `RunConfig` with `options`, in which a call of what was not offered is answered like any refusal."""
    gate: AsyncGate[[]] = AsyncGate(session)
    theirs = options.pop("tool_error_formatter", None)

    async def formatted(args: ToolErrorFormatterArgs[Any]) -> str | None:
        if args.kind == "tool_not_found":
            answer = await gate.call(args.tool_name, {}, _not_there, None)
            return str(answer.content)
        found: Any = theirs(args) if theirs is not None else None
        said: str | None = await found if inspect.isawaitable(found) else found
        return said

    return RunConfig(tool_not_found_behavior="return_error_to_model", tool_error_formatter=formatted, **options)


def _not_there(_: dict[str, Any]) -> str:
    return "tool error: This tool is not here."  # granted, and not among the agent's tools


class _Offered:
    """What is offered at a step. The SDK asks for each tool, all at once: they share one question.

    It asks again when the model has answered, and would end the run over a tool that was withdrawn in between. The call
    itself is decided with the facts of that moment, so this second time it is told what the model was offered.
    """

    def __init__(self, gate: AsyncGate[[]], schemas: Mapping[str, Mapping[str, Any]]) -> None:
        self._gate, self._schemas = gate, schemas
        self._asked: asyncio.Task[frozenset[str]] | None = None
        self._shown: frozenset[str] = frozenset()
        self._requests: int | None = None  # that the model had been sent when it was offered these

    async def names(self, requests: int) -> frozenset[str]:
        if self._asked is None or self._asked.done() or self._asked.get_loop() is not asyncio.get_running_loop():
            self._asked = asyncio.create_task(self._ask(requests))
        return await asyncio.shield(self._asked)

    async def _ask(self, requests: int) -> frozenset[str]:
        if self._requests is not None and requests > self._requests:
            self._requests = None
            return self._shown
        self._shown, self._requests = frozenset((await self._gate.offer(self._schemas)).names), requests
        return self._shown


def _held(
    tool: FunctionTool, description: str, schema: Mapping[str, Any] | None, gate: AsyncGate[[]], offered: _Offered
) -> FunctionTool:
    async def is_enabled(context: RunContextWrapper[Any], agent: Any) -> bool:
        if tool.name not in await offered.names(context.usage.requests):
            return False
        theirs: Any = tool.is_enabled if isinstance(tool.is_enabled, bool) else tool.is_enabled(context, agent)
        return bool(await theirs if inspect.isawaitable(theirs) else theirs)

    async def invoke(context: ToolContext[Any], given: str) -> Any:
        async def run(arguments: dict[str, Any]) -> Any:
            final = json.dumps(arguments)
            called = copy.copy(context)
            called.tool_arguments = final  # what code reads there is what it is called with
            return await tool.on_invoke_tool(called, final)

        answer = await gate.call(tool.name, _read(given), run, tool.params_json_schema)
        return answer.content

    held = copy.copy(tool)
    held.on_invoke_tool = invoke
    held.is_enabled = is_enabled
    held.description = description or tool.description
    # A result that is cut would not hold to it.
    held.output_json_schema = held._output_type_adapter = None
    if schema is not None:
        held.params_json_schema = copy.deepcopy(dict(schema))
        # In strict mode every argument is required: one that the session fills would not be optional.
        held.strict_json_schema = tool.strict_json_schema and set(schema.get("required", ())) == set(
            schema.get("properties", ())
        )
    return held


def _read(given: str) -> object:
    """The arguments as JSON says; what is none stays a text, which is refused in words."""
    try:
        return json.loads(given) if given else {}
    except (ValueError, RecursionError):
        return given
