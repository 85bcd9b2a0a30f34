from fastmcp import FastMCP
from orders import Orders

mcp = FastMCP("shop")
services = {"orders": Orders}
for make in services.values():
    make().install(mcp)
