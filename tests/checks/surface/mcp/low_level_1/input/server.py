"""The low-level server of SDK 1: a handler lists the tools."""
from enum import Enum

import mcp.types as types
from mcp.server.lowlevel import Server


class Names(str, Enum):
    STATUS = "repo_status"


SPECS = [{"name": "repo_log", "description": "Log.", "inputSchema": {}}]
WRITES = open("flags").read()
server = Server("repo")


@server.list_tools()
async def listed() -> list[types.Tool]:
    tools = [types.Tool(name=Names.STATUS, description="Status.", inputSchema={})]
    tools += [types.Tool(**spec) for spec in SPECS]
    if WRITES:
        tools.append(
            types.Tool(
                name="repo_commit",
                description="Commit.",
                inputSchema={},
                annotations=types.ToolAnnotations(destructiveHint=True),
            )
        )
    return tools


@server.call_tool()
async def called(name: str, arguments: dict) -> list:
    return []
