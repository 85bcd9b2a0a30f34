import orders
from fastmcp import FastMCP
from registry import Registry

mcp = FastMCP("shop")
for topic, fns in Registry.get().by_topic.items():
    for fn in fns:
        mcp.tool(name=f"{topic}_{fn.__name__}")(fn)
