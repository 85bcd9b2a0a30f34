from fastmcp import FastMCP

mcp = FastMCP("shop")


class Tool:
    def __init_subclass__(cls, *, label=None, **kw):
        super().__init_subclass__(**kw)
        mcp.tool(cls.run, name=label or cls.__name__.lower())
