import functools
import itertools
from collections import deque

from fastmcp import FastMCP

mcp = FastMCP("containers")


def one() -> int:
    return 1


def two() -> int:
    return 2


def three() -> int:
    return 3


def four() -> int:
    return 4


def put(where, function):
    where.append(function)


def build():
    tools = []
    put(tools, one)
    for function in tools:
        mcp.add_tool(function)


build()
line = deque()
line.appendleft(two)
mcp.add_tool(line.popleft())
functools.reduce(lambda server, function: (server.add_tool(function), server)[1], [three], mcp)
list(itertools.starmap(lambda name, function: mcp.tool(function, name=name), [("star", four)]))
list(map(lambda name, function: mcp.tool(function, name=name), ["mapped"], [four]))
kept = []
kept.__iadd__([one])
for function in kept:
    mcp.add_tool(function)
