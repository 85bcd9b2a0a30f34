"""A call on something unknown could register: with a framework about, it is said; it is never guessed."""
from mcp.server.mcpserver import MCPServer

mcp = MCPServer("real")


def attach(cli):
    @cli.tool(name="maybe")
    def inner() -> str:
        """Maybe."""
        return ""


def typed(server: MCPServer):
    @server.tool()
    def certain() -> str:
        """The annotation tells."""
        return ""
