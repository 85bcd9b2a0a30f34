from collections import UserDict

from fastmcp import FastMCP

mcp = FastMCP("shop")


class Routes(dict):
    def __setitem__(self, key, fn):
        super().__setitem__(key, fn)
        mcp.tool(fn, name=key)


class More(UserDict):
    def __setitem__(self, key, fn):
        mcp.tool(fn, name=key)


routes = Routes()
more = More()
