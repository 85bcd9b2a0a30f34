from importlib.metadata import entry_points

from fastmcp import FastMCP

mcp = FastMCP("shop")
for ep in entry_points(group="shop.tools"):
    ep.load()(mcp)
