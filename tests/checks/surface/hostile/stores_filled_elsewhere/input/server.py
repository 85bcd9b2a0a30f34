import parts
import stores
from fastmcp import FastMCP

mcp = FastMCP("stores")
for function in stores.BY_NAME.values():
    mcp.add_tool(function)
for functions in stores.BY_GROUP.values():
    for function in functions:
        mcp.add_tool(function)
for functions in stores.BY_KIND.values():
    for function in functions:
        mcp.add_tool(function)
for function in stores.Shelf.items.values():
    mcp.add_tool(function)
for cls in stores.Plugin.__subclasses__():
    mcp.tool(cls().run, name=cls.label)
for cls in stores.MADE:
    mcp.tool(cls().run, name=cls.__name__.lower())
