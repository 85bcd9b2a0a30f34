"""Agents that take a server of this source: one that a session holds, and one that none does."""

from agents import Agent as OpenAgent
from agents.mcp import MCPServer
from fastmcp import Client, FastMCP
from pydantic_ai import Agent
from pydantic_ai.mcp import MCPToolset
from server import door, shop
from toolcrib.registry.adapters.fastmcp import Toolcrib


class InProcess(MCPServer):
    def __init__(self, server: FastMCP) -> None:
        super().__init__()
        self.client = Client(server)


async def turn(session, wary: bool) -> None:
    Agent(name="held", toolsets=[MCPToolset(door(session))])
    Agent(name="held-client", toolsets=[MCPToolset(client=Client(door(session)))])
    async with InProcess(door(session)) as server:
        OpenAgent(name="held-open", mcp_servers=[server])
    Agent(name="whole", toolsets=[MCPToolset(shop)])
    OpenAgent(name="whole-open", mcp_servers=[InProcess(shop)])
    maybe = FastMCP("maybe")
    if wary:
        maybe.add_middleware(Toolcrib(session))
    Agent(name="maybe", toolsets=[MCPToolset(maybe)])


def elsewhere(session) -> None:
    shop.add_middleware(Toolcrib(session))  # nothing says that it is called
