from fastmcp import FastMCP

mcp = FastMCP("shop")
how = {"tool": mcp.tool, "named": lambda name: mcp.tool(name=name)}
