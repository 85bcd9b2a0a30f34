import core
import orders
from fastmcp import FastMCP

mcp = FastMCP("shop")
for fns in core.registry.values():
    for fn in fns:
        mcp.tool(fn)
