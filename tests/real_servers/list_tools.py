"""Start one MCP server over stdio and print what it lists, with the official client.

Run by `live_server.py` with the interpreter of a virtualenv that holds the `mcp` package of `servers.toml`, never with
the one that holds toolcrib. In: one JSON object on standard input ({"command", "arguments", "env", "cwd"}).
Out: a JSON list of {"name", "description", "annotations"}, in the server's order.
"""

from __future__ import annotations

import asyncio
import json
import sys

from mcp import ClientSession, StdioServerParameters, types
from mcp.client.stdio import stdio_client


async def listed(start: dict[str, object]) -> list[dict[str, object]]:
    server = StdioServerParameters.model_validate(
        {"command": start["command"], "args": start["arguments"], "env": start["env"], "cwd": start["cwd"]}
    )
    tools: list[types.Tool] = []
    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        await session.initialize()
        cursor: str | None = None
        while True:
            page = await session.list_tools(params=types.PaginatedRequestParams(cursor=cursor))
            tools += page.tools
            cursor = page.next_cursor
            if not cursor:
                break
    return [
        {
            "name": tool.name,
            "description": tool.description,
            "annotations": tool.annotations.model_dump(by_alias=True, exclude_none=True) if tool.annotations else None,
        }
        for tool in tools
    ]


if __name__ == "__main__":
    print(json.dumps(asyncio.run(asyncio.wait_for(listed(json.load(sys.stdin)), 180)), indent=1))
