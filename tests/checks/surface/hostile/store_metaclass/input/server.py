import billing
from fastmcp import FastMCP
from registry import Meta

mcp = FastMCP("shop")
for plugin in Meta.found:
    mcp.tool(plugin.refund)
