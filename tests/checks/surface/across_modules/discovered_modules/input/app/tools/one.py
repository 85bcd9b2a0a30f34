def register(mcp):
    @mcp.tool()
    def first() -> str:
        """The first."""
        return ""
