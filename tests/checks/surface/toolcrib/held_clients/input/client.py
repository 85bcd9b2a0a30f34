"""A Claude client that is held to a session: the session knows its tools by their bare names."""

from claude_agent_sdk import ClaudeSDKClient, tool
from toolcrib.registry.adapters.claude import held_options


@tool("list_orders", "List the orders.", {})
async def list_orders(arguments):
    return {}


async def turn(session) -> None:
    async with ClaudeSDKClient(await held_options(session, [list_orders], server="shop")) as client:
        await client.query("go")
