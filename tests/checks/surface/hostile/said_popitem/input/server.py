import orders
from fastmcp import FastMCP
from toolkit import toolkit

mcp = FastMCP("shop")
toolkit.install(mcp)
