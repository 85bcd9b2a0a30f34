"""Where hints stand; SDK 1 does not know the names with underscores."""
from mcp.server.fastmcp import FastMCP
from mcp.server.mcpserver import MCPServer
from mcp.types import ToolAnnotations

READ = ToolAnnotations(readOnlyHint=True)
new = MCPServer("new")
old = FastMCP("old")


@new.tool(annotations=READ)
def shared() -> str:
    """Read."""
    return ""


@new.tool(annotations=ToolAnnotations(destructive_hint=False, idempotent_hint=True, open_world_hint=False))
def snake() -> str:
    """Add."""
    return ""


@new.tool(annotations={"destructiveHint": True})
def plain_dict() -> str:
    """Remove."""
    return ""


@new.tool(annotations=READ if open("x").read() else None)
def depends() -> str:
    """What depends states nothing."""
    return ""


@old.tool(annotations=ToolAnnotations(read_only_hint=True))
def useless() -> str:
    """SDK 1 keeps the hint and ignores it."""
    return ""
