import functools

from fastmcp import FastMCP


@functools.cache
def get_server():
    return FastMCP("shop")


@functools.lru_cache(maxsize=None)
def get_named(name):
    return FastMCP(name)

mcp, staff = get_server(), get_named("staff")
