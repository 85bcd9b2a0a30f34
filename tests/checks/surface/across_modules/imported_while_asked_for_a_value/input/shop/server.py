from mcp.server.fastmcp import FastMCP

server = FastMCP("shop")


def look_up(number: int) -> int:
    """Look up what is on a shelf."""
    return number


for shelf in range(900):
    if shelf % 400 == 7:
        server.add_tool(look_up, name=f"look_up_{shelf}")


@server.tool()
def after_much_work(number: int) -> int:
    """A tool that is defined after a long loop."""
    return number
