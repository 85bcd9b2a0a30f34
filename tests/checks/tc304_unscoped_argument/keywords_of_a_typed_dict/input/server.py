from mcp.server.mcpserver import MCPServer
from typing_extensions import TypedDict, Unpack

mcp = MCPServer("billing")


class Options(TypedDict):
    project_id: str
    limit: int


@mcp.tool()
def list_invoices(**options: Unpack[Options]) -> list[str]:
    """List invoices."""
    return []
