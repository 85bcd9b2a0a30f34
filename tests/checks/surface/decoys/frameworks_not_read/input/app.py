"""Frameworks that no dialect reads: their tools are not claimed, and the surface says so."""
from griptape.tools import BaseTool
from langroid.agent.tool_message import ToolMessage
from langroid import ChatAgent


class Look(ToolMessage):
    request: str = "look"
    purpose: str = "Look."


class Search(BaseTool):
    """Search."""


agent = ChatAgent()


def later():
    try:
        import letta
    except ImportError:
        return None
    return letta
