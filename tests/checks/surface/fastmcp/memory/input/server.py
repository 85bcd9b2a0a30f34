"""A function keeps what the last decorator said about it, and shows it where it is added again."""
from fastmcp import FastMCP
from fastmcp.tools import Tool, tool


@tool(name="find_user", description="Find a user.", annotations={"readOnlyHint": True})
def find() -> str:
    """Not sent."""
    return ""


@tool
def plain() -> str:
    """Plain."""
    return ""


@tool("never_added")
def lonely() -> str:
    """Nothing adds it."""
    return ""


class Admin:
    @tool(name="ban_user")
    def ban(self) -> str:
        """Ban a user."""
        return ""


def remembered() -> str:
    """Remembered."""
    return ""


first = FastMCP("first")
first.tool(remembered, name="first_name", description="First text.")
second = FastMCP("second", tools=[find, remembered])
second.add_tool(plain)
second.add_tool(Admin().ban)
second.add_tool(Tool.from_function(remembered, name="explicit"))
third = FastMCP("third")
third.tool(remembered)
fourth = FastMCP("fourth")
fourth.add_tool(remembered)
