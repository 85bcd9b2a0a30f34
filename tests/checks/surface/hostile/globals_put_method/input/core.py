from fastmcp import FastMCP

mcp = FastMCP("shop")
globals()["publish"] = mcp.tool
