"""A tool that gives tools to the client's own model."""
from fastmcp import Context, FastMCP

mcp = FastMCP("shop")


def search(query: str) -> str:
    """Search."""
    return query


@mcp.tool
async def ask(ctx: Context) -> str:
    """Ask the client's model, which may search."""
    return (await ctx.sample("Which?", tools=[search])).text
