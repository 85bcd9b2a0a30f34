import billing
from fastmcp import FastMCP
from registry import Plugin

mcp = FastMCP("shop")
for name, plugin in Plugin.plugins.items():
    mcp.add_tool(mcp.tool(plugin().run, name=name))
