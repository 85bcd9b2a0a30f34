"""Names on their way up: namespaces, nested mounts, new names, mounts under a condition."""
import os

from fastmcp import FastMCP

from billing import billing

PREFIX = os.environ.get("PREFIX", "shop")
root = FastMCP("root")
inner = FastMCP("inner")


@inner.tool
def look() -> str:
    """Look."""
    return ""


middle = FastMCP("middle")
middle.mount(inner, "in")
root.mount(middle, namespace="mid")
root.mount(billing, "bill", tool_names={"refund_order": "refund"})
root.mount(FastMCP("empty"), "")
late = FastMCP("late")
root.mount(late, namespace=PREFIX)
if open("flags").read():
    root.mount(inner)


@late.tool
def added_after_the_mount() -> str:
    """Late."""
    return ""
