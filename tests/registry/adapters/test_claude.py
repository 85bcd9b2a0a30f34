"""The real Claude Agent SDK with a scripted command in the place of the CLI: its server, its hook and its callback.

The script asks in the CLI's order: the hook, then (where nothing approved the call) the callback, then the server.
"""

from __future__ import annotations

import asyncio
import importlib
import json
from typing import Any

import pytest

sdk: Any = pytest.importorskip("claude_agent_sdk")
adapter: Any = importlib.import_module("toolcrib.registry.adapters.claude")
kit: Any = importlib.import_module("adapters_kit")  # conftest.py brings it


class Command(sdk.Transport):  # type: ignore[misc]  # of a package that is not always there
    """What the CLI does with a script for a model. `approves`: whether rules of its own approve every call."""

    def __init__(self, approves: bool = False) -> None:
        self.out: asyncio.Queue[Any] = asyncio.Queue()
        self.waiting: dict[str, asyncio.Future[Any]] = {}
        self.hooks: list[str] = []
        self.approves = approves
        self.number = 0

    async def connect(self) -> None: ...

    async def close(self) -> None:
        await self.out.put(None)

    async def end_input(self) -> None: ...

    def is_ready(self) -> bool:
        return True

    async def read_messages(self) -> Any:
        while (message := await self.out.get()) is not None:
            yield message

    async def write(self, data: str) -> None:
        message = json.loads(data)
        if message["type"] == "control_request":
            for matcher in (message["request"].get("hooks") or {}).get("PreToolUse", ()):
                self.hooks += matcher["hookCallbackIds"]
            response: dict[str, Any] = {"subtype": "success", "request_id": message["request_id"]}
            response["response"] = {"hook_on_failure_supported": True}  # as the CLI of this version answers
            await self.out.put({"type": "control_response", "response": response})
        elif message["type"] == "control_response":
            self.waiting.pop(message["response"]["request_id"]).set_result(message["response"])

    async def ask(self, **request: Any) -> Any:
        self.number += 1
        name = f"r{self.number}"
        self.waiting[name] = asyncio.get_running_loop().create_future()
        waited = self.waiting[name]
        await self.out.put({"type": "control_request", "request_id": name, "request": request})
        response = await asyncio.wait_for(waited, 20)
        assert response["subtype"] == "success", response
        return response["response"]

    async def rpc(self, method: str, **params: Any) -> Any:
        self.number += 1
        message: dict[str, Any] = {"jsonrpc": "2.0", "method": method, "params": params}
        if not method.startswith("notifications/"):
            message["id"] = self.number
        found = await self.ask(subtype="mcp_message", server_name="tools", message=message)
        return found["mcp_response"].get("result")

    async def start(self) -> list[Any]:
        info = {"name": "cli", "version": "1"}
        await self.rpc("initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo=info)
        await self.rpc("notifications/initialized")
        return list((await self.rpc("tools/list"))["tools"])

    async def call(self, name: str, arguments: dict[str, Any]) -> str:
        """The text that the model gets for a call of a tool by its whole name."""
        given = {"hook_event_name": "PreToolUse", "tool_name": name, "tool_input": arguments}
        for hook in self.hooks:
            said = await self.ask(subtype="hook_callback", callback_id=hook, input=given, tool_use_id="t")
            found = said.get("hookSpecificOutput", {})
            assert found.get("permissionDecision") in (None, "deny")
            if found:
                return str(found["permissionDecisionReason"])
        if not self.approves:
            said = await self.ask(subtype="can_use_tool", tool_name=name, input=arguments)
            if said["behavior"] == "deny":
                return str(said["message"])
        if not name.startswith("mcp__tools__"):
            return "ran elsewhere"
        result = await self.rpc("tools/call", name=name.removeprefix("mcp__tools__"), arguments=arguments)
        return "".join(block["text"] for block in result["content"])


def tools_of(world: Any) -> list[Any]:
    made = []
    for function in world.functions:

        async def handler(arguments: dict[str, Any], function: Any = function) -> Any:
            return {"content": [{"type": "text", "text": function(**arguments)}]}

        names = [name for name in function.__annotations__ if name != "return"]
        types = {"limit": "integer"}
        schema = {
            "type": "object",
            "properties": {name: {"type": types.get(name, "string")} for name in names},
            "required": [name for name in names if name not in types],
        }
        made.append(sdk.SdkMcpTool(name=function.__name__, description="d", input_schema=schema, handler=handler))
    return made


def driver(approves: bool) -> Any:
    async def drive(world: Any, calls: tuple[Any, ...]) -> Any:
        options = await adapter.held_options(world.async_session(), tools_of(world))
        command = Command(approves)
        async with sdk.ClaudeSDKClient(options, transport=command):
            listed = tuple(kit.Tool(t["name"], t["description"], t["inputSchema"]) for t in await command.start())
            answers = []
            for call in calls:
                call.before()
                answers.append(await command.call(f"mcp__tools__{call.name}", dict(call.arguments)))
            return kit.Seen(listed, tuple(answers))

    return drive


@pytest.mark.parametrize("approves", [False, True])
@pytest.mark.parametrize("case", kit.CASES)
def test_what_every_adapter_does(case: str, approves: bool) -> None:
    asyncio.run(kit.CASES[case](driver(approves)))


@pytest.mark.parametrize("approves", [False, True])
def test_tools_that_run_elsewhere_are_available_only_under_a_row_of_their_name(approves: bool) -> None:
    """Built-in tools and those of other servers: whatever is approved, the hook decides each call again."""
    world = kit.World()

    async def run() -> None:
        options = await adapter.held_options(world.async_session(), [])
        assert (options.tools, options.allowed_tools) == (list(kit.OFFERED), [])
        command = Command(approves)
        async with sdk.ClaudeSDKClient(options, transport=command):
            assert await command.call("Bash", {"command": "ls"}) == kit.GONE
            assert await command.call("mcp__other__list", {}) == kit.GONE
            assert await command.call("read_log", {}) == "ran elsewhere"
            assert "cannot be held" in await command.call("list_schedules", {"project_id": "p1"})  # it has a pin
            world.revoke()
            assert await command.call("run_app", {}) == kit.GONE

    asyncio.run(run())


def test_the_hook_answers_whatever_comes_and_approves_nothing() -> None:
    async def run() -> None:
        options = await adapter.held_options(kit.World().async_session(), [])
        (matcher,) = options.hooks["PreToolUse"]
        assert matcher.on_failure == "block"
        for given in ({}, None, {"tool_name": 7, "tool_input": {}}):
            said = await matcher.hooks[0](given, None, {})
            assert said["hookSpecificOutput"]["permissionDecision"] == "deny"

    asyncio.run(run())


def test_a_server_of_the_same_key_is_an_error() -> None:
    options = sdk.ClaudeAgentOptions(mcp_servers={"tools": {"type": "stdio", "command": "x"}})
    with pytest.raises(ValueError, match="free"):
        asyncio.run(adapter.held_options(kit.World().async_session(), [], options=options))


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("mcp__tools__list_schedules", ""),
        ("read_log", ""),
        ("mcp__tools__run_app", kit.GONE),
        ("mcp__other__list_schedules", kit.GONE),
        ("Bash", kit.GONE),
    ],
)
def test_the_callback_lets_through_what_is_offered_now(name: str, says: str) -> None:
    world = kit.World()

    async def run() -> None:
        options = await adapter.held_options(world.async_session(), tools_of(world))
        said = await options.can_use_tool(name, {"project_id": "p1"}, None)
        assert getattr(said, "message", "") == says
        world.facts = kit.replace(world.facts, paused=True)
        assert (await options.can_use_tool(name, {"project_id": "p1"}, None)).message == kit.GONE
        assert world.ran == []

    asyncio.run(run())


@pytest.mark.parametrize("approves", [False, True])
def test_a_server_whose_name_begins_like_ours_is_another_one(approves: bool) -> None:
    """`mcp__tools__admin__delete` is a tool of the server `tools__admin`, which a project's own file may bring."""
    world = kit.World()

    async def run() -> None:
        options = await adapter.held_options(world.async_session(), tools_of(world))
        command = Command(approves)
        async with sdk.ClaudeSDKClient(options, transport=command):
            assert await command.call("mcp__tools__admin__delete", {}) == kit.GONE
            options = await adapter.held_options(world.async_session(), [])
        command = Command(approves)
        async with sdk.ClaudeSDKClient(options, transport=command):
            assert "cannot be held" in await command.call("mcp__tools__read_log", {})  # a row, and no tool of ours

    asyncio.run(run())
    assert world.ran == []


@pytest.mark.parametrize("other", ["tools__admin", "tools", "tools (new)"])
def test_a_server_whose_tools_would_be_called_like_ours_is_an_error(other: str) -> None:
    options = sdk.ClaudeAgentOptions(mcp_servers={other: {"type": "stdio", "command": "x"}})
    with pytest.raises(ValueError, match="free"):
        asyncio.run(adapter.held_options(kit.World().async_session(), [], options=options))
