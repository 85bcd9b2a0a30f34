"""Tool objects: from functions, from other tools, of classes."""
from fastmcp import FastMCP
from fastmcp.tools import FunctionTool, Tool


def one() -> str:
    """One."""
    return ""


class Caller:
    """The class speaks for its object."""

    def __call__(self) -> str:
        """Not sent."""
        return ""


class Silent:
    def __call__(self) -> str:
        """The call speaks where the class says nothing."""
        return ""


class Fixed(Tool):
    name: str = "fixed"
    description: str = "A tool class."
    parameters: dict = {}


mcp = FastMCP("shop", tools=[one, Tool.from_function(one, name="listed")])
mcp.add_tool(Tool.from_function(one, name="made", description="Made.", annotations={"readOnlyHint": True}))
mcp.add_tool(FunctionTool.from_function(one, name="function_tool"))
mcp.add_tool(Tool.from_function(Caller()))
mcp.add_tool(Tool.from_function(Silent(), name="silent"))
mcp.add_tool(Tool.from_tool(Tool.from_function(one, name="source"), name="derived"))
mcp.add_tool(Tool.from_tool(one, name="retold", description="Told again."))
mcp.add_tool(Fixed())
mcp.add_tool(Fixed(name="fixed_again", description="Another text."))
