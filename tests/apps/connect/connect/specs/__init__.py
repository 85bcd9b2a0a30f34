"""The specification server: a low-level MCP server that another team runs beside ours."""

from connect.specs.server import serve, server

__all__ = ["serve", "server"]
