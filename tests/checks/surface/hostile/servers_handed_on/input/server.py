"""A server goes from hand to hand in functions that say no word of any framework."""

import os

import unread_plugins
from fastmcp import FastMCP

mcp = FastMCP("handed")


def one() -> int:
    return 1


def two() -> int:
    return 2


def add(server, how, function):
    getattr(server, how)(function)


def later(server, how, function):
    put = getattr(server, how)
    put(function)


def call(held, name, *arguments):
    return getattr(held, name)(*arguments)


def indirectly():
    call(mcp, "add_" + "tool", two)


def start():
    unread_plugins.setup(mcp)


def harmless():
    print(mcp)
    return isinstance(mcp, FastMCP)


add(mcp, "tool", one)
indirectly()
later(mcp, os.environ["HOW"], two)
later(mcp, unread_plugins.HOW, two)
