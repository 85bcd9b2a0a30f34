import core
import orders
from fastmcp import FastMCP

mcp = FastMCP("shop")
for fn in core.functions:
    mcp.tool(fn)
