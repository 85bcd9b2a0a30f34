from fastmcp import FastMCP


def make(name: str = "users") -> FastMCP:
    server = FastMCP(name)

    @server.tool
    def find() -> str:
        """Find."""
        return ""

    return server
