import asyncio
import logging

import elsewhere
from elsewhere.tools import register_all
from fastmcp import FastMCP

mcp = FastMCP("handed on")
register_all(mcp)
elsewhere.Plugin().install(server=mcp)


def through_the_class() -> None:
    """Registered through the class."""


FastMCP.tool(mcp, name="named")(through_the_class)
mcp.__class__.tool(mcp, name="not_seen")(through_the_class)
logging.info("serving %s", mcp)
asyncio.run(mcp.run_async())
