import app.sdk as kit
from app.sdk import LOOK, show, the_server as server

tool = server.tool


@tool
def by_alias() -> str:
    """By an alias of the method."""
    return ""


@show(name=LOOK)
def _one() -> str:
    """By a decorator that another module re-exports."""
    return ""


@kit.the_server.tool(kit.LOOK + "_again")
def _two() -> str:
    """Through the package."""
    return ""
