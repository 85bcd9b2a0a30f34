"""Nothing tells the key: a server that no options mount, and a tool that no server takes, keep their bare names."""
from claude_agent_sdk import create_sdk_mcp_server, tool


@tool("served", "Served.", {})
async def _served(args):
    return {}


@tool("alone", "Alone.", {})
async def _alone(args):
    return {}


server = create_sdk_mcp_server("desk", "1", [_served])
