from fastmcp import FastMCP


class Builder:
    def __init__(self, name):
        self.name, self.steps = name, []

    def with_tool(self, fn, name=None):
        self.steps.append(lambda server: server.tool(fn, name=name))
        return self

    def when(self, flag):
        return self if flag else Builder(self.name)

    def build(self):
        server = FastMCP(self.name)
        for step in self.steps:
            step(server)
        return server
