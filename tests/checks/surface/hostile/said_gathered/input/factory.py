import asyncio

from fastmcp import FastMCP


async def build(*loaders):
    server = FastMCP("shop")
    for loaded in await asyncio.gather(*(load() for load in loaders)):
        for fn in loaded:
            server.tool(fn)
    return server
