"""What a context manager does after its block sees what the block did."""

from contextlib import asynccontextmanager, contextmanager

from fastmcp import FastMCP


def one() -> int:
    return 1


def two() -> int:
    return 2


def three() -> int:
    return 3


@asynccontextmanager
async def life(server):
    server.tool(one)
    yield {}
    server.tool(two)


mcp = FastMCP("around", lifespan=life)
other = FastMCP("other")


@contextmanager
def registering(server):
    found = []
    try:
        yield found
    finally:
        for function in found:
            server.tool(function)


def fill():
    with registering(mcp) as mine, registering(other) as theirs:
        mine.append(three)
        theirs.append(two)
        return mine


fill()
