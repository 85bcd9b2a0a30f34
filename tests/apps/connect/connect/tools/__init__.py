"""The tools of the MCP server, one module an area."""
