import orders
from fastmcp import FastMCP

mcp = FastMCP("shop")
for fn in vars(orders).values():
    if getattr(fn, "expose", False):
        mcp.tool(fn)
