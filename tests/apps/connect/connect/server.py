"""The MCP server of Connect: every area's tools in one place, and the door through which an agent comes to them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastmcp import FastMCP

from connect.names import Drawings
from connect.tools import alerts, drawings, playbooks, saved_queries, schedules, updates
from connect.tools.projects import projects
from connect.tools.recordings import RecordingDesk
from connect.workspace import WORKSPACE
from toolcrib.registry import AsyncSession
from toolcrib.registry.adapters.fastmcp import Toolcrib

server = FastMCP("connect")
server.mount(projects)
server.mount(drawings.mcp, namespace=Drawings.NAMESPACE)
server.mount(updates.mcp)
schedules.register(server)
alerts.register(server)
playbooks.register(server)
saved_queries.register(server)
DESK = RecordingDesk(server, WORKSPACE)


def serve(session: AsyncSession | Callable[[Any], AsyncSession], also: FastMCP | None = None) -> FastMCP:
    """What of these the session offers: of this turn, or of whoever comes. `also` are tools that one agent has more."""
    door = FastMCP("connect")
    door.mount(server)
    if also is not None:
        door.mount(also)
    door.add_middleware(Toolcrib(session))
    return door
