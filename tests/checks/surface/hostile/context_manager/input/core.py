from contextlib import contextmanager

from fastmcp import FastMCP

mcp = FastMCP("shop")


@contextmanager
def namespace(prefix):
    def add(fn):
        mcp.tool(fn, name=f"{prefix}_{fn.__name__}")
        return fn

    yield add
