from fastmcp import FastMCP

server = FastMCP("other words")


class Registrar:
    def __call__(self, function):
        server.add_tool(function)
        return function


publish = Registrar()
