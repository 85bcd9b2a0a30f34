from functools import wraps

from fastmcp import FastMCP

mcp = FastMCP("shop")


def injected(fn):
    @wraps(fn)
    def inner(*args, **kw):
        return fn(mcp, *args, **kw)

    return inner


@injected
def setup(server, fn, how="tool"):
    getattr(server, how)(fn)
