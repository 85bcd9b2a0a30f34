"""Write the table of what each framework's own list of tools means, by running the framework; `--check` compares.

`python tests/registry/adapters/table.py [--check]`. A framework that is not installed keeps the lines that the page
has, and another version of one is no difference as long as it does the same.
"""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
import warnings
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

PAGE = Path(__file__).resolve().parents[3] / "registry/toolcrib/registry/adapters/adapters.md"
BEGIN, END = "<!-- observed: begin -->", "<!-- observed: end -->"
UNSET: Any = object()
ALL = ("alpha", "beta")
_VERSION = re.compile(r"(?m)^(\| [a-z-]+) [0-9][^ ]* (?=\|)")
HEAD = (
    "| framework | its own list | unset | empty | one known name | unknown name only | a tool that it hides, called |\n"
    "| --- | --- | --- | --- | --- | --- | --- |\n"
)


@dataclass(frozen=True)
class Looked:
    """The names that the model or client was shown, and those that ran when both were called."""

    shown: frozenset[str]
    ran: frozenset[str]


@dataclass(frozen=True)
class Entry:
    package: str
    title: str
    looks: Callable[[Any], Awaitable[Looked | str]]  # a text: where the list goes to something that is not here


class Tools:
    def __init__(self) -> None:
        self.ran: list[str] = []

    def alpha(self) -> str:
        """Alpha."""
        self.ran.append("alpha")
        return "a"

    def beta(self) -> str:
        """Beta."""
        self.ran.append("beta")
        return "b"

    def seen(self, shown: Iterable[str]) -> Looked:
        return Looked(frozenset(shown), frozenset(self.ran))


async def _fastmcp(apply: Callable[[Any], None]) -> Looked:
    import fastmcp

    tools = Tools()
    server = fastmcp.FastMCP("s")
    server.tool(tools.alpha)
    server.tool(tools.beta)
    apply(server)
    async with fastmcp.Client(server) as client:
        shown = [tool.name for tool in await client.list_tools()]
        for name in ALL:
            await client.call_tool(name, {}, raise_on_error=False)
    return tools.seen(shown)


async def fastmcp_enable(names: Any) -> Looked:
    return await _fastmcp(lambda server: None if names is UNSET else server.enable(names=set(names), only=True))


async def fastmcp_disable(names: Any) -> Looked:
    return await _fastmcp(lambda server: None if names is UNSET else server.disable(names=set(names)))


async def fastmcp_middleware(names: Any) -> Looked:
    from fastmcp.server.middleware import Middleware

    class Lists(Middleware):
        async def on_list_tools(self, context: Any, call_next: Any) -> Any:
            return [tool for tool in await call_next(context) if names is UNSET or tool.name in names]

    return await _fastmcp(lambda server: server.add_middleware(Lists()))


async def pydantic_ai(names: Any) -> Looked:
    from pydantic_ai import Agent
    from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart
    from pydantic_ai.models.function import FunctionModel

    tools, shown = Tools(), []

    def model(messages: Any, info: Any) -> Any:
        shown.append([tool.name for tool in info.function_tools])
        if len(shown) > 1:
            return ModelResponse(parts=[TextPart("done")])
        return ModelResponse(parts=[ToolCallPart(name, {}) for name in ALL])

    from pydantic_ai import FunctionToolset

    toolset: Any = FunctionToolset([tools.alpha, tools.beta], max_retries=3)
    if names is not UNSET:
        toolset = toolset.filtered(lambda ctx, tool: tool.name in names)
    await Agent(FunctionModel(model), toolsets=[toolset]).run("go")
    return tools.seen(shown[0])


_SERVER = """
from mcp.server.mcpserver import MCPServer
made = MCPServer("s")
def note(name):
    open({path!r}, "a").write(name + " ")
    return name
@made.tool()
def alpha() -> str:
    return note("alpha")
@made.tool()
def beta() -> str:
    return note("beta")
made.run("stdio")
"""


async def _openai_run(server: Any) -> list[str]:
    from agents import Agent, Model, ModelResponse, RunConfig, Runner, Usage
    from openai.types.responses import ResponseFunctionToolCall, ResponseOutputMessage, ResponseOutputText

    shown: list[list[str]] = []

    class Script(Model):
        async def get_response(self, *given: Any, tools: Any, **options: Any) -> Any:
            shown.append([tool.name for tool in tools])
            output: list[Any] = [
                ResponseFunctionToolCall(arguments="{}", call_id=name, name=name, type="function_call") for name in ALL
            ]
            if len(shown) > 1:
                text = ResponseOutputText(annotations=[], text="done", type="output_text")
                output = [
                    ResponseOutputMessage(id="m", content=[text], role="assistant", status="completed", type="message")
                ]
            return ModelResponse(output=output, usage=Usage(requests=1), response_id=None)

        def stream_response(self, *args: Any, **options: Any) -> Any:
            raise NotImplementedError("a script is read in one go")

    config = RunConfig(tracing_disabled=True, tool_not_found_behavior="return_error_to_model")
    await Runner.run(Agent(name="a", model=Script(), mcp_servers=[server]), "go", run_config=config)
    return shown[0]


