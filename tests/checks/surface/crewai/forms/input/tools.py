"""Functions, classes, structured tools: as they run."""
from crewai.tools import BaseTool, tool
from crewai.tools.structured_tool import CrewStructuredTool
from pydantic import Field


@tool
def bare(text: str) -> str:
    """Says it.

    Args:
        text: what
    """
    return text


@tool("A Name With Blanks")
def named(text: str) -> str:
    """Named."""
    return text


@tool(result_as_answer=True)
def options(text: str) -> str:
    """With options."""
    return text


class Search(BaseTool):
    name: str = "Search"
    description: str = "Searches."

    def _run(self, text: str) -> str:
        return text


class Heir(Search):
    name: str = "Heir"


class WithField(BaseTool):
    name: str = Field(default="With field")
    description: str = Field(default_factory=lambda: "Made when needed.")

    def _run(self) -> str:
        return ""


class InInit(BaseTool):
    name: str = "In init"
    description: str = "Of the class."

    def __init__(self, topic: str | None = None, **kwargs) -> None:
        super().__init__(**kwargs)
        if topic is not None:
            self.description = f"About {topic}."

    def _run(self) -> str:
        return ""


class NeverMade(BaseTool):
    name: str = "Never made"
    description: str = "Whoever imports it makes it."

    def _run(self) -> str:
        return ""


class Abstract(BaseTool):
    """Others extend it: no tool."""


def add(a: int, b: int) -> int:
    """Adds.

    And more.
    """
    return a + b


structured = CrewStructuredTool.from_function(add)
renamed = CrewStructuredTool.from_function(add, "plus", "Adds two.")
OBJECTS = [bare, named, options, Search(), Heir(), Search(name="Other"), WithField(), InInit(), InInit(topic="x"), structured, renamed]
