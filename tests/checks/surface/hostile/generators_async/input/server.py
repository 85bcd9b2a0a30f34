import asyncio

from fastmcp import FastMCP

mcp = FastMCP("shop")


def cancel(x: int) -> int:
    """Cancel."""
    return x


async def tools():
    yield cancel


async def main():
    async for fn in tools():
        mcp.tool(fn)


asyncio.run(main())
