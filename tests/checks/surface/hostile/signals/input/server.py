import orders
from bus import starting
from fastmcp import FastMCP

mcp = FastMCP("shop")
starting.send(server=mcp)
