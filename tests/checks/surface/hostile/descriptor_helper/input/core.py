from fastmcp import FastMCP

mcp = FastMCP("shop")


class Registrar:
    def __get__(self, obj, owner):
        return lambda fn: mcp.tool(fn, name=f"{owner.__name__.lower()}_{fn.__name__}")


class Base:
    register = Registrar()
