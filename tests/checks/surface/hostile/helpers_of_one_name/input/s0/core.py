from fastmcp import FastMCP

server = FastMCP("s0")


def publish(function):
    server.add_tool(function)
    return function


class Registry:
    def on(self, function):
        return publish(function)


registry = Registry()
