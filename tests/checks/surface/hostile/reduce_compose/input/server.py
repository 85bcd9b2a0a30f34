from functools import reduce

from fastmcp import FastMCP


def cancel(x: int) -> int:
    """Cancel."""
    return x


def refund(x: int) -> int:
    """Refund."""
    return x


def with_tool(fn):
    def step(server):
        server.tool(fn)
        return server

    return step


mcp = reduce(lambda server, step: step(server), map(with_tool, (cancel, refund)), FastMCP("shop"))
