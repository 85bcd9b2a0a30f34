"""Hold a client of the Claude Agent SDK to a session: `ClaudeSDKClient(await held_options(session, tools))`.

Room: registry, edge; extra `claude`. Availability and approval are two keys there, and both are held: the server of the
turn lists and calls only what the session lets it; built-in tools are those that the session offers under their names;
the hook decides every call of anything else again, whatever was approved; the permission callback lets through what is
offered. `allowed_tools` only approves, so it stays empty.
Not here: the decision (`_decide`); the server (`mcp`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from claude_agent_sdk import (  # pyright: ignore[reportMissingImports]  # it is not there where the others are checked
    ClaudeAgentOptions,
    HookMatcher,
    PermissionResultAllow,
    PermissionResultDeny,
    SdkMcpTool,
    create_sdk_mcp_server,
)

from toolcrib.registry._async_session import AsyncSession
from toolcrib.registry._results import ERROR_PREFIX
from toolcrib.registry.adapters._gate import AsyncGate
from toolcrib.registry.adapters.mcp import hold

__all__ = ["held_options"]

_BOUND: Final = f"{ERROR_PREFIX}The arguments of this tool cannot be held to this conversation."


async def held_options(
    session: AsyncSession,
    tools: Sequence[SdkMcpTool[Any]],
    *,
    server: str = "tools",
    options: ClaudeAgentOptions | None = None,
) -> ClaudeAgentOptions:
    """`options` with the tools of this turn as `mcp__SERVER__NAME`, and nothing else that the session does not offer.

    Hooks of `options` are kept behind ours. Its servers are kept too: their tools need a row of their whole name,
    `mcp__OTHER__NAME`. What it says of `tools`, `allowed_tools` and `can_use_tool` gives way.
    """
    given: Any = options if options is not None else ClaudeAgentOptions()
    if not isinstance(given.mcp_servers, dict) or any(_is_taken(one, server) for one in given.mcp_servers):
        raise ValueError(
            f"`mcp_servers` has to be a mapping in which `{server}` is free, and `{server}__…` for its tools"
        )
    gate: AsyncGate[[]] = AsyncGate(session)
    ours = {tool.name for tool in tools}
    prefix = f"mcp__{server}__"
    made = create_sdk_mcp_server(name=server, tools=list(tools))
    hold(made["instance"], session)
    offered = (await gate.offer({})).names

    async def decide_again(call: Any, _use: str | None, _context: Any) -> Any:
        try:
            name = call["tool_name"]
            known = name.removeprefix(prefix)
            if name.startswith(prefix) and known in ours:
                return {}  # the server decides, with the arguments that it is called with
            said = await _refusal(gate, known, call["tool_input"])
            if known != name:
                said = said or _BOUND  # of a server whose name begins like ours
        except Exception:  # an error of a hook stops nothing
            said = f"{ERROR_PREFIX}Something went wrong here, and not in the arguments. Try again later."
        return _denied(said) if said else {}  # never "allow": that would be an approval

    async def can_use_tool(name: str, arguments: dict[str, Any], _context: Any) -> Any:
        known = name.removeprefix(prefix)
        if known in (await gate.offer({})).names and (known in ours or known == name):
            return PermissionResultAllow()
        answer = await gate.call(known, arguments, _nothing, None)
        return PermissionResultDeny(message=str(answer.content) if not answer.allowed else _BOUND)

    hooks = dict(given.hooks or {})
    hooks["PreToolUse"] = [HookMatcher(hooks=[decide_again], on_failure="block"), *hooks.get("PreToolUse", ())]
    found: ClaudeAgentOptions = replace(
        given,
        mcp_servers={**given.mcp_servers, server: made},
        tools=[name for name in offered if name not in ours and not name.startswith("mcp__")],
        allowed_tools=[],
        can_use_tool=can_use_tool,
        hooks=hooks,
    )
    return found


def _is_taken(other: str, server: str) -> bool:
    """Whether tools of the other server would have names like ours. The CLI writes `_` for what a name cannot have."""
    plain = re.sub(r"[^A-Za-z0-9_-]", "_", other)
    return f"{plain}__".startswith(f"{server}__")


async def _refusal(gate: AsyncGate[[]], name: str, given: dict[str, Any]) -> str:
    """Why a tool that runs elsewhere may not be called with these arguments; empty where it may."""
    final: list[dict[str, Any]] = []
    answer = await gate.call(name, given, final.append, None)
    if not answer.allowed:
        return str(answer.content)
    return "" if final == [given] else _BOUND  # what the session sets would not reach it


def _nothing(_: dict[str, Any]) -> None:
    """What would run is not run: the call was only asked about."""


def _denied(said: str) -> dict[str, Any]:
    return {
        "hookSpecificOutput": {
            "hookEventName": "PreToolUse",
            "permissionDecision": "deny",
            "permissionDecisionReason": said,
        }
    }
