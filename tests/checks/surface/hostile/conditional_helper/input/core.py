try:
    from speedups import register
except ImportError:
    register = None

from fastmcp import FastMCP

mcp = FastMCP("shop")
if register is None:

    def register(fn):
        return mcp.tool(fn)
