def register(mcp, prefix: str = "") -> None:
    @mcp.tool(name=f"{prefix}ping")
    def ping() -> str:
        """Ping."""
        return ""


class Reports:
    def __init__(self, app) -> None:
        app.mcp.tool(name="report")(self.report)

    def report(self) -> str:
        """Report."""
        return ""
