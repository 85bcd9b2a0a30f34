import orders
from core import waiting
from fastmcp import FastMCP

mcp = FastMCP("shop")
while not waiting.empty():
    mcp.tool(waiting.get())
