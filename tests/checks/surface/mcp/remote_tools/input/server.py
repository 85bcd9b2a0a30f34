"""Tools of another server cannot be read here: the place is said to be dynamic."""
from mcp import ClientSession
from mcp.server.lowlevel import Server

server = Server("proxy")
session = ClientSession(None, None)


@server.list_tools()
async def listed():
    return (await session.list_tools()).tools
