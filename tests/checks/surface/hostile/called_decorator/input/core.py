from fastmcp import FastMCP


class Exposer:
    def __init__(self, server, **defaults):
        self.server, self.defaults = server, defaults

    def __call__(self, fn=None, **kw):
        if fn is None:
            return lambda f: self(f, **kw)
        self.server.tool(fn, **{**self.defaults, **kw})
        return fn


expose = Exposer(FastMCP("shop"))
