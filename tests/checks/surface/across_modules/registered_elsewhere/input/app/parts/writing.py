from mcp.server.mcpserver import MCPServer


def register_writing(server: MCPServer) -> None:
    server.add_tool(write, description="Write it down.")


def write() -> str:
    return ""


def never_called(server: MCPServer) -> None:
    server.add_tool(write, name="never")
