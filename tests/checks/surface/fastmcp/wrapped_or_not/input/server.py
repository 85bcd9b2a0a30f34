"""A function that may be wrapped, or may be another one, before a tool is made of it."""

import functools
import os

from fastmcp import FastMCP
from fastmcp.tools import FunctionTool
from mcp.types import ToolAnnotations

HINTS = {"read_page": ToolAnnotations(readOnlyHint=True)}


def read_page(page: str) -> str:
    """Read a page."""
    return page


def write_page(page: str) -> str:
    """Write a page."""
    return page


def search_here(words: str) -> str:
    """Search in memory."""
    return words


def search_there(words: str) -> str:
    """Search in the index."""
    return words


def counted(function):
    if "COUNT" not in os.environ:
        return function

    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)

    return wrapper


def asked(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)

    return wrapper


def prepared(ask: set[str]) -> list:
    made = []
    for function in (read_page, write_page):
        wrapped = counted(function)
        if function.__name__ in ask:
            wrapped = asked(wrapped)
        made.append(wrapped)
    return made


def main() -> None:
    server = FastMCP("pages")
    for function in prepared(set(os.environ.get("ASK", "").split(","))):
        server.add_tool(FunctionTool.from_function(function, annotations=HINTS.get(function.__name__)))
    search = search_there if "INDEX" in os.environ else search_here
    server.add_tool(FunctionTool.from_function(search))
    server.run()


if __name__ == "__main__":
    main()
