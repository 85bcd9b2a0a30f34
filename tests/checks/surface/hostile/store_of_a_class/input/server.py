import billing
from fastmcp import FastMCP
from registry import Shared

mcp = FastMCP("shop")
for fn in Shared.registered:
    mcp.tool(fn)
