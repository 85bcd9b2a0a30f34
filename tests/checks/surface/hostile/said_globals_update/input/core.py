from fastmcp import FastMCP

mcp = FastMCP("shop")


def _make(prefix):
    def register(fn):
        return mcp.tool(fn, name=f"{prefix}_{fn.__name__}")

    return register


globals().update({f"{p}_tool": _make(p) for p in ("shop", "staff")})
