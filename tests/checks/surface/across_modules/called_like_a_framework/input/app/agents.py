"""A module of the application that has the framework's name."""
from agents import Agent, function_tool


@function_tool
def search() -> str:
    """Search."""
    return ""


desk = Agent(name="Desk", tools=[search])
