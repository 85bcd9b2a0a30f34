from functools import singledispatch

from fastmcp import FastMCP

mcp = FastMCP("shop")


@singledispatch
def publish(thing):
    raise TypeError(thing)


@publish.register(dict)
def _(thing):
    for name, fn in thing.items():
        mcp.tool(fn, name=name)


@publish.register
def _(thing: list):
    for fn in thing:
        mcp.tool(fn)
