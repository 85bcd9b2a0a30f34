"""A server put together from others, which runs as it stands."""
from fastmcp import FastMCP
from fastmcp.server.middleware.tool_injection import ToolInjectionMiddleware
from fastmcp.server.providers import LocalProvider
from fastmcp.server.transforms import Namespace, PromptsAsTools, ToolTransform
from fastmcp.tools import Tool
from fastmcp.tools.tool_transform import ToolTransformConfig


def one(x: int) -> str:
    """One.

    Args:
        x: a number
    """
    return ""


def two() -> str:
    """Two."""
    return ""


sub = FastMCP("sub", tools=[one, two])
inner = FastMCP("inner", tools=[one])
middle = FastMCP("middle", tools=[two])
middle.mount(inner, "in")
local = LocalProvider()
local.tool(two, name="local_two")

root = FastMCP(
    "root",
    providers=[local],
    transforms=[ToolTransform({"a-b_one": ToolTransformConfig(name="uno", description="In another language.")})],
)
root.mount(sub, "a-b")
root.mount(sub, "ns", tool_names={"one": "other"})
root.mount(middle, namespace="mid")
root.add_provider(LocalProvider(), namespace="empty")
root.add_middleware(ToolInjectionMiddleware(tools=[Tool.from_function(two, name="injected")]))

spaced = FastMCP("spaced", tools=[one])
spaced.add_transform(Namespace("a"))
spaced.add_transform(ToolTransform({"a_one": ToolTransformConfig(enabled=False)}))
spaced.tool(two, name="kept")
spaced.add_transform(PromptsAsTools(spaced))
