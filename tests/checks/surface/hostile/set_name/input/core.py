from fastmcp import FastMCP

mcp = FastMCP("shop")


class exposed:
    def __init__(self, fn):
        self.fn = fn

    def __set_name__(self, owner, name):
        mcp.tool(self.fn, name=f"{owner.__name__.lower()}_{name}")
        setattr(owner, name, self.fn)
