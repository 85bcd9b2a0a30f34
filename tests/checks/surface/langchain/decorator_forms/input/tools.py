"""`@tool` in its forms."""
from langchain.tools import tool as other_path
from langchain_core.tools import tool
from pydantic import BaseModel


class Query(BaseModel):
    """The schema speaks where the function says nothing."""

    text: str


@tool
def search(text: str) -> str:
    """
    Search.
        Deeper.

    Args:
        text: what for
    """
    return text


@tool()
def called() -> str:
    """Called."""
    return ""


@other_path
async def from_langchain() -> str:
    """The other import."""
    return ""


@tool("by_position", description="  Trimmed.  ", return_direct=True)
def _one() -> str:
    """Not sent."""
    return ""


@tool("parsed", parse_docstring=True)
def _two(text: str) -> str:
    """First.

    Second.

    Args:
        text: what for
    """
    return text


@tool(args_schema=Query)
def by_schema(text: str) -> str:
    return text


def plain(text: str) -> str:
    """Plain."""
    return text


made = tool(plain)
named = tool("named", plain)
applied = tool("applied")(plain)
