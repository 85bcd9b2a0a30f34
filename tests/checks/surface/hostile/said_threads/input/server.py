from concurrent.futures import ThreadPoolExecutor

from fastmcp import FastMCP

mcp = FastMCP("shop")


def cancel(x: int) -> int:
    """Cancel."""
    return x


def publish(fn):
    mcp.tool(fn)


with ThreadPoolExecutor() as pool:
    list(pool.map(publish, [cancel]))
    pool.submit(mcp.tool, cancel, name="cancel_later").result()
