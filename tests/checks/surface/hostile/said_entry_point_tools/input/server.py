import importlib.metadata

from fastmcp import FastMCP

mcp = FastMCP("shop")


def load(server):
    for ep in importlib.metadata.entry_points(group="shop.tools"):
        plugin = ep.load()
        for fn in plugin.tools():
            server.add_tool(fn)


load(mcp)
