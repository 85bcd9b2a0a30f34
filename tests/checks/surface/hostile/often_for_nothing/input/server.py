"""A function that is called often and long for nothing, and once with a server."""
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("main")


def work(target, name: str) -> int:
    total = 0
    for number in range(1500):
        total = total + number
    if target is not None:

        @target.tool(name=name)
        def made() -> str:
            """Made."""
            return str(total)

    return total


sums = [work(None, "nothing") for _ in range(12)]
work(mcp, "late")
