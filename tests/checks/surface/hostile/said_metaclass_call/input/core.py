from fastmcp import FastMCP

mcp = FastMCP("shop")


class Meta(type):
    def __call__(cls, fn):
        return mcp.tool(fn, name=f"{cls.__name__.lower()}_{fn.__name__}")


class Shop(metaclass=Meta):
    pass
