from fastmcp import FastMCP

mcp = FastMCP("shop")


class Fluent:
    def __getattr__(self, name):
        return lambda fn: mcp.tool(fn, name=name)


make = Fluent()
