"""Local functions, classes and methods that have the frameworks' names."""
from langchain_core.tools import tool as real_tool

from own import Cli, Tool, function_tool, tool

cli = Cli()
OWN = [Tool(name="own_class", description="Not one.")]


@tool
def one() -> str:
    """One."""
    return ""


@function_tool
def two() -> str:
    """Two."""
    return ""


@cli.tool(name="three")
def _three() -> str:
    """Three."""
    return ""


cli.add_tool(one, name="four")


@real_tool
def real() -> str:
    """Real."""
    return ""
