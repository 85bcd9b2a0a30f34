from functools import singledispatchmethod

from fastmcp import FastMCP


class Hub:
    def __init__(self):
        self.server = FastMCP("shop")

    @singledispatchmethod
    def publish(self, thing):
        self.server.tool(thing)

    @publish.register(list)
    def _(self, thing):
        for fn in thing:
            self.server.tool(fn)


hub = Hub()
