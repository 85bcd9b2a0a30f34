"""Tool classes: a declaration for each name that their objects have."""
from langchain_core.tools import BaseTool
from pydantic import Field

NAME = "from_constant"


class Search(BaseTool):
    name: str = "search"
    description: str = "Search."

    def _run(self, text: str) -> str:
        return text


class SameName(Search):
    """Inherits name and text."""


class Renamed(Search):
    name: str = "renamed"


class Constant(BaseTool):
    name: str = NAME
    description: str = f"About {NAME}."

    def _run(self) -> str:
        return ""


class Fields(BaseTool):
    name: str = Field(default="fields")
    description: str = Field("Fields.")

    def _run(self) -> str:
        return ""


class InInit(BaseTool):
    name: str = "not_used"
    description: str = "In init."

    def __init__(self, **kwargs) -> None:
        super().__init__(name="in_init", **kwargs)

    def _run(self) -> str:
        return ""


class NeverMade(BaseTool):
    name: str = "never_made"
    description: str = "Whoever imports it makes it."

    def _run(self) -> str:
        return ""


class Base(BaseTool):
    """A base without a name is no tool."""


class Heir(Base):
    name: str = "heir"
    description: str = "Heir."

    def _run(self) -> str:
        return ""


OBJECTS = [Search(), Renamed(), Search(name="other_name", description="Other."), InInit(), Fields(), Constant(), Heir()]
