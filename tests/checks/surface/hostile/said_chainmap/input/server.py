import orders
from core import every
from fastmcp import FastMCP

mcp = FastMCP("shop")
for name in every:
    mcp.tool(every[name], name=name)
