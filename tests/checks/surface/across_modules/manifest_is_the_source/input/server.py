"""Names and texts that the code takes from the manifest are right by construction."""
from fastmcp import FastMCP
from mcp import types
from mcp.server.lowlevel import Server
from toolcrib.registry import Registry

registry = Registry.load("manifest/tools.yaml")
mcp = FastMCP("shop")


@mcp.tool(name="look", description=registry.tool("look").description)
def look() -> str:
    """Not sent."""
    return ""


row = registry.tool("close")
mcp.tool(look, name=row.name, description=row.description)
