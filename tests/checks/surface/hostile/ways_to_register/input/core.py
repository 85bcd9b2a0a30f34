from fastmcp import FastMCP

server = FastMCP("ways")


class Registrar:
    def on(self, function):
        server.add_tool(function)
        return function


class Context:
    def __init__(self):
        self.registrar = Registrar()


def register(function):
    server.add_tool(function)
    return function


def publish(function):
    return register(function)


registrar = Registrar()
context = Context()
