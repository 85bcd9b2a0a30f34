import importlib
import pkgutil

import plugins
from fastmcp import FastMCP

mcp = FastMCP("shop")
for info in pkgutil.iter_modules(plugins.__path__):
    module = importlib.import_module(f"plugins.{info.name}")
    for fn in getattr(module, "EXPORTS", []):
        mcp.tool(fn)
