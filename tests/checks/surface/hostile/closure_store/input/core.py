from fastmcp import FastMCP


def make():
    fns = []

    def add(fn):
        fns.append(fn)
        return fn

    def build():
        server = FastMCP("shop")
        for fn in fns:
            server.tool(fn)
        return server

    return add, build


add, build = make()
