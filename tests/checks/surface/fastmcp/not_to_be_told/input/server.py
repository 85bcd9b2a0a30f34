"""Mounts, prefixes and tables that only a run can tell."""
import json

from fastmcp import FastMCP
from fastmcp.server.transforms import ToolTransform
from other_package import server as foreign

mcp = FastMCP("shop")
sub = FastMCP("sub")


@sub.tool
def look() -> str:
    """Look."""
    return ""


mcp.mount(sub, namespace=json.loads("{}"))
mcp.mount(foreign, "other")
mcp.mount(open("x"), "file")
changed = FastMCP("changed", transforms=[ToolTransform(json.loads("{}"))])
tools = FastMCP("tools", tools=json.loads("[]"))
