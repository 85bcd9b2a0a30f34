import importlib
import pkgutil

from mcp.server.fastmcp import FastMCP

from app import tools

mcp = FastMCP("discovered")

for _, name, _ in pkgutil.iter_modules(tools.__path__):
    importlib.import_module(f"app.tools.{name}").register(mcp)
