from fastmcp import FastMCP

mcp = FastMCP("shop")


def register(server, read_only):
    @server.tool(annotations=read_only)
    def cancel(x: int) -> int:
        """Cancel."""
        return x


def main(options):
    register(mcp, options)
