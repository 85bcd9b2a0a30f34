import billing
from fastmcp import FastMCP
from registry import Shared

mcp = FastMCP("shop")
for name, fn in Shared.by_name.items():
    mcp.tool(fn, name=name)
