from enum import Enum

from fastmcp import FastMCP

mcp = FastMCP("shop")


class Kind(Enum):
    READ = "read"
    WRITE = "write"

    def __call__(self, fn):
        return mcp.tool(fn, name=f"{self.value}_{fn.__name__}")
