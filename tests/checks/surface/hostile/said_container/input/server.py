import services
from container import container
from fastmcp import FastMCP


@container.provide("server")
def make_server():
    return mcp


mcp = FastMCP("shop")
container["server"].tool(container["orders"].cancel)
