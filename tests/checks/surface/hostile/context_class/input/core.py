from fastmcp import FastMCP

mcp = FastMCP("shop")


class Batch:
    def __init__(self, server):
        self.server = server
        self.fns = []

    def __enter__(self):
        return self.fns.append

    def __exit__(self, *exc):
        for fn in self.fns:
            self.server.tool(fn)
