"""Models that follow a script: the agents run for real, and nobody is called."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from agents import Model, ModelResponse, Usage
from langchain_core.language_models.fake_chat_models import FakeMessagesListChatModel
from langchain_core.messages import AIMessage
from openai.types.responses import ResponseFunctionToolCall, ResponseOutputMessage, ResponseOutputText
from pydantic_ai import ModelMessage
from pydantic_ai import ModelResponse as PydanticResponse
from pydantic_ai.messages import TextPart, ToolCallPart
from pydantic_ai.models.function import AgentInfo, FunctionModel

Step = tuple[str, dict[str, Any]]  # a tool and its arguments


def for_pydantic_ai(steps: Sequence[Step]) -> FunctionModel:
    left = list(steps)

    def answer(messages: list[ModelMessage], info: AgentInfo) -> PydanticResponse:
        if not left:
            return PydanticResponse(parts=[TextPart("done")])
        name, arguments = left.pop(0)
        return PydanticResponse(parts=[ToolCallPart(name, arguments)])

    return FunctionModel(answer)


class _ScriptedChat(FakeMessagesListChatModel):
    def bind_tools(self, tools: Any, **options: Any) -> Any:
        return self


def for_langchain(steps: Sequence[Step]) -> FakeMessagesListChatModel:
    calls = [
        AIMessage("", tool_calls=[{"name": name, "args": arguments, "id": f"call-{number}"}])
        for number, (name, arguments) in enumerate(steps)
    ]
    return _ScriptedChat(responses=[*calls, AIMessage("done")])


class ForOpenAI(Model):
    """The Agents SDK asks for one response at a time."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self._left = list(steps)

    async def get_response(self, *args: Any, **options: Any) -> ModelResponse:
        if not self._left:
            text = ResponseOutputText(type="output_text", text="done", annotations=[])
            message = ResponseOutputMessage(
                id="m", type="message", role="assistant", status="completed", content=[text]
            )
            return ModelResponse(output=[message], usage=Usage(), response_id=None)
        name, arguments = self._left.pop(0)
        call = ResponseFunctionToolCall(
            type="function_call", call_id=f"call-{len(self._left)}", name=name, arguments=json.dumps(arguments)
        )
        return ModelResponse(output=[call], usage=Usage(), response_id=None)

    def stream_response(self, *args: Any, **options: Any) -> Any:
        raise NotImplementedError("a script is read in one go")
