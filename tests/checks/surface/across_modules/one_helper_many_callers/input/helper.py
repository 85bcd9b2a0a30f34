"""A place that cannot be read is one for each caller that brings something."""

from importlib.metadata import entry_points

from fastmcp import FastMCP

mcp = FastMCP("helped")


def register(function):
    mcp.tool(function)


def register_all(server):
    for found in entry_points(group="tools"):
        server.tool(found.load())


def through(name):
    register(name)


def named(name):
    def decorate(function):
        return mcp.tool(function, name=name)

    return decorate
