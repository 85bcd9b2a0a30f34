"""Middleware may bring tools or change what is listed."""
from fastmcp import FastMCP
from fastmcp.server.middleware import Middleware
from fastmcp.server.middleware.tool_injection import ToolInjectionMiddleware
from fastmcp.tools import Tool


def injected() -> str:
    """Injected."""
    return ""


class Quiet(Middleware):
    async def on_call_tool(self, context, call_next):
        return await call_next(context)


class Hiding(Middleware):
    async def on_list_tools(self, context, call_next):
        return (await call_next(context))[:1]


mcp = FastMCP("shop", middleware=[Quiet()])
mcp.add_middleware(ToolInjectionMiddleware(tools=[Tool.from_function(injected)]))
mcp.add_middleware(Hiding())
