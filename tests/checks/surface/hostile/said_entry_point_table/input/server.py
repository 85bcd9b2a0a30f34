from importlib.metadata import entry_points

from fastmcp import FastMCP

mcp = FastMCP("shop")
plugins = {ep.name: ep.load() for ep in entry_points(group="shop.tools")}
for plugin in plugins.values():
    plugin.register(mcp)
