"""Frameworks that no dialect reads: their tools are not claimed, and the surface says so."""
from crewai import Agent
from crewai.tools import tool
from smolagents import tool as other


@tool("Look around")
def look() -> str:
    """Look."""
    return ""


@other
def search() -> str:
    """Search."""
    return ""


agent = Agent(role="r", tools=[look])
