import os

from helper import mcp, named, register, register_all, through
from plugins import load

register(load("first"))
through(load("passed on"))
register_all(mcp)


@named(os.environ["FIRST"])
def decorated() -> int:
    return 1
