from fastmcp import FastMCP

server = FastMCP("made at run time")


def publish(function):
    server.add_tool(function)
    return function


@publish
def known() -> str:
    return ""
