"""Applied by hand: to functions, methods, classes and what a wrapper gives."""
import functools

from mcp.server.mcpserver import MCPServer

mcp = MCPServer("desk")


def close(ticket: str) -> str:
    """Close a ticket."""
    return ticket


class Box:
    def put(self) -> str:
        """Put something in."""
        return ""

    @classmethod
    def kinds(cls) -> str:
        """Which kinds there are."""
        return ""

    @staticmethod
    def size() -> str:
        """How large it is."""
        return ""


def logged(function):
    @functools.wraps(function)
    def inner(*args, **kwargs):
        return function(*args, **kwargs)

    return inner


box = Box()
mcp.tool()(close)
mcp.tool(name="close_now")(close)
mcp.tool()(box.put)
mcp.tool()(Box.kinds)
mcp.tool()(Box.size)
mcp.tool(name="close_logged")(logged(close))
mcp.add_tool(close, "added")
mcp.add_tool(close, "added_text", "A title", "The fourth is the text.")
mcp.add_tool(lambda: "", name="nameless", description="A lambda needs a name.")