def _openai(keyword: str) -> Callable[[Any], Awaitable[Looked]]:
    async def run(names: Any) -> Looked:
        from agents.mcp import MCPServerStdio, create_static_tool_filter

        with tempfile.TemporaryDirectory() as folder:
            noted = Path(folder) / "ran"
            noted.write_text("")
            given = {} if names is UNSET else {keyword: list(names)}
            code = _SERVER.format(path=str(noted))
            async with MCPServerStdio(
                params={"command": sys.executable, "args": ["-c", code]},
                tool_filter=create_static_tool_filter(**given),
                client_session_timeout_seconds=60,
            ) as server:
                shown = await _openai_run(server)
            return Looked(frozenset(shown), frozenset(noted.read_text().split()))

    return run


async def langchain(names: Any) -> Looked:
    from langchain.agents import create_agent
    from langchain.agents.middleware import AgentMiddleware
    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import AIMessage
    from langchain_core.outputs import ChatGeneration, ChatResult
    from langchain_core.tools import StructuredTool

    tools = Tools()
    shown: list[list[str]] = []

    class Script(BaseChatModel):
        @property
        def _llm_type(self) -> str:
            return "script"

        def bind_tools(self, tools: Any, **options: Any) -> Any:
            return self.bind(names=[tool.name for tool in tools])

        def _generate(self, messages: Any, stop: Any = None, run_manager: Any = None, **options: Any) -> Any:
            shown.append(options.get("names", []))
            calls = [{"name": name, "args": {}, "id": name} for name in ALL] if len(shown) == 1 else []
            return ChatResult(generations=[ChatGeneration(message=AIMessage("", tool_calls=calls))])

    class Filter(AgentMiddleware):
        async def awrap_model_call(self, request: Any, handler: Any) -> Any:
            kept = [tool for tool in request.tools if names is UNSET or tool.name in names]
            return await handler(request.override(tools=kept))

    made = [StructuredTool.from_function(tools.alpha), StructuredTool.from_function(tools.beta)]
    agent: Any = create_agent(Script(), made, middleware=[Filter()])
    await agent.ainvoke({"messages": [("user", "go")]})
    return tools.seen(shown[0])


def _claude(keyword: str) -> Callable[[Any], Awaitable[str]]:
    async def flag(names: Any) -> str:
        from claude_agent_sdk import ClaudeAgentOptions
        from claude_agent_sdk._internal.transport.subprocess_cli import SubprocessCLITransport

        def command(**given: Any) -> list[str]:
            options = ClaudeAgentOptions(cli_path="claude", **given)
            transport = SubprocessCLITransport(prompt="go", options=options)
            return list(transport._build_command())

        plain = command()
        found = command(**({} if names is UNSET else {keyword: list(names)}))
        for word in plain:
            found.remove(word)
        return f"the CLI gets `{' '.join(word or repr('') for word in found)}`" if found else "the CLI gets nothing"

    return flag


ENTRIES = (
    Entry("fastmcp", "`server.enable(names=…, only=True)`", fastmcp_enable),
    Entry("fastmcp", "`server.disable(names=…)`", fastmcp_disable),
    Entry("fastmcp", "a middleware with `on_list_tools` alone", fastmcp_middleware),
    Entry("pydantic-ai-slim", "`toolset.filtered(name in names)`", pydantic_ai),
    Entry("openai-agents", "`create_static_tool_filter(allowed_tool_names=…)`", _openai("allowed_tool_names")),
    Entry("openai-agents", "`create_static_tool_filter(blocked_tool_names=…)`", _openai("blocked_tool_names")),
    Entry("langchain", "a middleware with `wrap_model_call` alone", langchain),
    Entry("claude-agent-sdk", "`tools=` (built-in tools that are there)", _claude("tools")),
    Entry("claude-agent-sdk", "`allowed_tools=` (calls that need no approval)", _claude("allowed_tools")),
)


def _words(looked: Looked) -> str:
    named = {frozenset(ALL): "every tool", frozenset[str](): "no tool"}
    return named.get(looked.shown, " and ".join(f"`{name}`" for name in sorted(looked.shown)))


async def line(entry: Entry) -> str:
    cells = [f"{entry.package} {version(entry.package)}", entry.title]
    hidden: set[str] = set()
    for names in (UNSET, [], ["alpha"], ["nobody"]):
        try:
            looked = await entry.looks(names)
        except Exception as error:  # it is what the framework does
            cells.append(f"`{type(error).__name__}`")
            continue
        if isinstance(looked, str):
            cells.append(looked)
            hidden.add("not seen here")
            continue
        cells.append(_words(looked))
        hidden |= {"runs" if name in looked.ran else "is refused" for name in set(ALL) - looked.shown}
    cells.append(" or ".join(sorted(hidden)) or "nothing is hidden")
    return f"| {' | '.join(cells)} |"


async def table(before: str) -> str:
    lines = []
    for entry in ENTRIES:
        try:
            version(entry.package)
        except PackageNotFoundError:
            lines += [
                old for old in before.splitlines() if old.startswith(f"| {entry.package} ") and entry.title in old
            ]
            continue
        lines.append(await line(entry))
    return HEAD + "\n".join(lines)


def main(arguments: list[str]) -> int:
    warnings.simplefilter("ignore")
    page = PAGE.read_text(encoding="utf-8")
    start, rest = page.split(BEGIN)
    before, end = rest.split(END)
    made = f"{start}{BEGIN}\n{asyncio.run(table(before))}\n{END}{end}"
    if "--check" in arguments:
        is_current = _VERSION.sub("", made) == _VERSION.sub("", page)
        print("current" if is_current else f"{PAGE.name} is not current: run this without --check")
        return int(not is_current)
    PAGE.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
