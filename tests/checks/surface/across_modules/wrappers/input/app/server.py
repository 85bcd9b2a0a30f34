import functools

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.tools import Tool

from app.registry import RECORDED, add_reader, logged, recorded

mcp = MCPServer("desk")


def project_tool(name=None, *, title=None):
    """The project's own decorator around the framework's."""

    def decorate(function):
        return mcp.tool(name=name, title=title)(logged(function))

    return decorate


def made(kind: str):
    def create() -> str:
        """Create."""
        return ""

    create.__name__ = f"create_{kind}"
    return create


@project_tool()
def own() -> str:
    """Own."""
    return ""


@project_tool("own_named")
def _named() -> str:
    """Own, named."""
    return ""


@recorded
def kept() -> str:
    """Kept."""
    return ""


@recorded(name="kept_named")
def _kept() -> str:
    """Kept, named."""
    return ""


@logged
@mcp.tool()
def inside() -> str:
    """The framework's decorator below another."""
    return ""


reading = functools.partial(mcp.tool, annotations={"readOnlyHint": True})


@reading(name="partial")
def _partial() -> str:
    """A decorator made by partial."""
    return ""


add_reader(mcp, own, name="reader")
for name, function in RECORDED:
    mcp.add_tool(function, name=name)
mcp.add_tool(made("note"))
mcp.add_tool(logged(made("task")))
