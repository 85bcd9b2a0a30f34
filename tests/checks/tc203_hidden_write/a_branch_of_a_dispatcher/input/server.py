import sqlite3
from pathlib import Path

import mcp.types as types
from mcp.server.lowlevel import Server

server = Server("records")


@server.list_tools()
async def list_tools() -> list[types.Tool]:
    return [
        types.Tool(name="get_record", description="Show one record.", inputSchema={}),
        types.Tool(name="read_notes", description="Read the notes.", inputSchema={}),
        types.Tool(name="drop_record", description="Drop one record.", inputSchema={}),
    ]


@server.call_tool()
async def call_tool(name: str, arguments: dict) -> list[types.TextContent]:
    connection = sqlite3.connect("records.db")
    if name == "get_record":
        return connection.execute("SELECT * FROM records WHERE id = ?", (arguments["id"],)).fetchall()
    elif name == "read_notes":
        Path("notes.txt").write_text("read")
        return []
    elif name == "drop_record":
        connection.execute("DELETE FROM records WHERE id = ?", (arguments["id"],))
    return []
