from fastmcp import FastMCP

server = FastMCP("s4")


def publish(function):
    server.add_tool(function)
    return function


class Registry:
    def on(self, function):
        return publish(function)


registry = Registry()
