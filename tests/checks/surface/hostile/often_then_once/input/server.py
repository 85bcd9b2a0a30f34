"""A helper that is called often, takes long and registers nothing, until its last call."""

from fastmcp import FastMCP

server = FastMCP("often")


def run() -> str:
    return ""


def publish(kind):
    for number in range(3000):
        if number == 7 and kind == "tool":
            server.tool(run, name="late")


for kind in [f"other_{number}" for number in range(30)]:
    publish(kind)
publish("tool")
