"""Functions, FunctionTool, agents as tools. It runs as it stands."""
from typing import Any

from agent_framework import Agent, BaseChatClient, FunctionTool, tool


class Silent(BaseChatClient):
    """A client that says nothing."""

    async def _inner_get_response(self, **kwargs: Any) -> Any:
        raise NotImplementedError


CLIENT = Silent()


@tool
def bare(word: str) -> str:
    """Bare.

        Indented more.
    """
    return word


@tool(name="renamed", description="Renamed.", approval_mode="always_require")
def _hidden(word: str) -> str:
    """Not sent."""
    return word


@tool(approval_mode="never_require")
async def untold(word: str) -> str:
    return word


def plain(word: str) -> str:
    """Plain."""
    return word


class Desk:
    @tool(description="In a class.")
    def look(self, word: str) -> str:
        return word

    def find(self, word: str) -> str:
        """Find."""
        return word


DECLARED = FunctionTool(name="declared", description="Only declared.", func=None)
helper = Agent(client=CLIENT, name="My Helper!", description="Helps.", tools=plain)
desk = Agent(
    CLIENT,
    "Instructions.",
    name="desk",
    tools=[bare, _hidden, untold, plain, Desk().find, Desk().look, DECLARED, helper.as_tool(), helper.as_tool(name="ask")],
)
lead = CLIENT.as_agent(name="lead", tools=[bare, {"type": "function", "name": "as_schema", "parameters": {}}])
