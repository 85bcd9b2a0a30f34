"""Servers that the options start or read from a file; servers put in later."""
import json

from claude_agent_sdk import ClaudeAgentOptions, create_sdk_mcp_server, tool


@tool("late", "Late.", {})
async def _late(args):
    return {}


started = ClaudeAgentOptions(mcp_servers={"files": {"type": "stdio", "command": "files"}})
read = ClaudeAgentOptions(mcp_servers="servers.json")
unread = ClaudeAgentOptions(mcp_servers=json.loads("{}"))
options = ClaudeAgentOptions()
options.mcp_servers["k"] = create_sdk_mcp_server("desk", tools=[_late])
