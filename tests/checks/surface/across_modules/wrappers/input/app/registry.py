import functools

from mcp.types import ToolAnnotations

RECORDED = []


def recorded(function=None, *, name=None):
    """Keep a function; the server registers it later."""

    def keep(function):
        RECORDED.append((name or function.__name__, function))
        return function

    return keep(function) if function is not None else keep


def logged(function):
    @functools.wraps(function)
    def inner(*args, **kwargs):
        return function(*args, **kwargs)

    return inner


def add_reader(server, function, name=None):
    """Fixes the hint for all of its tools."""
    server.add_tool(function, name=name, annotations=ToolAnnotations(readOnlyHint=True))
