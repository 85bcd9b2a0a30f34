import other
from fastmcp import FastMCP
from shared_middleware import Quiet

mcp = FastMCP("shop")
mcp.add_middleware(other.X())
mcp.add_middleware(Quiet())
