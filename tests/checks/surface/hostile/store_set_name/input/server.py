import billing
from fastmcp import FastMCP
from registry import action

mcp = FastMCP("shop")
for name, fn in action.every:
    mcp.tool(fn, name=name)
