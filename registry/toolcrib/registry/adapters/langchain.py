"""Hold LangChain agents and LangGraph tool nodes to a session: `create_agent(…, middleware=[Toolcrib(session)])`.

Room: registry, edge; extra `langchain`. Every model call is offered what the session offers then; a call is decided
again. Put it last: what stands after it could add tools unseen. A graph of one's own has its `tool_node(tools)`, and
its model binds `offered(tools)`. Tools of a provider, given as a mapping, need a row of their name, and run where
nothing can be decided again.
Not here: tools of a structured answer, which are no calls; the decision (`_decide`).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any, TypeAlias, final

from langchain.agents.middleware import AgentMiddleware, ModelRequest
from langchain_core.messages import BaseMessage, ToolMessage
from langchain_core.tools import BaseTool
from langgraph.prebuilt.tool_node import ToolCallRequest, ToolNode
from langgraph.types import Command

from toolcrib.manifest import DEFAULT_RESULT_LIMIT
from toolcrib.registry._async_session import AsyncSession
from toolcrib.registry._results import bounded
from toolcrib.registry._session import Session
from toolcrib.registry._turn import Answer, Offer
from toolcrib.registry.adapters._gate import AsyncGate, Gate

__all__ = ["Toolcrib"]

Tool: TypeAlias = BaseTool | dict[str, Any]


@final
class Toolcrib(AgentMiddleware[Any, Any, Any]):
    """`session` is a session, or a function from the runtime (its `context` is yours) to one.

    `invoke` and `stream` need one of `registry.session`, `ainvoke` and `astream` one of `registry.async_session`.
    """

    def __init__(self, session: Any) -> None:
        super().__init__()
        self._gate: Gate[[Any]] | None = None if isinstance(session, AsyncSession) else Gate(session)
        self._async_gate: AsyncGate[[Any]] | None = None if isinstance(session, Session) else AsyncGate(session)

    def offered(self, tools: Sequence[Tool], runtime: Any = None) -> list[Tool]:
        """The tools to bind to a model now: copies, as the session offers them."""
        return _shown(tools, self._sync.offer(_schemas(tools), runtime))

    async def aoffered(self, tools: Sequence[Tool], runtime: Any = None) -> list[Tool]:
        """As `offered`, in an event loop."""
        return _shown(tools, await self._async.offer(_schemas(tools), runtime))

    def tool_node(self, tools: Sequence[Any], **options: Any) -> ToolNode:
        """A `ToolNode` that is held whichever way it is invoked: with one of its wrappers alone, the other is free."""
        return ToolNode(tools, wrap_tool_call=self.wrap_tool_call, awrap_tool_call=self.awrap_tool_call, **options)

    def wrap_model_call(self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], Any]) -> Any:
        return handler(request.override(tools=self.offered(request.tools, request.runtime)))

    async def awrap_model_call(
        self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], Awaitable[Any]]
    ) -> Any:
        return await handler(request.override(tools=await self.aoffered(request.tools, request.runtime)))

    def wrap_tool_call(self, request: ToolCallRequest, handler: Callable[[ToolCallRequest], Any]) -> Any:
        made: list[Any] = []

        def run(arguments: dict[str, Any]) -> object:
            made.append(handler(_with(request, arguments)))
            return _for_model(made[0])

        call = request.tool_call
        answer = self._sync.call(call["name"], call["args"], run, _schema(request.tool), request.runtime)
        return _message(request, answer, made)

    async def awrap_tool_call(
        self, request: ToolCallRequest, handler: Callable[[ToolCallRequest], Awaitable[Any]]
    ) -> Any:
        made: list[Any] = []

        async def run(arguments: dict[str, Any]) -> object:
            made.append(await handler(_with(request, arguments)))
            return _for_model(made[0])

        call = request.tool_call
        answer = await self._async.call(call["name"], call["args"], run, _schema(request.tool), request.runtime)
        return _message(request, answer, made)

    @property
    def _sync(self) -> Gate[[Any]]:
        if self._gate is None:
            raise TypeError("`invoke` needs a session of `registry.session`, and this one is async: use `ainvoke`")
        return self._gate

    @property
    def _async(self) -> AsyncGate[[Any]]:
        if self._async_gate is None:
            raise TypeError("`ainvoke` needs a session of `registry.async_session`, and this one is not: use `invoke`")
        return self._async_gate


def _name(tool: Tool) -> str:
    if isinstance(tool, BaseTool):
        return tool.name
    inner = tool.get("function")
    found = inner.get("name") if isinstance(inner, dict) else tool.get("name", tool.get("type"))
    return found if isinstance(found, str) else ""


def _schema(tool: Tool | None) -> dict[str, Any] | None:
    """The schema of what the model gives: without what the graph injects."""
    if not isinstance(tool, BaseTool):
        return None
    found: Any = tool.tool_call_schema
    if isinstance(found, dict):
        return dict(found)
    made: dict[str, Any] = found.model_json_schema() if hasattr(found, "model_json_schema") else found.schema()
    return made


def _schemas(tools: Sequence[Tool]) -> dict[str, dict[str, Any] | None]:
    return {_name(tool): _schema(tool) for tool in tools}


def _shown(tools: Sequence[Tool], offer: Offer) -> list[Tool]:
    by_name = {_name(tool): tool for tool in tools}
    shown: list[Tool] = []
    for one in offer:
        tool = by_name.get(one.name)
        if isinstance(tool, BaseTool):
            changes = {"description": one.description or tool.description}
            schema = (
                {} if one.schema is None else {"args_schema": {**one.schema, "description": changes["description"]}}
            )
            tool = tool.model_copy(update={**changes, **schema})
        if tool is not None:
            shown.append(tool)
    return shown


def _with(request: ToolCallRequest, arguments: dict[str, Any]) -> ToolCallRequest:
    return request.override(tool_call={**request.tool_call, "args": arguments})


def _for_model(made: Any) -> object:
    """What the model gets of it: the content of a message, which an error says of itself."""
    if not isinstance(made, ToolMessage):
        return None
    if made.status != "error":
        return made.content
    blocks = [{"type": "text", "text": made.content}] if isinstance(made.content, str) else made.content
    return {"content": blocks, "isError": True}


def _message(request: ToolCallRequest, answer: Answer, made: list[Any]) -> Any:
    if not answer.allowed or not made or (answer.is_error and isinstance(answer.content, str)):
        call = request.tool_call
        return ToolMessage(str(answer.content), name=call["name"], tool_call_id=call["id"] or "", status="error")
    if isinstance(made[0], ToolMessage):
        content: Any = answer.content["content"] if isinstance(answer.content, dict) else answer.content
        if isinstance(made[0].content, str) and isinstance(content, list):
            content = "".join(block["text"] for block in content)
        return made[0].model_copy(update={"content": content})
    row = answer.decision.row
    return _bounded(made[0], row.result_limit if row is not None else DEFAULT_RESULT_LIMIT)


def _bounded(made: Any, limit: int) -> Any:
    """The messages in a command, each within the limit, under whatever key of the state they are."""
    if isinstance(made, BaseMessage):
        return made.model_copy(update={"content": bounded(made.content, limit).content})
    if isinstance(made, Command):
        return replace(made, update=_bounded(made.update, limit))
    if isinstance(made, dict):
        return {key: _bounded(one, limit) for key, one in made.items()}
    if type(made) in (list, tuple):
        return type(made)(_bounded(one, limit) for one in made)
    return made
