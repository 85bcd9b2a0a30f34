from enum import Enum
from functools import partial

from fastmcp import FastMCP

mcp = FastMCP("shop")


class Kind(Enum):
    def __init__(self, tag):
        self.register = partial(mcp.tool, tags={tag})

    READ = "read"
