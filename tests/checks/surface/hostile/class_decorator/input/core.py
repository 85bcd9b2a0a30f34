from fastmcp import FastMCP

mcp = FastMCP("shop")


def action(fn):
    fn.__action__ = {"name": fn.__name__}
    return fn


def controller(cls):
    obj = cls()
    for name in dir(obj):
        meta = getattr(getattr(obj, name), "__action__", None)
        if meta:
            mcp.tool(getattr(obj, name), **meta)
    return cls
