import billing
from fastmcp import FastMCP
from registry import Plugin

mcp = FastMCP("shop")
for plugin in Plugin.plugins:
    mcp.tool(plugin().refund)
