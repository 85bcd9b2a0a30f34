"""Hold a toolset of pydantic-ai to a session: `Agent(model, toolsets=[Toolcrib(toolset, session)])`.

Room: registry, edge; extra `pydantic-ai`. Each step is offered what the session offers then; a call is decided again,
and the tool's own validator sees the arguments that it is called with. Tools that stand beside the toolset (`tools=[…]`
of the agent, `@agent.tool`) are not held: put them into the toolset. An external tool runs where nothing can be decided
again: it is offered, unless its row binds arguments, which would not be bound. A name that a step was not offered is
answered by the framework, which names what was.
Not here: output tools, which are the answer; the decision (`_decide`).
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any, final

from pydantic_ai import RunContext, ToolReturn
from pydantic_ai.exceptions import ModelRetry, ToolFailed
from pydantic_ai.tools import AgentDepsT
from pydantic_ai.toolsets import ToolsetTool, WrapperToolset
from pydantic_core import SchemaValidator, ValidationError, core_schema

from toolcrib.registry._results import ERROR_PREFIX, bounded
from toolcrib.registry.adapters._gate import AsyncGate, AsyncSource

__all__ = ["Toolcrib"]

# The session judges what the model gives; the tool's own validator judges what the session made of it.
_ANYTHING = SchemaValidator(core_schema.dict_schema(core_schema.str_schema(), core_schema.any_schema()))


@final
@dataclass
class Toolcrib(WrapperToolset[AgentDepsT]):
    """`session` is a session, or a function from the run's context to one, which may be kept in its `deps`."""

    session: AsyncSource[[RunContext[AgentDepsT]]]

    def __post_init__(self) -> None:
        self._gate: AsyncGate[[RunContext[AgentDepsT]]] = AsyncGate(self.session)

    async def get_tools(self, ctx: RunContext[AgentDepsT]) -> dict[str, ToolsetTool[AgentDepsT]]:
        tools = await super().get_tools(ctx)
        offer = await self._gate.offer(
            {name: tool.tool_def.parameters_json_schema for name, tool in tools.items()}, ctx
        )
        bound = {one.tool for one in offer.decisions if one.row is not None and one.row.rules}
        return {
            one.name: _offered(tools[one.name], one.description, one.schema)
            for one in offer
            if one.name in tools and not (one.name in bound and tools[one.name].tool_def.kind == "external")
        }

    async def call_tool(
        self, name: str, tool_args: dict[str, Any], ctx: RunContext[AgentDepsT], tool: ToolsetTool[AgentDepsT]
    ) -> Any:
        inner = tool.inner if isinstance(tool, _Held) else tool
        made: list[ToolReturn[Any]] = []
        said: list[ModelRetry | ToolFailed] = []  # by the tool itself, to the model: bounded like what it gives back

        async def run(arguments: dict[str, Any]) -> Any:
            try:
                # As JSON: a strict model takes a date or a set in no other way.
                final = inner.args_validator.validate_json(json.dumps(arguments), context=ctx.validation_context)
            except ValidationError as error:  # its text may hold what the session has set
                places = sorted({".".join(str(step) for step in one["loc"]) for one in error.errors()})
                raise ToolFailed(f"{ERROR_PREFIX}The arguments do not fit the tool at {', '.join(places)}.") from None
            try:
                if inner.args_validator_func is not None:
                    checked = inner.args_validator_func(ctx, **final)
                    if checked is not None:
                        await checked
                result = await self.wrapped.call_tool(name, final, ctx, inner)
            except (ModelRetry, ToolFailed) as error:
                said.append(error)
                return error.message
            if isinstance(result, ToolReturn):
                made.append(result)
                return result.return_value
            return result

        answer = await self._gate.call(name, tool_args, run, inner.tool_def.parameters_json_schema, ctx)
        if not answer.allowed:
            raise ToolFailed(str(answer.content))
        if said:
            raise type(said[0])(str(answer.content)) from said[0]
        if not made:
            return answer.content
        beside, row = made[0].content, answer.decision.row
        if row is not None and beside is not None:
            beside = bounded(beside if isinstance(beside, str) else list(beside), row.result_limit).content  # type: ignore[assignment]  # a text or a list, as before
        return replace(made[0], return_value=answer.content, content=beside)


@final
@dataclass(kw_only=True)
class _Held(ToolsetTool[AgentDepsT]):
    inner: ToolsetTool[AgentDepsT]


def _offered(tool: ToolsetTool[AgentDepsT], description: str, schema: Any) -> ToolsetTool[AgentDepsT]:
    shown = replace(
        tool.tool_def,
        description=description or tool.tool_def.description,
        parameters_json_schema=dict(schema) if schema is not None else tool.tool_def.parameters_json_schema,
    )
    return _Held(
        toolset=tool.toolset, tool_def=shown, max_retries=tool.max_retries, args_validator=_ANYTHING, inner=tool
    )
