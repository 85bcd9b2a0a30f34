"""Models that follow a script: the agents run for real, and nobody is called."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from agents import Model, ModelResponse, Usage
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.utils.function_calling import convert_to_openai_tool
from openai.types.responses import ResponseFunctionToolCall, ResponseOutputMessage, ResponseOutputText
from pydantic_ai import ModelMessage
from pydantic_ai import ModelResponse as PydanticResponse
from pydantic_ai.messages import TextPart, ToolCallPart
from pydantic_ai.models.function import AgentInfo, FunctionModel

Step = tuple[str, dict[str, Any]]  # a tool and its arguments


class Script:
    """The calls that a model makes, one at a time, and which tools it was offered each time that it was asked.

    The steps may come from a generator: what happens in between happens in the middle of the turn.
    """

    def __init__(self, steps: Iterable[Step]) -> None:
        self._steps: Iterator[Step] = iter(steps)
        self.offered: list[tuple[str, ...]] = []

    def next(self, offered: Iterable[str]) -> Step | None:
        self.offered.append(tuple(sorted(offered)))
        return next(self._steps, None)


def for_pydantic_ai(script: Script) -> FunctionModel:
    def answer(messages: list[ModelMessage], info: AgentInfo) -> PydanticResponse:
        step = script.next(tool.name for tool in info.function_tools)
        return PydanticResponse(parts=[ToolCallPart(*step) if step else TextPart("done")])

    return FunctionModel(answer)


class ForLangChain(BaseChatModel):
    """A chat model, which is asked again after each answer of a tool."""

    script: Any

    @property
    def _llm_type(self) -> str:
        return "script"

    def bind_tools(self, tools: Any, **options: Any) -> Any:
        return self.bind(offered=[convert_to_openai_tool(tool)["function"]["name"] for tool in tools])

    def _generate(self, messages: Any, stop: Any = None, run_manager: Any = None, **options: Any) -> ChatResult:
        step = self.script.next(options.get("offered", ()))
        calls = [{"name": step[0], "args": step[1], "id": f"call-{len(self.script.offered)}"}] if step else []
        message = AIMessage("" if step else "done", tool_calls=calls)
        return ChatResult(generations=[ChatGeneration(message=message)])


class ForOpenAI(Model):
    """The Agents SDK asks for one response at a time."""

    def __init__(self, script: Script) -> None:
        self._script = script

    async def get_response(self, *args: Any, tools: Any, **options: Any) -> ModelResponse:
        step = self._script.next(tool.name for tool in tools)
        if step is None:
            text = ResponseOutputText(type="output_text", text="done", annotations=[])
            message = ResponseOutputMessage(
                id="m", type="message", role="assistant", status="completed", content=[text]
            )
            return ModelResponse(output=[message], usage=Usage(requests=1), response_id=None)
        name, arguments = step
        call = ResponseFunctionToolCall(
            type="function_call",
            call_id=f"call-{len(self._script.offered)}",
            name=name,
            arguments=json.dumps(arguments),
        )
        return ModelResponse(output=[call], usage=Usage(requests=1), response_id=None)

    def stream_response(self, *args: Any, **options: Any) -> Any:
        raise NotImplementedError("a script is read in one go")
