from fastmcp import FastMCP

mcp = FastMCP("shop")


class Meta(type):
    @property
    def register(cls):
        return mcp.tool

    def publish(cls, fn):
        mcp.tool(fn, name=fn.__name__ + "_p")


class Shop(metaclass=Meta):
    pass
