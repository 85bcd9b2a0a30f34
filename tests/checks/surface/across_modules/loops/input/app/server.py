from mcp.server.mcpserver import MCPServer

from app import tools
from app.tools import LISTED, PAIRS, SPECS, alpha

mcp = MCPServer("loops")
for function in LISTED:
    mcp.add_tool(function)
for name, function in PAIRS.items():
    mcp.tool(name=name)(function)
for name, function, text in SPECS:
    mcp.tool(name=name, description=text)(function)
for name in tools.__all__:
    mcp.add_tool(getattr(tools, name), name=f"all_{name}")
for number in range(2):
    mcp.add_tool(alpha, name=f"numbered_{number}")
for name, suffix in zip(["a", "b"], ["x", "y"]):
    mcp.add_tool(alpha, name=name + suffix)
mcp_tools = [mcp.tool(name=name.upper()) for name in sorted(tools.__all__)]
for decorate in mcp_tools:
    decorate(alpha)
