import importlib
import pkgutil

import plugins
from fastmcp import FastMCP

mcp = FastMCP("shop")
for _, name, _ in pkgutil.walk_packages(plugins.__path__, plugins.__name__ + "."):
    importlib.import_module(name).load(mcp)
