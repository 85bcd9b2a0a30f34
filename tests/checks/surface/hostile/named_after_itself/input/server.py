"""A definition that asks for its own name while it is made: an earlier one is meant, or it fails when it runs."""
from fastmcp import FastMCP

try:
    from elsewhere import Base
except ImportError:
    pass

mcp = FastMCP("names")


class Base(Base):
    def run(self) -> str:
        """Run."""
        return ""


class First(Second):
    pass


class Second(First):
    pass


def give(value=give):
    return value


@mcp.tool
def one(value: str = str(give)) -> str:
    """One."""
    return value


mcp.tool(Base().run)
