"""The MCP server of Connect: every area's tools in one place."""

from __future__ import annotations

from fastmcp import FastMCP

from connect.names import Drawings
from connect.tools import alerts, delegations, drawings, playbooks, saved_queries, schedules, updates
from connect.tools.projects import projects
from connect.tools.recordings import RecordingDesk
from connect.workspace import WORKSPACE

server = FastMCP("connect")
server.mount(projects)
server.mount(drawings.mcp, namespace=Drawings.NAMESPACE)
server.mount(updates.mcp)
schedules.register(server)
alerts.register(server)
playbooks.register(server)
saved_queries.register(server)
delegations.register(server)
DESK = RecordingDesk(server, WORKSPACE)
