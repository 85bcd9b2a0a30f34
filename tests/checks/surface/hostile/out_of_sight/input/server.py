import contextvars
import operator
import threading
import types
import weakref
from collections import namedtuple
from concurrent.futures import ThreadPoolExecutor

from fastmcp import FastMCP
from starlette.applications import Starlette

mcp = FastMCP("sight")
app = Starlette()
app.state.server = mcp
current = contextvars.ContextVar("current")
current.set(mcp)


def one() -> int:
    return 1


def two() -> int:
    return 2


def register(function):
    mcp.add_tool(function)


register(one)
with ThreadPoolExecutor() as pool:
    list(pool.map(register, [two]))
    list(pool.map(mcp.add_tool, [two]))
threading.Thread(target=mcp.add_tool, args=(two,)).start()
weakref.proxy(mcp).add_tool(two)
current.get().add_tool(two)
exec("mcp.add_tool(two)")


@app.state.server.tool
def on_the_state() -> int:
    return 3


operator.methodcaller("tool", one, name="called")(mcp)
operator.attrgetter("tool")(mcp)(one, name="got")
Row = namedtuple("Row", "function name")
for function, name in [Row(one, "row")]:
    mcp.tool(function, name=name)
space = types.SimpleNamespace(server=mcp)
space.server.tool(one, name="space")
mcp.ｔｏｏｌ(one, name="wide")


def annotated(function: list[int], server: "dict[str, int]"):
    mcp.add_tool(function)


annotated(one, {})
threading.Thread(target=annotated)
