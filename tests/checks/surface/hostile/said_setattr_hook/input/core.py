from fastmcp import FastMCP


class Tools:
    def __init__(self, server):
        object.__setattr__(self, "server", server)

    def __setattr__(self, name, fn):
        self.server.tool(fn, name=name)


tools = Tools(FastMCP("shop"))
