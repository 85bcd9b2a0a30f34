from mcp import types
from mcp.server.lowlevel import Server

from app import handlers
from app.base import Handler
from app.specs import EXTRA, SPECS

server = Server("notes")


@server.list_tools()
async def listed():
    found = [handler().describe() for handler in Handler.registry]
    found.extend(types.Tool(**spec) for spec in SPECS.values())
    return found + EXTRA + [types.Tool.model_validate({"name": "validated", "description": "V.", "inputSchema": {}})]
