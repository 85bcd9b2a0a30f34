from fastmcp import FastMCP

mcp = FastMCP("shop")


class Named:
    def __class_getitem__(cls, name):
        return lambda fn: mcp.tool(fn, name=name)
