from fastmcp import FastMCP

mcp = FastMCP("shop")


def giving(what):
    def deco(fn):
        def inner(*args):
            return fn(what, *args)

        return inner

    return deco


@giving(mcp.tool)
def publish(add, *fns):
    for fn in fns:
        add(fn)
