from fastmcp import FastMCP


class Kit:
    def __init__(self):
        self.server = FastMCP("shop")

    def __iadd__(self, fn):
        self.server.tool(fn)
        return self

    def __lshift__(self, fn):
        self.server.tool(fn)
        return self

    def __setitem__(self, name, fn):
        self.server.tool(fn, name=name)


kit = Kit()
