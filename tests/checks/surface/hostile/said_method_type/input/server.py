from types import MethodType, SimpleNamespace

from fastmcp import FastMCP

mcp = FastMCP("shop")
app = SimpleNamespace()


def _register(self, fn):
    mcp.tool(fn)


app.register = MethodType(_register, app)


def cancel(x: int) -> int:
    """Cancel."""
    return x


app.register(cancel)
