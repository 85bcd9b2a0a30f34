from fastmcp import FastMCP

mcp = FastMCP("shop")


def __getattr__(name):
    if name.startswith("tool_"):
        return lambda fn: mcp.tool(fn, name=name.removeprefix("tool_"))
    raise AttributeError(name)
