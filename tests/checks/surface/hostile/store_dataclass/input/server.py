import orders
import spec
from fastmcp import FastMCP

mcp = FastMCP("shop")
for one in spec.ALL:
    mcp.tool(one.fn, name=one.name)
