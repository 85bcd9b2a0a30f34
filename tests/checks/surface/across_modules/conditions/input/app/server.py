import sys

from mcp.server.mcpserver import MCPServer

from app.settings import ALWAYS, NEVER, WRITES

mcp = MCPServer("repo")


def work() -> str:
    """Work."""
    return ""


def pick(kind: str):
    return {"a": "picked_a", "b": "picked_b"}[kind]


if WRITES:
    mcp.add_tool(work, name="write")
if NEVER:
    mcp.add_tool(work, name="never")
if ALWAYS:
    mcp.add_tool(work, name="always")
if sys.argv[1:] == ["old"]:
    mcp.add_tool(work, name="old_name")
else:
    mcp.add_tool(work, name="new_name")
try:
    import extra

    mcp.add_tool(work, name="with_extra")
except ImportError:
    mcp.add_tool(work, name="without_extra")


def register(level: int) -> None:
    if level < 1:
        return
    mcp.add_tool(work, name="after_return")
    match sys.platform:
        case "linux":
            mcp.add_tool(work, name="on_linux")
        case _:
            mcp.add_tool(work, name="elsewhere")


register(int(input()))
mcp.add_tool(work, name="long" if input() else "short")
mcp.add_tool(work, name=pick(input()))
