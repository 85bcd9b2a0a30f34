"""Methods that a mixin marks and registers later, with a prefix."""
from fastmcp import FastMCP
from fastmcp.contrib.bulk_tool_caller import BulkToolCaller
from fastmcp.contrib.mcp_mixin import MCPMixin, mcp_tool


class Part(MCPMixin):
    @mcp_tool(name="look", description="Look.")
    def first(self) -> str:
        return ""

    @mcp_tool()
    def second(self) -> str:
        """Second."""
        return ""

    @mcp_tool(enabled=False)
    def never(self) -> str:
        return ""


mcp = FastMCP("shop")
Part().register_all(mcp)
Part().register_tools(mcp, prefix="other", separator="-")
BulkToolCaller().register_tools(mcp)
