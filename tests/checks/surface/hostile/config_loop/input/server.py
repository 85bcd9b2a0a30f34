import importlib

from config import TOOLS
from fastmcp import FastMCP

mcp = FastMCP("shop")


def resolve(path):
    module, _, attr = path.partition(":")
    return getattr(importlib.import_module(module), attr)


for spec in TOOLS:
    if spec.get("enabled", False):
        mcp.tool(resolve(spec["handler"]), name=spec["name"])
