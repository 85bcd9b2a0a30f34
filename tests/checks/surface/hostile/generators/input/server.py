from fastmcp import FastMCP
from orders import tools

mcp = FastMCP("shop")
source = tools()
while (pair := next(source, None)) is not None:
    mcp.tool(pair[1], name=pair[0])
