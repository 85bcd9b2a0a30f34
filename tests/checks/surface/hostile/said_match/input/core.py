from fastmcp import FastMCP

mcp = FastMCP("shop")


def publish(spec):
    match spec:
        case (str() as name, fn):
            mcp.tool(fn, name=name)
        case {"fn": fn, **rest}:
            mcp.tool(fn, **rest)
        case [*fns]:
            for fn in fns:
                publish(fn)
        case fn if callable(fn):
            mcp.tool(fn)
