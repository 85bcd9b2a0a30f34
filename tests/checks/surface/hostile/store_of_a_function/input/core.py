from fastmcp import FastMCP

mcp = FastMCP("shop")


def expose(fn):
    expose.found.append(fn)
    return fn


expose.found = []


def install():
    for fn in expose.found:
        mcp.tool(fn)
