"""Usage: `@mcp.tool(name="in_docstring")` declares a tool; so does mcp.add_tool(in_text)."""
from mcp.server.mcpserver import MCPServer

# @mcp.tool(name="in_comment")
EXAMPLE = """
@mcp.tool()
def in_string(): ...
"""
TOOLS = [{"name": "nobody_takes_it", "description": "A table.", "input_schema": {}}]
mcp = MCPServer("text")

if False:

    @mcp.tool()
    def switched_off() -> str:
        """Never."""
        return ""


@mcp.tool()
def real() -> str:
    """Real. Not `@mcp.tool(name="in_its_docstring")`."""
    return ""
