from fastmcp import FastMCP

server = FastMCP("handed on")


class Registrar:
    """Registers what it decorates."""

    def __call__(self, function):
        server.add_tool(function)
        return function


publish = Registrar()
