"""What is declared and may be hidden stays declared, and the surface says that it is an upper bound."""
from fastmcp import FastMCP

mcp = FastMCP("shop", exclude_tags={"off"})


@mcp.tool(enabled=False)
def switched_off() -> str:
    """Generation 2 hides it, later ones refuse the argument."""
    return ""


@mcp.tool(tags={"off"})
def tagged() -> str:
    """Tagged."""
    return ""


def removed() -> str:
    """Registered and removed."""
    return ""


mcp.tool(removed)
mcp.local_provider.remove_tool("removed")
mcp.disable(names={"tagged"})
